/**
 * One open WebSocket: sends, pings, and ends when its reader is slow or gone.
 *
 * Source      docs/assumptions.md#stream-heartbeat.
 */
import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';
import { steadyMs, toRealMs } from '../clock.ts';
import type { Core } from '../core.ts';
import type { Hub, Listener } from './hub.ts';

const PING_MS = 54_000;
const SILENCE_MS = 60_000;
const MOST_WAITING = 256;

export function openListener(
  client: WebSocket,
  socket: Socket,
  { clock, later }: Pick<Core, 'clock' | 'later'>,
  hub: Hub,
): Listener {
  const now = (): number => steadyMs(clock);
  let waiting = 0;
  let lastReceivedAt = now();
  let silentUntil = 0;
  const listener: Listener = {
    silence(ms) {
      silentUntil = ms === 0 ? Number.POSITIVE_INFINITY : now() + ms;
    },
    blackHole(ms) {
      silentUntil = Number.POSITIVE_INFINITY;
      client.pause();
      if (ms > 0) later(ms, () => client.terminate());
    },
    end: () => client.terminate(),
    reset: () => void socket.resetAndDestroy(),
    send(text) {
      if (client.readyState !== client.OPEN || now() < silentUntil) return;
      waiting += 1;
      // Send callbacks are late even for fast readers; bytes left in the buffer identify slow ones.
      if (waiting > MOST_WAITING && client.bufferedAmount > 0) {
        client.terminate();
        return;
      }
      client.send(text, () => {
        waiting -= 1;
      });
    },
  };
  const ping = setInterval(
    () => {
      if (now() - lastReceivedAt > SILENCE_MS + PING_MS) client.terminate();
      else if (now() >= silentUntil) client.ping();
    },
    toRealMs(clock, PING_MS),
  );
  client.on('pong', () => {
    lastReceivedAt = now();
  });
  client.on('message', (data, isBinary) => {
    lastReceivedAt = now();
    if (!isBinary && data.toString() === 'ping') client.send('pong');
  });
  client.on('error', () => client.terminate());
  client.on('close', () => {
    clearInterval(ping);
    hub.drop(listener);
  });
  return listener;
}
