/**
 * Public streams: opens the planned connections, replaces them without a gap, emits events.
 *
 * Invariants  One connection of a group is emitted at a time: the old one until the new one is confirmed.
 *             A change of interest reopens only the groups that it affects.
 * Source      docs/exchange-interface.md#sequence-rule: after a gap, re-subscribe for a fresh snapshot.
 */

import { jitteredBackoffMs } from '#shared/base/backoff.ts';
import type { ParseProblem } from '#shared/base/parseProblem.ts';
import type { StreamHealth } from '#shared/ipc/health.ts';
import type { PublicEvent, PublicInterest, SharedStreams } from '#shared/market/events.ts';
import type { MarketId } from '#shared/units/ids.ts';
import type { StreamMessage } from '#wire/messages/streamMessage.ts';
import { formatStream } from '#wire/messages/streamName.ts';
import { toProblem } from '#wire/messages/wireError.ts';
import type { HealthLog } from './healthLog.ts';
import type { VenueProfile } from './profile.ts';
import { openPublicConnection, type PublicConnection } from './publicConnection.ts';
import { canKeepConnection, createStreamPlanner, type StreamGroup } from './streamPlan.ts';
import type { Timing } from './timing.ts';

/** Resubscriptions of a market closer together than this wait with a growing backoff. */
const RESYNC_RESET_MS = 30_000;

export interface PublicStreams {
  setInterest(interest: PublicInterest): void;
  /** Reopens the market's connection for a fresh snapshot; ignored while a reopening is in progress. */
  resubscribe(market: MarketId): void;
  /** The same for the connections that several markets or underlyings share. */
  resubscribeShared(kind: SharedStreams): void;
  health(): StreamHealth[];
  /** Pings every connection now. */
  probe(): void;
  close(): void;
}

export interface PublicStreamsOptions extends Timing {
  readonly wsOrigin: string;
  readonly extraHeaders: Readonly<Record<string, string>>;
  readonly profile: VenueProfile;
  readonly healthLog: HealthLog;
  readonly emit: (event: PublicEvent) => void;
  readonly onHealth: () => void;
}

interface Group {
  plan: StreamGroup;
  /** Streams of the plan; a kept connection may carry more. */
  wanted: ReadonlySet<string>;
  /** Books of the plan. */
  books: ReadonlySet<MarketId>;
  active: PublicConnection | null;
  /** Replaces `active` once it is confirmed. */
  next: PublicConnection | null;
  gaps: number;
  /** Of connections that were replaced. */
  reconnects: number;
  sinceMs: number;
  resyncs: number;
  lastResyncAtMs: number;
  cancelResync: (() => void) | null;
}

