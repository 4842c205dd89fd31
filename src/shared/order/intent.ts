/** What the trader wants, in integers, before anything is signed. */
import type { Direction, Side } from '../market/outcome.ts';
import type { IntentId, MarketId } from '../units/ids.ts';
import type { Price } from '../units/price.ts';
import type { Shares } from '../units/shares.ts';

export interface OrderIntent {
  /** The same id twice is one order. */
  readonly intentId: IntentId;
  readonly market: MarketId;
  readonly side: Side;
  readonly direction: Direction;
  /** In the terms of `side`. */
  readonly price: Price;
  readonly shares: Shares;
  readonly postOnly: boolean;
  /** Version of the book that the trader saw (BookFrame.version); null when none was on screen. */
  readonly bookVersion: number | null;
}
