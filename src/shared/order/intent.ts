/** An order as the trader intends it, in integers, before it is signed. */
import type { Direction, Side } from '../market/outcome.ts';
import type { IntentId, MarketId } from '../units/ids.ts';
import type { Price } from '../units/price.ts';
import type { Shares } from '../units/shares.ts';

export interface OrderIntent {
  /** Two calls with the same id place one order. */
  readonly intentId: IntentId;
  readonly market: MarketId;
  readonly side: Side;
  readonly direction: Direction;
  /** In the terms of `side`. */
  readonly price: Price;
  readonly shares: Shares;
  readonly postOnly: boolean;
  /** A person typed the price: required of an exit on a book that is not live. */
  readonly isPriceTyped?: true;
  /** Version of the book on screen (BookFrame.version); null without one. */
  readonly bookVersion: number | null;
}
