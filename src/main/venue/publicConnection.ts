/**
 * One public connection with the streams it asked for: parses, keeps the sequence rule, and knows when it delivers.
 *
 * Invariants  Increments before the first snapshot of a connection are dropped: they continue nothing.
 * Source      exchange-interface, Events rule 1; docs/assumptions.md#book-increments.
 */
import type { StreamHealth } from '#shared/ipc/views.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { createSchemaDrift } from '#wire/messages/schemaDrift.ts';
import { parseStreamMessage, type StreamMessage } from '#wire/messages/streamMessage.ts';
import { buildStreamQuery } from '#wire/messages/streamName.ts';
import { WireError } from '#wire/messages/wireError.ts';
import type { HealthLog } from './healthLog.ts';
import type { VenueProfile } from './profile.ts';
import { openSocket, type Socket } from './socket.ts';
import type { PlannedGroup } from './streamPlan.ts';
import type { Timing } from './timing.ts';

export const PUBLIC_TARGET = '/api/v2/websocket/public';

export interface PublicConnection {
  readonly streams: readonly string[];
  /** Delivering: the first snapshot came where a book is carried, else a confirmation. */
  isConfirmed(): boolean;
  health(): Omit<StreamHealth, 'gaps'>;
  probe(): void;
  close(): void;
}

export interface LineOptions extends Timing {
  readonly group: PlannedGroup;
  readonly wsOrigin: string;
  readonly extraHeaders: Readonly<Record<string, string>>;
  readonly profile: VenueProfile;
  readonly healthLog: HealthLog;
  /** Called before the message that confirms is forwarded. */
  readonly onConfirmed: (line: PublicConnection) => void;
  readonly onMessage: (line: PublicConnection, message: StreamMessage, receivedAtMs: number) => void;
  /** The text was no message at all. */
  readonly onUnreadable: (line: PublicConnection, why: string) => void;
  readonly onGap: () => void;
  readonly onLost: (line: PublicConnection, why: string) => void;
  readonly onHealth: () => void;
}

export function openPublicConnection(options: LineOptions): PublicConnection {
  const { group, profile, healthLog } = options;
  const sequences = new Map<MarketId, number>();
  const drift = createSchemaDrift();
  let confirmed = false;
  let cancelDeadline: (() => void) | null = null;

  const confirm = (): void => {
    if (confirmed) return;
    confirmed = true;
    cancelDeadline?.();
    options.onConfirmed(line);
  };

  const reset = (): void => {
    cancelDeadline?.();
    sequences.clear();
    confirmed = false;
  };

  /** True when the message goes on to whoever keeps books. */
  const follow = (message: StreamMessage): boolean => {
    if (message.kind === 'snapshot') {
      sequences.set(message.market, message.update.sequence);
      if (message.market === group.book) confirm();
    } else if (message.kind === 'increment') {
      const last = sequences.get(message.market);
      if (last === undefined) return false;
      if (message.update.sequence > last + 1) options.onGap();
      if (message.update.sequence > last) sequences.set(message.market, message.update.sequence);
    } else if (message.kind === 'subscribed') {
      const missing = group.streams.filter((stream) => !message.streams.includes(stream));
      if (missing.length > 0) {
        healthLog.addError(group.key, new WireError('success.streams', `the streams ${missing.join(', ')}`, 'others'));
      }
      if (group.book === null) confirm();
    } else if (message.kind === 'error') {
      healthLog.addError(group.key, new WireError('error', 'streams', `"${message.text}"`));
    } else if (message.kind === 'other') {
      healthLog.addNote({ code: 'stream-names', parameters: { stream: message.stream, connection: group.key } });
    } else if (message.kind === 'unreadable') {
      healthLog.addError(message.stream, message.error);
    } else if (group.book === null) confirm();
    return true;
  };

  const socket: Socket = openSocket({
    now: options.now,
    random: options.random,
    schedule: options.schedule,
    name: group.key,
    wsOrigin: options.wsOrigin,
    target: `${PUBLIC_TARGET}?${buildStreamQuery(group.streams)}`,
    headers: async () => options.extraHeaders,
    profile,
    onOpen() {
      reset();
      cancelDeadline =
        group.book === null
          ? options.schedule(profile.stream.confirmMs, confirm)
          : options.schedule(profile.stream.snapshotMs, () => socket.recycle('No snapshot in time'));
    },
    onText(text, receivedAtMs) {
      let messages: StreamMessage[];
      try {
        messages = parseStreamMessage(text, drift);
        healthLog.addSchemaDrift(drift);
      } catch (error) {
        healthLog.addError(group.key, error);
        options.onUnreadable(line, error instanceof WireError ? error.message : 'A message could not be read');
        return;
      }
      for (const message of messages) if (follow(message)) options.onMessage(line, message, receivedAtMs);
    },
    onLost(why) {
      reset();
      options.onLost(line, why);
    },
    onFailed: () => undefined,
    onHealth: options.onHealth,
  });

  const line: PublicConnection = {
    streams: group.streams,
    isConfirmed: () => confirmed,
    health: () => socket.health(),
    probe: () => socket.probe(),
    close() {
      reset();
      socket.close();
    },
  };
  return line;
}
