/**
 * Order drafts: the order being composed, one per link group or unlinked pane.
 *
 * Invariants  A price belongs to the market it was set for: another market never shows it.
 */
import { createStore, type StoreApi, useStore } from 'zustand';
import { createEmitter } from '#shared/base/emitter.ts';
import { encodeMessage } from '#shared/ipc/codec.ts';
import type { Result } from '#shared/ipc/result.ts';
import type { Direction, Side } from '#shared/market/outcome.ts';
import type { OrderIntent } from '#shared/order/intent.ts';
import type { PlaceReceipt } from '#shared/order/receipts.ts';
import { type SizeBudget, sharesForBudget } from '#shared/order/sizeBudget.ts';
import type { IntentId, MarketId } from '#shared/units/ids.ts';
import type { Price } from '#shared/units/price.ts';
import type { Shares } from '#shared/units/shares.ts';
import { act } from './bridge.ts';

export interface Draft {
  readonly side: Side;
  readonly direction: Direction;
  /** In the terms of `side`; null while no price is set. `isTyped`: a person typed it in the ticket. */
  readonly price: { readonly market: MarketId; readonly value: Price; readonly isTyped?: true } | null;
  /** Contracts; with a budget those at the ticket's price, null without one. */
  readonly shares: Shares | null;
  /** Size in dollars: the contracts follow from the price of the order. Null for a size in contracts. */
  readonly budget: SizeBudget | null;
  readonly postOnly: boolean;
}

export const NEW_DRAFT: Draft = {
  side: 'yes',
  direction: 'buy',
  price: null,
  shares: 100_000_000 as Shares,
  budget: null,
  postOnly: false,
};

const drafts = new Map<string, StoreApi<Draft>>();

/** What a layout keeps of a draft; not its price, which belongs to the book of its time. */
export type KeptDraft = Omit<Draft, 'price'>;

/** The draft under `key` as a layout keeps it; null where nothing was changed. */
export function keepDraft(key: string): KeptDraft | null {
  const draft = drafts.get(key)?.getState();
  if (draft === undefined) return null;
  const { price: _price, ...kept } = draft;
  const { price: _none, ...untouched } = NEW_DRAFT;
  return encodeMessage(kept) === encodeMessage(untouched) ? null : kept;
}

/** The key of every draft that changed. */
export const draftChanges = createEmitter<string>();

/** The draft that the panes under `key` share. */
export function draftStore(key: string): StoreApi<Draft> {
  let store = drafts.get(key);
  if (!store) {
    store = createStore<Draft>(() => NEW_DRAFT);
    store.subscribe(() => draftChanges.emit(key));
    drafts.set(key, store);
  }
  return store;
}

export function useDraft(key: string): Draft {
  return useStore(draftStore(key));
}

/** A size in contracts alone ends the budget. */
export function changeDraft(key: string, part: Partial<Draft>): void {
  const isInContracts = part.shares !== undefined && part.budget === undefined;
  draftStore(key).setState(isInContracts ? { ...part, budget: null } : part);
}

/** Size of the draft for an order at this price; null without a size, or where the budget does not pay for one contract. */
export function sizeAt(
  { shares, budget }: Pick<Draft, 'shares' | 'budget'>,
  direction: Direction,
  price: Price,
  feeRateMicros: number,
): Shares | null {
  if (budget === null) return shares;
  const paid = sharesForBudget(budget, direction, price, feeRateMicros);
  return paid === 0 ? null : paid;
}

/** Forgets the draft under `key`, when its pane closes. */
export function dropDraft(key: string): void {
  drafts.delete(key);
}

/** The draft's price if it was set for `market`, else null. */
export function draftPrice(draft: Draft, market: MarketId | null): Price | null {
  return draft.price !== null && draft.price.market === market ? draft.price.value : null;
}

/** Turns a complete draft into an intent with a fresh id. */
export function buildIntent(
  market: MarketId,
  order: Pick<OrderIntent, 'side' | 'direction' | 'price' | 'shares' | 'postOnly' | 'isPriceTyped'>,
  bookVersion: number | null,
): OrderIntent {
  return { intentId: crypto.randomUUID() as IntentId, market, ...order, bookVersion };
}

export function placeOrder(intent: OrderIntent): Promise<Result<PlaceReceipt>> {
  return act('order.place', { ...intent });
}
