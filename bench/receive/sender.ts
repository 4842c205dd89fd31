/**
 * The sender of the receive row, in a process of its own, so that its work is not measured: the same increments of one book to
 * each connection, evenly spaced.
 *
 * Shape       Arguments: messages to a connection, messages a second. Tells its parent the port and the hash of all texts, and
 *             after the last message when each was sent.
 */
import { createHash } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import { readMicros } from './clock.ts';

const [count = 0, rate = 1] = process.argv.slice(2).map((text) => Number.parseInt(text, 10));
/** Time for a receiver to settle after the connection. */
const PAUSE_MICROS = 200_000;

let seed = 11;
const below = (limit: number): number => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return seed % limit;
};
const snapshot = JSON.stringify({
  '101.ob-snap': { bids: [['0.500', '100.00']], asks: [['0.501', '100.00']], sequence: 1 },
});
const texts = Array.from({ length: count }, (_, at) => {
  const isBid = below(2) === 0;
  const price = ((isBid ? 499 - below(40) : 502 + below(40)) / 1_000).toFixed(3);
  const level = [price, (1 + below(900_000) / 100).toFixed(2)];
  const sides = isBid ? { bids: [level], asks: [] } : { bids: [], asks: [level] };
  return JSON.stringify({ '101.ob-inc': { ...sides, sequence: at + 2 } });
});
const hash = createHash('sha256').update(texts.join('\n')).digest('hex');

const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
server.on('connection', (socket) => {
  socket.send(snapshot);
  const sentAt = new Float64Array(count);
  const startAt = readMicros() + PAUSE_MICROS;
  let next = 0;
  const beat = (): void => {
    // A late turn sends all that is due: the pace is that of the clock.
    for (; next < count && readMicros() >= startAt + (next * 1_000_000) / rate; next += 1) {
      sentAt[next] = readMicros();
      socket.send(texts[next]!);
    }
    if (next < count) setImmediate(beat);
    else process.send?.(sentAt);
  };
  beat();
});
server.on('listening', () => process.send?.({ port: (server.address() as AddressInfo).port, hash }));
process.on('disconnect', () => process.exit(0));
