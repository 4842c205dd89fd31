/**
 * Private WebSocket connection: signs the upgrade, emits the member's events.
 *
 * Invariants  The server's list of streams is compared with the requested ones.
 * Errors      Never gives up: a refused upgrade is reported and retried; after a nonce refusal the clock is measured first.
 * Source      docs/exchange-interface.md#authentication, #streams; docs/assumptions.md#subscribed-message.
 */
import type { HealthSource, StreamHealth } from '#shared/ipc/health.ts';
import type { StreamReason } from '#shared/market/streamReason.ts';
import type { PrivateEvent } from '#shared/order/placement.ts';
import { parseErrorCodes } from '#wire/messages/errorBody.ts';
import { isNonceRefusal } from '#wire/messages/errorCodes.ts';
import { createSchemaDrift } from '#wire/messages/schemaDrift.ts';
import { parseStreamMessage, type StreamMessage } from '#wire/messages/streamMessage.ts';
import { buildStreamQuery, PRIVATE_STREAMS } from '#wire/messages/streamName.ts';
import { WireError } from '#wire/messages/wireError.ts';
import { findMessageBytes } from './answerBounds.ts';
import { ExchangeError } from './errors.ts';
import type { HealthLog } from './healthLog.ts';
import { checkOrderState } from './parseResponse.ts';
import type { VenueProfile } from './profile.ts';
import { openSocket, type Socket } from './socket.ts';
import type { Timing } from './timing.ts';

export const PRIVATE_TARGET = `/api/v2/websocket/private?${buildStreamQuery(PRIVATE_STREAMS)}`;

const CLOSED: StreamReason = { code: 'closedByTerminal', parameters: {} };
const SOURCE: HealthSource = { code: 'stream', parameters: { name: 'private' } };

export interface PrivateStream {
  health(): StreamHealth;
  probe(): void;
  /** Drops a connection that is open but silent, and connects again after the backoff. */
  reopen(): void;
  close(): void;
}

export interface PrivateStreamOptions extends Timing {
  readonly wsOrigin: string;
  readonly profile: VenueProfile;
  readonly healthLog: HealthLog;
  readonly signUpgrade: (target: string) => Promise<Readonly<Record<string, string>>>;
  readonly measureClock: () => Promise<void>;
  readonly emit: (event: PrivateEvent) => void;
  readonly onHealth: () => void;
}

export function openPrivateStream(options: PrivateStreamOptions): PrivateStream {
  const { healthLog, profile } = options;
  const drift = createSchemaDrift();
  const sinceMs = options.now();
  let isConfirmed = false;
  let missingStreams: readonly string[] = [];
  let mustMeasureClock = false;
  let cancelDeadline: (() => void) | null = null;

  const confirm = (): void => {
    if (isConfirmed) return;
    isConfirmed = true;
    cancelDeadline?.();
    options.emit({ kind: 'open', atMs: options.now() });
  };

  const handle = (message: StreamMessage, receivedAtMs: number): void => {
    switch (message.kind) {
      case 'subscribed':
        missingStreams = PRIVATE_STREAMS.filter((stream) => !message.streams.includes(stream));
        if (missingStreams.length > 0) {
          const expected = `the streams ${missingStreams.join(', ')}`;
          healthLog.addError(SOURCE, new WireError('success.streams', expected, 'others'));
        }
        confirm();
        options.onHealth();
        return;
      case 'order':
        checkOrderState(message.order, healthLog);
        options.emit({ ...message, receivedAtMs });
        return;
      case 'fill':
      case 'balance':
      case 'position':
        options.emit({ ...message, receivedAtMs });
        return;
      case 'unreadable':
        healthLog.addError({ code: 'stream', parameters: { name: message.stream } }, message.error);
        options.emit({
          kind: 'unreadable',
          atMs: receivedAtMs,
          why: message.error.message,
          ...(message.order ? { order: message.order } : {}),
        });
        return;
      case 'error':
        healthLog.addError(SOURCE, new WireError('error', 'streams', `"${message.text}"`));
        return;
      case 'other':
        healthLog.addNote({ code: 'stream-names', parameters: { stream: message.stream, connection: 'private' } });
        return;
      default:
        return;
    }
  };

  const socket: Socket = openSocket({
    now: options.now,
    random: options.random,
    schedule: options.schedule,
    name: 'private',
    wsOrigin: options.wsOrigin,
    target: PRIVATE_TARGET,
    maxBytes: findMessageBytes(PRIVATE_STREAMS),
    async headers() {
      if (mustMeasureClock) await options.measureClock().catch(() => undefined);
      mustMeasureClock = false;
      return options.signUpgrade(PRIVATE_TARGET);
    },
    profile,
    onOpen() {
      isConfirmed = false;
      missingStreams = [];
      cancelDeadline = options.schedule(profile.stream.confirmMs, () => {
        healthLog.addNote({ code: 'subscribed-message', parameters: {} });
        confirm();
      });
    },
    onText(text, receivedAtMs) {
      try {
        const messages = parseStreamMessage(text, drift);
        healthLog.addSchemaDrift(drift);
        for (const message of messages) handle(message, receivedAtMs);
      } catch (error) {
        healthLog.addError(SOURCE, error);
        const why = error instanceof WireError ? error.message : 'A message could not be read';
        options.emit({ kind: 'unreadable', atMs: receivedAtMs, why });
      }
    },
    onLost(reason) {
      cancelDeadline?.();
      options.emit({ kind: 'closed', atMs: options.now(), reason });
    },
    onFailed(status, body) {
      if (status === null) return;
      const codes = parseErrorCodes(body);
      mustMeasureClock = isNonceRefusal(codes);
      healthLog.addError(SOURCE, new ExchangeError('the private upgrade', status, codes));
    },
    onHealth: options.onHealth,
  });

  return {
    health() {
      const health = socket.health();
      const isComplete = missingStreams.length === 0;
      return {
        ...health,
        reason: isComplete ? health.reason : { code: 'notSubscribed', parameters: { streams: missingStreams } },
        gaps: 0,
        sinceMs,
      };
    },
    probe: () => socket.probe(),
    reopen: () => socket.reconnect({ code: 'notReporting', parameters: {} }),
    close() {
      const wasOpen = socket.isOpen();
      cancelDeadline?.();
      socket.close();
      if (wasOpen) options.emit({ kind: 'closed', atMs: options.now(), reason: CLOSED });
    },
  };
}
