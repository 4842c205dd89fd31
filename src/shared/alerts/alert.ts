/**
 * Alert: a condition that a person wants to be notified of, as data.
 *
 * Units       Prices, spreads, contracts and dollars in millionths, as safe integers; durations in ms; times in Unix ms of the
 *             exchange's clock.
 * Source      docs/alerts.md
 */
import type { Side } from '../market/outcome.ts';
import type { MarketId } from '../units/ids.ts';
import { MICROS } from '../units/micros.ts';

export const PRICE_SOURCES = ['bid', 'ask', 'last', 'mid'] as const;
export type PriceSource = (typeof PRICE_SOURCES)[number];

/** States of an order that an alert is about; `cancelled`: without a cancel from this program. */
export const ORDER_TURNS = ['rejected', 'unknown', 'cancelled'] as const;
export type OrderTurn = (typeof ORDER_TURNS)[number];

export type AlertCondition =
  | {
      readonly kind: 'price';
      readonly of: PriceSource;
      readonly side: Side;
      readonly crosses: 'above' | 'below';
      readonly level: number;
    }
  | { readonly kind: 'spread'; readonly crosses: 'above' | 'below'; readonly level: number }
  /** Contracts traded within the newest `windowMs`. */
  | { readonly kind: 'volume'; readonly level: number; readonly windowMs: number }
  | { readonly kind: 'fill' }
  | { readonly kind: 'order'; readonly turns: readonly OrderTurn[] }
  /** Free collateral below the level. */
  | { readonly kind: 'balance'; readonly level: number }
  | { readonly kind: 'timeToClose'; readonly beforeMs: number }
  /** Data that is not live for this long. */
  | { readonly kind: 'stream'; readonly of: 'book' | 'account'; readonly forMs: number }
  /** The exchange changed what it publishes about a market. */
  | { readonly kind: 'rules' };

export type AlertKind = AlertCondition['kind'];

/** `any`: every market that is on screen; of fills and orders every market; of rules every listed market. */
export type AlertScope =
  | { readonly kind: 'market'; readonly market: MarketId }
  | { readonly kind: 'event'; readonly eventId: number }
  | { readonly kind: 'any' };

export interface AlertTerms {
  readonly condition: AlertCondition;
  readonly scope: AlertScope;
  /** Null: the alert ends when it fires. */
  readonly repeat: AlertRepeat | null;
  /** Null: never. */
  readonly expiresAtMs: number | null;
}

export interface AlertRepeat {
  /** Least time between two firings; those in between are counted. */
  readonly pauseMs: number;
  /** How far a price, spread or balance must come back before the alert can fire again. */
  readonly rearmBy: number;
}

/** Alerts of one account and server. */
export const MAX_ALERTS = 200;
export const MIN_PAUSE_MS = 5_000;
export const MAX_PAUSE_MS = 86_400_000;
export const MIN_VOLUME_WINDOW_MS = 1_000;
export const MAX_VOLUME_WINDOW_MS = 3_600_000;
export const MAX_STREAM_MS = 3_600_000;
export const MAX_TO_CLOSE_MS = 30 * 86_400_000;

/** Why terms make no alert. Words: `shared/text/alerts/alerts`. */
export type TermsProblem = 'priceLevel' | 'level' | 'rearmBy' | 'accountScope' | 'turns' | 'expired';

/** Null for terms that make an alert at the exchange's time `nowMs`. */
export function checkTerms({ condition, scope, repeat, expiresAtMs }: AlertTerms, nowMs: number): TermsProblem | null {
  switch (condition.kind) {
    case 'price':
      if (condition.level <= 0 || condition.level >= MICROS) return 'priceLevel';
      break;
    case 'spread':
      if (condition.level < 0 || condition.level >= MICROS) return 'priceLevel';
      break;
    case 'volume':
      if (condition.level <= 0) return 'level';
      break;
    case 'balance':
      if (condition.level <= 0) return 'level';
      break;
    case 'order':
      if (condition.turns.length === 0) return 'turns';
      break;
    default:
  }
  if (isOfAccount(condition) && !isPerMarket(condition) && scope.kind !== 'any') return 'accountScope';
  if (repeat !== null && repeat.rearmBy > greatestRearm(condition)) return 'rearmBy';
  return expiresAtMs !== null && expiresAtMs <= nowMs ? 'expired' : null;
}

/** What the account must be open for. */
export function isOfAccount(condition: AlertCondition): boolean {
  const { kind } = condition;
  return kind === 'fill' || kind === 'order' || kind === 'balance' || (kind === 'stream' && condition.of === 'account');
}

/** False for what concerns the account as a whole. */
export function isPerMarket(condition: AlertCondition): boolean {
  return condition.kind !== 'balance' && !(condition.kind === 'stream' && condition.of === 'account');
}

/** True for a condition that needs the books of its markets. */
export function needsBook(condition: AlertCondition): boolean {
  const { kind } = condition;
  return kind === 'price' || kind === 'spread' || kind === 'volume' || (kind === 'stream' && condition.of === 'book');
}

/** Farther back, the alert could never fire again. */
function greatestRearm(condition: AlertCondition): number {
  switch (condition.kind) {
    case 'price':
    case 'spread':
      return condition.crosses === 'above' ? condition.level : MICROS - condition.level;
    case 'balance':
      return Number.MAX_SAFE_INTEGER;
    default:
      return 0;
  }
}
