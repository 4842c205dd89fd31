/**
 * The one private connection: signed over its full query, checked against the list of streams that were granted.
 *
 * Errors      Never gives up: a refused upgrade is said and tried again; a nonce refusal measures the clock first.
 * Source      exchange-interface, Authentication rule 5, Events rule 4; docs/assumptions.md#subscribed-message.
 */
import type { StreamHealth } from '#shared/ipc/views.ts';
import type { PrivateEvent } from '#shared/order/placement.ts';
import { parseErrorCodes } from '#wire/messages/errorBody.ts';
import { isNonceRefusal } from '#wire/messages/errorCodes.ts';
import { createSchemaDrift } from '#wire/messages/schemaDrift.ts';
import { parseStreamMessage, type StreamMessage } from '#wire/messages/streamMessage.ts';
import { buildStreamQuery, PRIVATE_STREAMS } from '#wire/messages/streamName.ts';
import { WireError } from '#wire/messages/wireError.ts';
import { ExchangeError } from './errors.ts';
import type { HealthLog } from './healthLog.ts';
import { noteOrderState } from './parseResponse.ts';
import type { VenueProfile } from './profile.ts';
import { openSocket, type Socket } from './socket.ts';
import type { Timing } from './timing.ts';

export const PRIVATE_TARGET = `/api/v2/websocket/private?${buildStreamQuery(PRIVATE_STREAMS)}`;

export interface PrivateStream {
  health(): StreamHealth;
  probe(): void;
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
  let announced = false;
  let missing: readonly string[] = [];
  let measureFirst = false;
  let cancelConfirm: (() => void) | null = null;

  const announce = (): void => {
    if (announced) return;
    announced = true;
    cancelConfirm?.();
    options.emit({ kind: 'open', atMs: options.now() });
  };

  const handle = (message: StreamMessage, receivedAtMs: number): void => {
    switch (message.kind) {
      case 'subscribed':
        missing = PRIVATE_STREAMS.filter((stream) => !message.streams.includes(stream));
        if (missing.length > 0) {
          healthLog.addError(
            'private',
            new WireError('success.streams', `the streams ${missing.join(', ')}`, 'others'),
          );
        }
        announce();
        options.onHealth();
        return;
      case 'order':
        noteOrderState(message.order, healthLog);
        options.emit({ ...message, receivedAtMs });
        return;
      case 'fill':
      case 'balance':
      case 'position':
        options.emit({ ...message, receivedAtMs });
        return;
      case 'unreadable':
        healthLog.addError(message.stream, message.error);
        options.emit({
          kind: 'unreadable',
          atMs: receivedAtMs,
          why: message.error.message,
          ...(message.order ? { order: message.order } : {}),
        });
        return;
      case 'error':
        healthLog.addError('private', new WireError('error', 'streams', `"${message.text}"`));
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
    async headers() {
      if (measureFirst) await options.measureClock().catch(() => undefined);
      measureFirst = false;
      return options.signUpgrade(PRIVATE_TARGET);
    },
    profile,
    onOpen() {
      announced = false;
      missing = [];
      cancelConfirm = options.schedule(profile.stream.confirmMs, () => {
        healthLog.addNote({ code: 'subscribed-message', parameters: {} });
        announce();
      });
    },
    onText(text, receivedAtMs) {
      try {
        const messages = parseStreamMessage(text, drift);
        healthLog.addSchemaDrift(drift);
        for (const message of messages) handle(message, receivedAtMs);
      } catch (error) {
        healthLog.addError('private', error);
        const why = error instanceof WireError ? error.message : 'A message could not be read';
        options.emit({ kind: 'unreadable', atMs: receivedAtMs, why });
      }
    },
    onLost(why) {
      cancelConfirm?.();
      options.emit({ kind: 'closed', atMs: options.now(), why });
    },
    onFailed(_why, status, body) {
      if (status === null) return;
      const codes = parseErrorCodes(body);
      measureFirst = isNonceRefusal(codes);
      healthLog.addError('private', new ExchangeError('the private upgrade', status, codes));
    },
    onHealth: options.onHealth,
  });

  return {
    health() {
      const health = socket.health();
      const why = missing.length > 0 ? `Not subscribed: ${missing.join(', ')}` : health.why;
      return { ...health, why, gaps: 0 };
    },
    probe: () => socket.probe(),
    close() {
      const wasOpen = socket.isOpen();
      cancelConfirm?.();
      socket.close();
      if (wasOpen) options.emit({ kind: 'closed', atMs: options.now(), why: 'Closed by this terminal' });
    },
  };
}
