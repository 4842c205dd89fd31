/** The order being composed: one draft, shared by the ticket and everything that offers a price to click. */
import { create } from 'zustand';
import type { PlaceReceipt } from '#shared/ipc/contract.ts';
import type { Result } from '#shared/ipc/result.ts';
import type { Direction, Side } from '#shared/market/outcome.ts';
import type { OrderIntent } from '#shared/order/intent.ts';
import type { IntentId, MarketId } from '#shared/units/ids.ts';
import type { Price } from '#shared/units/price.ts';
import type { Shares } from '#shared/units/shares.ts';
import { act } from './bridge.ts';

export interface Draft {
  readonly side: Side;
  readonly direction: Direction;
  /** Null while the field holds no price. In the terms of `side`. */
  readonly price: Price | null;
  readonly shares: Shares | null;
  readonly postOnly: boolean;
}

interface DraftStore extends Draft {
  change(part: Partial<Draft>): void;
}

export const useDraft = create<DraftStore>((set) => ({
  side: 'yes',
  direction: 'buy',
  price: null,
  shares: 100_000_000 as Shares,
  postOnly: false,
  change: (part) => set(part),
}));

/** Turns a complete wish into an intent with a fresh id. */
export function buildIntent(
  market: MarketId,
  wish: { side: Side; direction: Direction; price: Price; shares: Shares; postOnly: boolean },
  bookVersion: number | null,
): OrderIntent {
  return { intentId: crypto.randomUUID() as IntentId, market, ...wish, bookVersion };
}

export function placeOrder(intent: OrderIntent): Promise<Result<PlaceReceipt>> {
  return act('order.place', { ...intent });
}
