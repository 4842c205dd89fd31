/**
 * Public WebSocket connection for one group of streams: parses messages, tracks sequences.
 *
 * Invariants  Increments before the first snapshot of a connection are dropped.
 * Source      docs/exchange-interface.md#sequence-rule; docs/assumptions.md#book-increments.
 */
import type { ParseProblem } from '#shared/base/parseProblem.ts';
import type { HealthSource, StreamHealth } from '#shared/ipc/health.ts';
import type { StreamReason } from '#shared/market/streamReason.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { createSchemaDrift } from '#wire/messages/schemaDrift.ts';
import { parseStreamMessage, type StreamMessage } from '#wire/messages/streamMessage.ts';
import { buildStreamQuery } from '#wire/messages/streamName.ts';
import { toProblem, WireError } from '#wire/messages/wireError.ts';
import { findMessageBytes } from './answerBounds.ts';
import type { HealthLog } from './healthLog.ts';
import type { VenueProfile } from './profile.ts';
import { openSocket, type Socket } from './socket.ts';
import type { StreamGroup } from './streamPlan.ts';
import type { Timing } from './timing.ts';

const PUBLIC_TARGET = '/api/v2/websocket/public';

export interface PublicConnection {
  readonly streams: readonly string[];
  health(): Omit<StreamHealth, 'gaps' | 'sinceMs'>;
  probe(): void;
  close(): void;
}

export interface PublicConnectionOptions extends Timing {
  readonly group: StreamGroup;
  readonly wsOrigin: string;
  readonly extraHeaders: Readonly<Record<string, string>>;
  readonly profile: VenueProfile;
  readonly healthLog: HealthLog;
  /** The connection delivers: the first snapshots of its books arrived or, without a book, its list of streams. */
  readonly onConfirmed: (connection: PublicConnection) => void;
  /** Called after `onConfirmed` for the message that confirms. */
  readonly onMessage: (connection: PublicConnection, message: StreamMessage, receivedAtMs: number) => void;
  /** The text was not a message. */
  readonly onUnreadable: (connection: PublicConnection, problem: ParseProblem | null) => void;
  readonly onGap: () => void;
  readonly onLost: (connection: PublicConnection, reason: StreamReason) => void;
  readonly onHealth: () => void;
}

export function openPublicConnection(options: PublicConnectionOptions): PublicConnection {
  const { group, profile, healthLog } = options;
  const source: HealthSource = { code: 'stream', parameters: { name: group.key } };
  const sequences = new Map<MarketId, number>();
  const drift = createSchemaDrift();
  let isConfirmed = false;
  /** Of the books that came before the last first snapshot; delivered once the connection is confirmed. */
  let early: { readonly message: StreamMessage; readonly receivedAtMs: number }[] = [];
  let cancelDeadline: (() => void) | null = null;

  const confirm = (): void => {
    if (isConfirmed) return;
    isConfirmed = true;
    cancelDeadline?.();
    options.onConfirmed(connection);
    for (const { message, receivedAtMs } of early.splice(0)) options.onMessage(connection, message, receivedAtMs);
  };

  const reset = (): void => {
    cancelDeadline?.();
    sequences.clear();
    early = [];
    isConfirmed = false;
  };

  /** Updates the connection's state; false when the message must be dropped. */
  const accept = (message: StreamMessage): boolean => {
    switch (message.kind) {
      case 'snapshot':
        sequences.set(message.market, message.update.sequence);
        if (group.books.length > 0 && group.books.every((market) => sequences.has(market))) confirm();
        return true;
      case 'increment': {
        const last = sequences.get(message.market);
        if (last === undefined) return false;
        if (message.update.sequence > last + 1) options.onGap();
        if (message.update.sequence > last) sequences.set(message.market, message.update.sequence);
        return true;
      }
      case 'subscribed': {
        const missing = group.streams.filter((stream) => !message.streams.includes(stream));
        if (missing.length > 0) {
          healthLog.addError(source, new WireError('success.streams', `the streams ${missing.join(', ')}`, 'others'));
        }
        if (group.books.length === 0) confirm();
        return true;
      }
      case 'error':
        healthLog.addError(source, new WireError('error', 'streams', `"${message.text}"`));
        return true;
      case 'other':
        healthLog.addNote({ code: 'stream-names', parameters: { stream: message.stream, connection: group.key } });
        return true;
      case 'unreadable':
        healthLog.addError({ code: 'stream', parameters: { name: message.stream } }, message.error);
        return true;
      default:
        if (group.books.length === 0) confirm();
        return true;
    }
  };

  const socket: Socket = openSocket({
    now: options.now,
    random: options.random,
    schedule: options.schedule,
    name: group.key,
    wsOrigin: options.wsOrigin,
    target: `${PUBLIC_TARGET}?${buildStreamQuery(group.streams)}`,
    maxBytes: findMessageBytes(group.streams),
    headers: async () => options.extraHeaders,
    profile,
    onOpen() {
      reset();
      cancelDeadline =
        group.books.length === 0
          ? options.schedule(profile.stream.confirmMs, confirm)
          : options.schedule(profile.stream.snapshotMs, () => {
              // A book without a snapshot does not hold back the others of its connection.
              if (sequences.size > 0) confirm();
              else socket.reconnect({ code: 'noSnapshot', parameters: {} });
            });
    },
    onText(text, receivedAtMs) {
      let messages: StreamMessage[];
      try {
        messages = parseStreamMessage(text, drift);
        healthLog.addSchemaDrift(drift);
      } catch (error) {
        healthLog.addError(source, error);
        options.onUnreadable(connection, error instanceof WireError ? toProblem(error) : null);
        return;
      }
      for (const message of messages) {
        // Until it is confirmed another connection may deliver these books: that one's trades are the only ones.
        const isBook = message.kind === 'snapshot' || message.kind === 'increment';
        if (!accept(message)) continue;
        if (isConfirmed || !isBook || group.books.length < 2) options.onMessage(connection, message, receivedAtMs);
        else early.push({ message, receivedAtMs });
      }
    },
    onLost(reason) {
      reset();
      options.onLost(connection, reason);
    },
    onFailed: () => undefined,
    onHealth: options.onHealth,
  });

  const connection: PublicConnection = {
    streams: group.streams,
    health: () => socket.health(),
    probe: () => socket.probe(),
    close() {
      reset();
      socket.close();
    },
  };
  return connection;
}
