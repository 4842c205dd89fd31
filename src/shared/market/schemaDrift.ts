/**
 * Schema drift: responses of the exchange that contradict an assumption, as codes.
 *
 * Shape       A code is the name of its row in docs/assumptions.md; text parameters quote what the exchange sent.
 */
import type { Coded, NoParameters } from '../base/coded.ts';
import type { ParseProblem } from '../base/parseProblem.ts';
import type { MarketId } from '../units/ids.ts';
import type { Price } from '../units/price.ts';
import type { Shares } from '../units/shares.ts';
import type { Usd } from '../units/usd.ts';

/** A NO array that contradicts the YES array it mirrors; `served` is null where the YES array has no level. */
export interface BookConflict {
  readonly array: 'yes_bids' | 'yes_asks';
  readonly price: Price;
  readonly served: Shares | null;
  readonly mirrored: Shares;
}

/** Fields of an accepted order that are compared with the order sent. */
export type EchoField = 'market' | 'side' | 'direction' | 'price' | 'volume';

export interface SchemaDriftCodes {
  'balance-includes-locked': NoParameters;
  'book-mirrors': BookConflict & { readonly market: MarketId };
  'content-type': { readonly resource: string; readonly contentType: string };
  'contract-states': { readonly state: string };
  custody: { readonly custody: string };
  'error-body': { readonly status: number };
  'fee-reserve': { readonly stake: Usd; readonly locked: Usd };
  'kline-rows': { readonly length: number };
  'operator-pool': NoParameters;
  /** Rows, fields or levels that are left out because they are unreadable; the problem is that of the first. */
  'plausible-values': { readonly path: string; readonly count: number; readonly problem: ParseProblem };
  'order-echo': { readonly field: EchoField };
  'order-states': { readonly state: string };
  'order-types': { readonly type: string };
  /** The page that repeats earlier rows. */
  paging: { readonly page: number };
  'rest-book-sequence': NoParameters;
  'safe-states': { readonly status: string };
  'sell-locks': { readonly locked: Usd };
  'signature-types': { readonly signatureType: number };
  'stream-names': { readonly stream: string; readonly connection: string };
  'subscribed-message': NoParameters;
  'taker-sides': { readonly side: string };
  tick: { readonly market: MarketId };
  'timestamp-shape': NoParameters;
  /** `path` is null for the fields beyond the number that is counted one by one. */
  'unknown-fields': { readonly path: string | null; readonly count: number };
}

export type SchemaDriftNote = Coded<SchemaDriftCodes>;
