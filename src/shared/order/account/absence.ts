/**
 * Absence: what happened to an account while nobody could see it, between two readings of it.
 *
 * Units       Times in Unix ms of this machine's clock.
 * Invariants  Pure. A fill that either reading may have had is not new: fills are compared by id, and by the exchange's time
 *             where the ids of the first reading do not reach back so far.
 * Source      docs/notices.md#absence
 */

import type { ConditionalId } from '../conditional/declaration/termsFields.ts';
import type { ConditionalLife } from '../conditional/state.ts';
import type { ConditionalTerms } from '../conditional/terms.ts';
import { type FillGroup, groupFills } from '../fillSummary.ts';
import { isTerminal, type OrderLife } from '../life.ts';
import type { Fill } from './account.ts';

/** `closed`: the program did not run. `disconnected`: the account's data was not current. */
export type AbsenceCause = 'locked' | 'closed' | 'disconnected';

/** The last reading before an absence, as it is stored. */
export interface SeenAccount {
  /** Of the latest reading, or of the lock, the end of the program or the loss of the connection. */
  readonly atMs: number;
  readonly cause: AbsenceCause;
  readonly isArmed: boolean;
  /** Newest first, at most `MAX_SEEN_FILLS`. */
  readonly fillIds: readonly string[];
  /** Exchange's time of the newest fill; 0 without one. */
  readonly newestFillMs: number;
  /** Ids of orders, or of intents without one, that were open. */
  readonly openOrders: readonly string[];
  /** Conditional orders that were active. */
  readonly conditionals: readonly ConditionalId[];
  /** False where they were watched on behind a locked screen. */
  readonly isUnwatched: boolean;
}

export const MAX_SEEN_FILLS = 200;

export interface EndedConditional {
  readonly terms: ConditionalTerms;
  readonly life: ConditionalLife;
}

export interface Absence {
  readonly fromMs: number;
  readonly toMs: number;
  readonly cause: AbsenceCause;
  readonly fills: readonly FillGroup[];
  /** Orders that ended without being filled. */
  readonly endedOrders: number;
  readonly endedConditionals: readonly EndedConditional[];
  /** Conditional orders that were not watched meanwhile. */
  readonly unwatched: number;
  /** Trading was armed before. */
  readonly wasArmed: boolean;
}

/** What a reading of the account has of interest here. */
export interface AccountReading {
  readonly armed: boolean;
  /** Newest first. */
  readonly fills: readonly Fill[];
  readonly orders: readonly {
    readonly intentId: string | null;
    readonly orderId: string | null;
    readonly life: OrderLife;
  }[];
  readonly conditionals: readonly {
    readonly id: ConditionalId;
    readonly terms: ConditionalTerms;
    readonly life: ConditionalLife;
  }[];
}

/** Shorter interruptions of the connection are not reported: what fills then is reported as it arrives. */
const LEAST_GAP_MS = 30_000;

export function readSeen(reading: AccountReading, atMs: number): SeenAccount {
  return {
    atMs,
    cause: 'closed',
    isArmed: reading.armed,
    fillIds: reading.fills.slice(0, MAX_SEEN_FILLS).map(idOf),
    newestFillMs: reading.fills[0]?.exchangeTimeMs ?? 0,
    openOrders: reading.orders
      .filter(({ life }) => !isTerminal(life))
      .flatMap(({ orderId, intentId }) => orderId ?? intentId ?? []),
    conditionals: reading.conditionals.filter(({ life }) => !hasEnded(life)).map(({ id }) => id),
    isUnwatched: true,
  };
}

/** Null where nothing happened that a person has to know. */
export function findAbsence(seen: SeenAccount, reading: AccountReading, atMs: number): Absence | null {
  if (seen.cause === 'disconnected' && atMs - seen.atMs < LEAST_GAP_MS) return null;
  const known = new Set(seen.fillIds);
  const isBounded = seen.fillIds.length >= MAX_SEEN_FILLS;
  const fills = reading.fills.filter(
    (fill) => !known.has(idOf(fill)) && (!isBounded || fill.exchangeTimeMs >= seen.newestFillMs),
  );
  const wasOpen = new Set(seen.openOrders);
  const endedOrders = reading.orders.filter(
    ({ orderId, intentId, life }) =>
      (wasOpen.has(orderId ?? '') || wasOpen.has(intentId ?? '')) && isTerminal(life) && life.at !== 'done',
  ).length;
  const wasActive = new Set(seen.conditionals);
  const endedConditionals = reading.conditionals
    .filter(({ id, life }) => wasActive.has(id) && hasEnded(life))
    .map(({ terms, life }) => ({ terms, life }));
  const unwatched = seen.isUnwatched ? wasActive.size : 0;
  const { atMs: fromMs, cause, isArmed } = seen;
  const wasArmed = isArmed && !reading.armed;
  if (fills.length + endedOrders + endedConditionals.length + unwatched === 0 && !wasArmed) return null;
  return {
    fromMs,
    toMs: atMs,
    cause,
    fills: groupFills(fills.toReversed()),
    endedOrders,
    endedConditionals,
    unwatched,
    wasArmed,
  };
}

function idOf({ id, orderId }: Fill): string {
  return `${id}/${orderId ?? ''}`;
}

/** One that halted needs an answer, which its pane asks for. */
function hasEnded(life: ConditionalLife): boolean {
  return 'reason' in life && life.at !== 'waiting' && life.at !== 'halted';
}
