/**
 * Market: what the exchange publishes about one market, parsed.
 *
 * Units       Prices and volumes in millionths; times in Unix ms. Null means not published.
 * Source      docs/exchange-interface.md#market.
 */
import type { MarketId, TokenId } from '../units/ids.ts';
import type { Price } from '../units/price.ts';
import type { Shares } from '../units/shares.ts';
import type { LabelProblem, Side } from './outcome.ts';

export interface PriceTarget {
  readonly floorStrike: number | null;
  readonly capStrike: number | null;
  readonly threshold: number | null;
  readonly comparator: string | null;
}

export interface PriceSettlement {
  readonly candleStartMs: number | null;
  readonly granularitySeconds: number | null;
  readonly open: number | null;
  readonly close: number | null;
  readonly symbol: string | null;
  readonly tie: boolean | null;
}

export interface SettlementPanel {
  readonly id: number | null;
  readonly name: string | null;
  readonly description: string | null;
  readonly termsUrl: string | null;
  readonly inheritedFromSeries: boolean | null;
  readonly entries: readonly { readonly name: string; readonly tier: string | null; readonly url: string | null }[];
}

export interface Terms {
  readonly kind: string | null;
  readonly strikeType: string | null;
  readonly floorStrike: number | null;
  readonly capStrike: number | null;
  readonly underlying: { readonly source: string | null; readonly symbol: string | null } | null;
  readonly measure: {
    readonly at: string | null;
    readonly windowStart: string | null;
    readonly basis: string | null;
    readonly granularitySeconds: number | null;
  } | null;
  readonly settlesOn: string | null;
}

export interface Market {
  readonly id: MarketId;
  readonly numericId: number | null;
  readonly title: string;
  readonly description: string;
  readonly rules: string;
  readonly category: string;
  /** The interface does not list the values: only `voided` has a meaning, docs/assumptions.md#market-status. */
  readonly status: string;
  readonly result: string | null;
  readonly imageUrl: string | null;
  readonly openAtMs: number | null;
  readonly closeAtMs: number | null;
  /** Null: expected at close. */
  readonly determinationAtMs: number | null;
  readonly yesTokenId: TokenId | null;
  readonly noTokenId: TokenId | null;
  readonly eventId: number | null;
  readonly eventSlug: string | null;
  readonly eventTitle: string | null;
  readonly eventRank: number | null;
  readonly groupItemTitle: string | null;
  readonly lastPrice: Price | null;
  readonly yesPrice: Price | null;
  readonly noPrice: Price | null;
  readonly volume24h: Shares | null;
  readonly quoteCurrency: string;
  /** Labels of yes and no, for display only. */
  readonly outcomeLabels: readonly [string, string];
  /** Why the labels mislead; null where they do not. */
  readonly labelProblem: LabelProblem | null;
  readonly resolutionSource: string | null;
  readonly priceTarget: PriceTarget | null;
  readonly priceSettlement: PriceSettlement | null;
  readonly settlementPanel: SettlementPanel | null;
  readonly terms: Terms | null;
  /** Short name that no other listed market has; absent where none was given. */
  readonly name?: string;
}

/** Order of an event's markets: `event_rank` ascending, unranked last; without ranks probability descending. */
export function compareInEvent(
  a: Pick<Market, 'id' | 'eventRank' | 'yesPrice' | 'lastPrice'>,
  b: Pick<Market, 'id' | 'eventRank' | 'yesPrice' | 'lastPrice'>,
  anyRanked: boolean,
): number {
  if (anyRanked) {
    const rank = (a.eventRank ?? Number.POSITIVE_INFINITY) - (b.eventRank ?? Number.POSITIVE_INFINITY);
    if (rank !== 0 && !Number.isNaN(rank)) return rank;
  }
  const probability = (b.yesPrice ?? b.lastPrice ?? 0) - (a.yesPrice ?? a.lastPrice ?? 0);
  return probability !== 0 ? probability : a.id < b.id ? -1 : 1;
}

/** True when the exchange names both tokens, so that an order can be checked against them. */
export function hasTokenIds({ yesTokenId, noTokenId }: Pick<Market, 'yesTokenId' | 'noTokenId'>): boolean {
  return yesTokenId !== null && noTokenId !== null;
}

/** The last part of a market's life, which panes count down. */
const CLOSING_MS = 60_000;

/** Where a market is in its life, by its times, its result and its status. */
export type MarketPhase = 'notOpen' | 'trading' | 'closed' | 'resolved' | 'voided';

/** True once the exchange decided it, whatever time it is: a result, or a void. */
export function isDecided({ result, status }: Pick<Market, 'result' | 'status'>): boolean {
  return (result !== null && result !== '') || status.toLowerCase() === 'voided';
}

/** The result that the exchange decided; null while there is none, or where it is not one of these. */
export function resultOf({ result, status }: Pick<Market, 'result' | 'status'>): Side | 'void' | null {
  if (result === 'yes' || result === 'no' || result === 'void') return result;
  return status.toLowerCase() === 'voided' ? 'void' : null;
}

/** A void has no result, only a status: docs/assumptions.md#market-status. */
export function phaseOf(market: Market, exchangeTimeMs: number): MarketPhase {
  if (market.result !== null && market.result !== '') return market.result === 'void' ? 'voided' : 'resolved';
  if (market.status.toLowerCase() === 'voided') return 'voided';
  if (market.closeAtMs !== null && exchangeTimeMs >= market.closeAtMs) return 'closed';
  return market.openAtMs !== null && exchangeTimeMs < market.openAtMs ? 'notOpen' : 'trading';
}

/** Time left to trade, in ms, in the last minute before the close; else null. */
export function timeToClose(market: Market, exchangeTimeMs: number): number | null {
  if (market.closeAtMs === null || !isTrading(market, exchangeTimeMs)) return null;
  const leftMs = market.closeAtMs - exchangeTimeMs;
  return leftMs > CLOSING_MS ? null : leftMs;
}

/** True from open to close while the market has no result and is not voided. */
export function isTrading(market: Market, exchangeTimeMs: number): boolean {
  return phaseOf(market, exchangeTimeMs) === 'trading';
}