export function openPublicStreams(options: PublicStreamsOptions): PublicStreams {
  const groups = new Map<string, Group>();
  const planner = createStreamPlanner();

  const openConnection = (group: Group): PublicConnection =>
    openPublicConnection({
      now: options.now,
      random: options.random,
      schedule: options.schedule,
      group: group.plan,
      wsOrigin: options.wsOrigin,
      extraHeaders: options.extraHeaders,
      profile: options.profile,
      healthLog: options.healthLog,
      onHealth: options.onHealth,
      onGap() {
        group.gaps += 1;
        options.onHealth();
      },
      onConfirmed(connection) {
        if (connection !== group.next) return;
        retire(group, group.active);
        group.active = connection;
        group.next = null;
        options.onHealth();
      },
      onMessage(connection, message, receivedAtMs) {
        if (connection === group.active) emitMessage(group, message, receivedAtMs);
        // Else a book whose first snapshot cannot be read would wait for ever, without a word.
        else if (group.active === null && message.kind === 'unreadable') emitUnreadable(group, message, receivedAtMs);
      },
      onUnreadable(connection, problem) {
        if (connection !== group.active) return;
        const { books, markets } = group.plan;
        for (const market of books) options.emit({ kind: 'unreadable', market, atMs: options.now(), problem });
        for (const market of markets) if (wantsTape(group, market)) emitTapeUnreadable(market, options.now(), problem);
      },
      onLost(connection, reason) {
        if (connection !== group.active) return;
        if (group.next !== null) {
          retire(group, connection);
          group.active = null;
        }
        const { markets } = group.plan;
        if (markets.length === 0) return;
        options.emit({ kind: 'disconnected', markets, atMs: options.now(), reason });
      },
    });

  const emitTapeUnreadable = (market: MarketId, atMs: number, problem: ParseProblem | null): void =>
    options.emit({ kind: 'tapeUnreadable', market, atMs, problem });

  const emitMessage = (group: Group, message: StreamMessage, receivedAtMs: number): void => {
    switch (message.kind) {
      case 'snapshot':
      case 'increment': {
        const { market, update } = message;
        const kind = message.kind === 'snapshot' ? 'bookSnapshot' : 'bookIncrement';
        if (group.books.has(market)) options.emit({ kind, market, update, receivedAtMs });
        return;
      }
      case 'trades':
        if (wantsTape(group, message.market)) options.emit({ ...message, receivedAtMs });
        return;
      case 'candle':
        if (group.wanted.has(`${message.market}.kline-${message.period}`)) options.emit({ ...message, receivedAtMs });
        return;
      case 'tick':
        options.emit({ kind: 'tick', tick: message.tick, receivedAtMs });
        return;
      case 'unreadable':
        emitUnreadable(group, message, receivedAtMs);
        return;
      default:
        return;
    }
  };

  /** A lost candle or tick is not an event: the next one replaces it. */
  const emitUnreadable = (
    group: Group,
    { market, stream, error }: Extract<StreamMessage, { readonly kind: 'unreadable' }>,
    receivedAtMs: number,
  ): void => {
    if (market !== null && stream.endsWith('.trades') && wantsTape(group, market)) {
      emitTapeUnreadable(market, receivedAtMs, toProblem(error));
    }
    if (market === null || !group.books.has(market) || !isBookStream(stream)) return;
    options.emit({ kind: 'unreadable', market, atMs: receivedAtMs, problem: toProblem(error) });
  };

  const replaceConnection = (group: Group): void => {
    retire(group, group.next);
    group.next = openConnection(group);
  };

  /** Its reconnects still count for the group. */
  const retire = (group: Group, connection: PublicConnection | null): void => {
    if (connection === null) return;
    group.reconnects += connection.health().reconnects;
    connection.close();
  };

  const closeGroup = (group: Group): void => {
    group.cancelResync?.();
    group.active?.close();
    group.next?.close();
    group.active = null;
    group.next = null;
  };

  const resubscribeGroup = (group: Group): void => {
    if (group.next !== null || group.cancelResync !== null) return;
    if (options.now() - group.lastResyncAtMs > RESYNC_RESET_MS) group.resyncs = 0;
    const delayMs =
      group.resyncs === 0 ? 0 : jitteredBackoffMs(options.profile.backoff, group.resyncs - 1, options.random);
    group.resyncs += 1;
    group.lastResyncAtMs = options.now() + delayMs;
    if (delayMs === 0) {
      replaceConnection(group);
      return;
    }
    group.cancelResync = options.schedule(delayMs, () => {
      group.cancelResync = null;
      if (group.next === null) replaceConnection(group);
    });
  };

  return {
    setInterest(interest) {
      const plans = planner.plan(interest);
      const keys = new Set(plans.map((plan) => plan.key));
      for (const plan of plans) {
        const group = groups.get(plan.key) ?? createGroup(plan, options.now());
        groups.set(plan.key, group);
        group.plan = plan;
        group.wanted = new Set(plan.streams);
        group.books = new Set(plan.books);
        const latest = group.next ?? group.active;
        if (latest === null || !canKeepConnection(latest.streams, plan)) replaceConnection(group);
      }
      for (const [key, group] of groups) {
        if (keys.has(key)) continue;
        closeGroup(group);
        groups.delete(key);
      }
      options.onHealth();
    },
    resubscribe(market) {
      for (const group of groups.values()) if (group.books.has(market)) resubscribeGroup(group);
    },
    resubscribeShared(kind) {
      for (const group of groups.values()) if (group.plan.shared === kind) resubscribeGroup(group);
    },
    health: () =>
      [...groups.values()].flatMap((group) => {
        const connection = group.active ?? group.next;
        if (connection === null) return [];
        const health = connection.health();
        const { gaps, sinceMs } = group;
        return [{ ...health, reconnects: group.reconnects + health.reconnects, gaps, sinceMs }];
      }),
    probe() {
      for (const group of groups.values()) group.active?.probe();
    },
    close() {
      for (const group of groups.values()) closeGroup(group);
      groups.clear();
    },
  };
}

function createGroup(plan: StreamGroup, sinceMs: number): Group {
  return {
    plan,
    wanted: new Set(),
    books: new Set(),
    active: null,
    next: null,
    gaps: 0,
    reconnects: 0,
    sinceMs,
    resyncs: 0,
    lastResyncAtMs: Number.NEGATIVE_INFINITY,
    cancelResync: null,
  };
}

function wantsTape(group: Group, market: MarketId): boolean {
  return group.wanted.has(formatStream({ kind: 'trades', market }));
}

function isBookStream(stream: string): boolean {
  return stream.endsWith('.ob-inc') || stream.endsWith('.ob-snap');
}
