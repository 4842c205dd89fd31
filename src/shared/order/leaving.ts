/**
 * Leaving: what of an account nobody watches once its keys are locked or the program is closed, and what goes on.
 *
 * Units       Shares in millionths; `preparedUntilMs` in Unix ms of this machine's clock.
 * Invariants  Pure. Null where no position is open and no conditional order is watched: then a leave takes nothing away.
 * Source      docs/notices.md#leaving
 */
import type { Side } from '../market/outcome.ts';
import type { MarketId } from '../units/ids.ts';
import { type Shares, toShares } from '../units/shares.ts';
import type { Position } from './account/account.ts';
import type { ConditionalLife } from './conditional/state.ts';
import type { ExitView } from './exits/progress.ts';
import { isTerminal, type OrderLife } from './life.ts';

export type LeaveAct = 'lock' | 'close';

/** Shares of a market that are not paired: what its result changes. */
export interface OpenPosition {
  readonly market: MarketId;
  readonly side: Side;
  readonly shares: Shares;
}

export interface Leaving {
  readonly act: LeaveAct;
  /** Of the markets that are not decided, the largest first. */
  readonly positions: readonly OpenPosition[];
  /** Conditional orders that are watched now. */
  readonly conditionals: number;
  /** Moves and flattens that the leave ends. */
  readonly exits: number;
  /** Orders that stay at the exchange. */
  readonly resting: number;
  /** Orders that may be there: they are sent, and their answer is not known. */
  readonly unknown: number;
  /** Prepared exits can be sent behind a lock until then; null without any. The end of the program discards them. */
  readonly preparedUntilMs: number | null;
}

/** What a reading of the account has of interest here. */
export interface LeaveReading {
  readonly positions: readonly Pick<Position, 'market' | 'outcome' | 'quantity'>[];
  readonly orders: readonly { readonly life: OrderLife }[];
  readonly exits?: readonly Pick<ExitView, 'endedAtMs'>[];
  readonly conditionals: readonly { readonly life: ConditionalLife }[];
  readonly preparedUntilMs: number | null;
  isDecided(market: MarketId): boolean;
}

export function findLeaving(act: LeaveAct, reading: LeaveReading): Leaving | null {
  const positions = listOpen(reading);
  const conditionals = reading.conditionals.filter(({ life }) => isWatched(life)).length;
  if (positions.length === 0 && conditionals === 0) return null;
  const open = reading.orders.filter(({ life }) => !isTerminal(life));
  const resting = open.filter(({ life }) => life.at === 'resting').length;
  return {
    act,
    positions,
    conditionals,
    exits: (reading.exits ?? []).filter(({ endedAtMs }) => endedAtMs === null).length,
    resting,
    unknown: open.length - resting,
    preparedUntilMs: act === 'lock' ? reading.preparedUntilMs : null,
  };
}

/** One that halted continues only after an answer, and is watched by nobody before it either. */
function isWatched(life: ConditionalLife): boolean {
  return life.at === 'waiting' || (life.at !== 'draft' && !('reason' in life));
}

function listOpen({ positions, isDecided }: LeaveReading): readonly OpenPosition[] {
  const open: OpenPosition[] = [];
  for (const [market, rows] of Map.groupBy(positions, (position) => position.market)) {
    const net = rows.reduce((sum, { outcome, quantity }) => sum + (outcome === 'yes' ? quantity : -quantity), 0);
    if (net === 0 || isDecided(market)) continue;
    open.push({ market, side: net > 0 ? 'yes' : 'no', shares: toShares(Math.abs(net)) });
  }
  return open.toSorted((a, b) => b.shares - a.shares || (a.market < b.market ? -1 : 1));
}
