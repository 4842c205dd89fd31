/**
 * The public side of the sockets: opens what is wanted, makes before it breaks, forwards parsed events.
 *
 * Invariants  Of one group only one connection is forwarded at a time: the old one until the new one delivers.
 *             A group that is not touched by a change of interest keeps its connection.
 * Source      exchange-interface, Events rule 1: after a gap, re-subscribe for a fresh snapshot.
 */
import type { StreamHealth } from '#shared/ipc/views.ts';
import type { PublicEvent, PublicInterest } from '#shared/market/events.ts';
import type { MarketId } from '#shared/units/ids.ts';
import type { StreamMessage } from '#wire/messages/streamMessage.ts';
import { formatStream } from '#wire/messages/streamName.ts';
import type { HealthLog } from './healthLog.ts';
import type { VenueProfile } from './profile.ts';
import { openPublicConnection, type PublicConnection } from './publicConnection.ts';
import { mayKeep, type PlannedGroup, planGroups } from './streamPlan.ts';
import { backoffMs, type Timing } from './timing.ts';

/** Re-subscriptions that follow each other closer than this wait longer each time. */
const CALM_MS = 30_000;

export interface PublicStreams {
  setInterest(interest: PublicInterest): void;
  /** Opens the market's connection anew for a fresh snapshot; a call while that is under way changes nothing. */
  resubscribe(market: MarketId): void;
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
  plan: PlannedGroup;
  wanted: ReadonlySet<string>;
  active: PublicConnection | null;
  next: PublicConnection | null;
  gaps: number;
  resyncs: number;
  lastResyncAtMs: number;
  cancelResync: (() => void) | null;
}

function isOfBook(stream: string): boolean {
  return stream.endsWith('.ob-inc') || stream.endsWith('.ob-snap');
}

export function openPublicStreams(options: PublicStreamsOptions): PublicStreams {
  const groups = new Map<string, Group>();

  const openLine = (group: Group): PublicConnection =>
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
      onConfirmed(line) {
        if (line !== group.next) return;
        group.active?.close();
        group.active = line;
        group.next = null;
        options.onHealth();
      },
      onMessage(line, message, receivedAtMs) {
        if (line === group.active) forward(group, message, receivedAtMs);
      },
      onUnreadable(line, why) {
        if (line !== group.active) return;
        const { book, markets } = group.plan;
        if (book !== null) options.emit({ kind: 'unreadable', market: book, atMs: options.now(), why });
        for (const market of markets) if (wantsTape(group, market)) tellHole(market, options.now(), why);
      },
      onLost(line, why) {
        if (line !== group.active) return;
        if (group.next !== null) {
          line.close();
          group.active = null;
        }
        const { markets } = group.plan;
        if (markets.length > 0) options.emit({ kind: 'disconnected', markets, atMs: options.now(), why });
      },
    });

  const wantsTape = (group: Group, market: MarketId): boolean =>
    group.wanted.has(formatStream({ kind: 'trades', market }));
  const tellHole = (market: MarketId, atMs: number, why: string): void =>
    options.emit({ kind: 'tapeUnreadable', market, atMs, why });

  const forward = (group: Group, message: StreamMessage, receivedAtMs: number): void => {
    const wants = (stream: string): boolean => group.wanted.has(stream);
    switch (message.kind) {
      case 'snapshot':
        if (message.market === group.plan.book) options.emit({ ...message, kind: 'bookSnapshot', receivedAtMs });
        return;
      case 'increment':
        if (message.market === group.plan.book) options.emit({ ...message, kind: 'bookIncrement', receivedAtMs });
        return;
      case 'trades':
        if (wantsTape(group, message.market)) options.emit({ ...message, receivedAtMs });
        return;
      case 'candle':
        if (wants(`${message.market}.kline-${message.period}`)) options.emit({ ...message, receivedAtMs });
        return;
      case 'tick':
        options.emit({ kind: 'tick', tick: message.tick, receivedAtMs });
        return;
      case 'unreadable':
        // A candle is told anew every few seconds; a trade is told once, and a book is spoilt by its own messages alone.
        if (message.market !== null && message.stream.endsWith('.trades') && wantsTape(group, message.market)) {
          tellHole(message.market, receivedAtMs, message.error.message);
        }
        if (message.market !== group.plan.book || !isOfBook(message.stream)) return;
        options.emit({
          kind: 'unreadable',
          market: message.market,
          atMs: receivedAtMs,
          why: message.error.message,
        });
        return;
      default:
        return;
    }
  };

  const replace = (group: Group): void => {
    group.next?.close();
    group.next = openLine(group);
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
    if (options.now() - group.lastResyncAtMs > CALM_MS) group.resyncs = 0;
    const delayMs = group.resyncs === 0 ? 0 : backoffMs(options.profile.backoff, group.resyncs - 1, options.random);
    group.resyncs += 1;
    group.lastResyncAtMs = options.now() + delayMs;
    if (delayMs === 0) {
      replace(group);
      return;
    }
    group.cancelResync = options.schedule(delayMs, () => {
      group.cancelResync = null;
      if (group.next === null) replace(group);
    });
  };

  return {
    setInterest(interest) {
      const planned = planGroups(interest);
      const keys = new Set(planned.map((plan) => plan.key));
      for (const plan of planned) {
        const known = groups.get(plan.key);
        const group: Group = known ?? {
          plan,
          wanted: new Set(),
          active: null,
          next: null,
          gaps: 0,
          resyncs: 0,
          lastResyncAtMs: Number.NEGATIVE_INFINITY,
          cancelResync: null,
        };
        groups.set(plan.key, group);
        group.plan = plan;
        group.wanted = new Set(plan.streams);
        const latest = group.next ?? group.active;
        if (latest === null || !mayKeep(latest.streams, plan)) replace(group);
      }
      for (const [key, group] of groups) {
        if (keys.has(key)) continue;
        closeGroup(group);
        groups.delete(key);
      }
      options.onHealth();
    },
    resubscribe(market) {
      for (const group of groups.values()) if (group.plan.book === market) resubscribeGroup(group);
    },
    health: () =>
      [...groups.values()].flatMap((group) => {
        const line = group.active ?? group.next;
        return line === null ? [] : [{ ...line.health(), gaps: group.gaps }];
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
