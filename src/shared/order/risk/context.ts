/**
 * Account, market data and recent use that limits are evaluated on, without the limits themselves.
 *
 * Units       Millionths; `nowMs` on this machine's clock, `exchangeTimeMs` on the exchange's.
 * Invariants  An order counts until it is proved closed: signed, sent, unknown and cancelling orders count as resting.
 */
import type { BookTop } from '../../market/mark.ts';
import type { Market } from '../../market/market.ts';
import type { MarketId } from '../../units/ids.ts';
import type { Usd } from '../../units/usd.ts';
import type { Balance, Position } from '../account/account.ts';
import type { CommittingOrder } from '../commitments.ts';
import type { RiskOrder } from './loss.ts';

/** Levels are [price, shares, …], best first, YES terms. */
export interface RiskBook extends BookTop {
  readonly bids: ArrayLike<number>;
  readonly asks: ArrayLike<number>;
}

/** What an order that was signed here uses of the limits per minute and day. */
export interface SignedUse {
  readonly atMs: number;
  readonly notional: Usd;
  /** Of the filled part, and of the open one. */
  readonly givenAway: Usd;
  readonly isOpen: boolean;
}

/** Value of the account at the start of a UTC day. */
export interface DayBaseline {
  readonly startsAtMs: number;
  readonly equity: Usd;
}

export interface OrderBudget {
  readonly used: number;
  readonly allowance: number;
}

/** What main knows of the use of the limits, and shows in the account view. */
export interface RiskUse {
  /** Ids of events of which the member says that at most one market resolves to yes. */
  readonly exclusiveEvents: readonly number[];
  /** Null until the account was read today. */
  readonly baseline: DayBaseline | null;
  /** Orders signed in the last minute, and open ones. */
  readonly uses: readonly SignedUse[];
  /** 00:00 UTC of the day that `givenAwayToday` belongs to. */
  readonly dayStartsAtMs: number;
  /** By orders signed since then, and by open ones. */
  readonly givenAwayToday: Usd;
  /** Fills that the positions do not include yet; each counts as an open order. */
  readonly unsettled: readonly RiskOrder[];
}

export interface RiskContext extends RiskUse {
  readonly nowMs: number;
  readonly exchangeTimeMs: number;
  readonly feeRateMicros: number;
  /** Null until read. */
  readonly balance: Balance | null;
  /** Null until read. */
  readonly positions: readonly Position[] | null;
  readonly orders: readonly CommittingOrder[];
  /** Null until the client has reported it. */
  readonly orderBudget: OrderBudget | null;
  market(id: MarketId): Market | null;
  /** Null when the book is not watched. */
  book(id: MarketId): RiskBook | null;
}
