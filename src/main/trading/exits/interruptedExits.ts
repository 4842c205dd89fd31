/**
 * Moves and flattens that the end of the program interrupted: what their orders became, until a person dismisses the report.
 *
 * Invariants  Nothing is placed or cancelled here. A report follows the exchange's data, so an order that is unknown at first is
 *             shown with its end later. An account sees and dismisses its own reports alone.
 * Source      docs/exits.md#interrupted
 */

import type { ExitView, FlattenView, LegRequest, LegView, MoveView, OrderFate } from '#shared/order/exits/progress.ts';
import type { JournalEntry } from '#shared/order/journalEntry.ts';
import type { MovePlan } from '#shared/order/move.ts';
import type { AccountId, IntentId, OrderId } from '#shared/units/ids.ts';
import { type Shares, toShares, ZERO_SHARES } from '#shared/units/shares.ts';
import type { OrderRecord } from '../orders/orderRecord.ts';
import type { Orders } from '../orders/orders.ts';
import type { Journal } from '../ports.ts';

export interface StoredLeg extends Omit<LegRequest, 'shares'> {
  readonly toExit: Shares;
  /** Orders whose cancel was requested. */
  readonly cancels: readonly OrderId[];
  /** Intents of the orders that were placed or were about to be. */
  readonly placed: readonly IntentId[];
}

/** A flatten as it is stored while it runs, and afterwards until its report is dismissed. */
export interface RunningFlatten {
  readonly flattenId: IntentId;
  readonly startedAtMs: number;
  readonly legs: readonly StoredLeg[];
}

export interface RunningMove extends MovePlan {
  readonly startedAtMs: number;
}

/** Null: stored by a version that did not record the wallet, and no order in the journal names it. */
interface OfWallet {
  readonly wallet: AccountId | null;
}

export type StoredFlatten = RunningFlatten & OfWallet;
export type StoredMove = RunningMove & OfWallet;

export interface StoredExits {
  readonly flattens: readonly StoredFlatten[];
  readonly moves: readonly StoredMove[];
}

/** Remembers over a restart which moves and flattens were running. */
export interface ExitMemory {
  load(): StoredExits;
  save(exits: StoredExits): void;
}

export const NO_STORED_EXITS: StoredExits = { flattens: [], moves: [] };

export interface InterruptedExitsOptions {
  readonly stored: StoredExits;
  readonly orders: Pick<Orders, 'byOrder' | 'byIntent'>;
  /** Wallet of the account; null while it is not known. */
  wallet(): AccountId | null;
  /** False until the account's open orders were read. */
  isRead(): boolean;
}

export interface InterruptedExits {
  /** Reports of the account. */
  views(): readonly ExitView[];
  /** What is not dismissed yet, of every account. */
  stored(): StoredExits;
  /** False when no report of the account has this id. */
  dismiss(id: IntentId): boolean;
  /** Gives the reports without a wallet to the account. False when there is none. */
  adopt(wallet: AccountId): boolean;
}

/** Journal entries of the orders that the reports are about, less those of the loaded orders. */
export function loadReportedOrders(
  stored: StoredExits,
  journal: Pick<Journal, 'findByOrder' | 'findByIntent'>,
  loaded: readonly JournalEntry[],
): JournalEntry[] {
  const known = new Set(loaded.map(({ intentId }) => intentId));
  const legs = stored.flattens.flatMap((one) => one.legs);
  const orderIds = [...stored.moves.map(({ orderId }) => orderId), ...legs.flatMap(({ cancels }) => cancels)];
  const intentIds = [...stored.moves.map(({ moveId }) => moveId), ...legs.flatMap(({ placed }) => placed)];
  const found: JournalEntry[] = [];
  for (const entries of [...orderIds.map(journal.findByOrder), ...intentIds.map(journal.findByIntent)]) {
    const [first] = entries;
    if (first === undefined || known.has(first.intentId)) continue;
    known.add(first.intentId);
    found.push(...entries);
  }
  return found;
}

/** Adds the wallet to reports of earlier versions, which did not store it: the wallet of their orders in the journal. */
export function completeWallets(stored: StoredExits, entries: readonly JournalEntry[]): StoredExits {
  const ofIntent = new Map<IntentId, AccountId>();
  const ofOrder = new Map<OrderId, AccountId>();
  for (const entry of entries) {
    if (entry.kind === 'signed') ofIntent.set(entry.intentId, entry.maker);
    else if (entry.event.kind === 'exchange') {
      const maker = ofIntent.get(entry.intentId);
      if (maker !== undefined) ofOrder.set(entry.event.order.id, maker);
    }
  }
  const find = (intents: readonly IntentId[], orders: readonly OrderId[]): AccountId | null =>
    [...intents.map((id) => ofIntent.get(id)), ...orders.map((id) => ofOrder.get(id))].find((one) => one) ?? null;
  const ordersOf = (one: StoredFlatten): AccountId | null =>
    find(
      one.legs.flatMap(({ placed }) => placed),
      one.legs.flatMap(({ cancels }) => cancels),
    );
  return {
    flattens: stored.flattens.map((one) => ({ ...one, wallet: one.wallet ?? ordersOf(one) })),
    moves: stored.moves.map((one) => ({ ...one, wallet: one.wallet ?? find([one.moveId], [one.orderId]) })),
  };
}

export function createInterruptedExits(options: InterruptedExitsOptions): InterruptedExits {
  const { orders, isRead } = options;
  let { flattens, moves } = options.stored;
  // An ended order leaves the list of orders after a while; its report stays.
  const ofOrder = new Map<OrderId, OrderRecord>();
  const ofIntent = new Map<IntentId, OrderRecord>();

  function recordOf(orderId: OrderId): OrderRecord | undefined {
    const record = ofOrder.get(orderId) ?? orders.byOrder(orderId);
    if (record) ofOrder.set(orderId, record);
    return record;
  }

  function placedBy(intentId: IntentId): OrderRecord | undefined {
    const record = ofIntent.get(intentId) ?? orders.byIntent(intentId);
    if (record) ofIntent.set(intentId, record);
    return record;
  }

  function fateOf(orderId: OrderId): OrderFate {
    const record = recordOf(orderId);
    if (record === undefined) return { orderId, at: isRead() ? 'notListed' : 'notRead', filled: ZERO_SHARES };
    return { orderId, at: record.life.at, filled: record.filled };
  }

  function listPlaced(intentIds: readonly IntentId[]): OrderFate[] {
    return intentIds.flatMap((intentId) => {
      const record = placedBy(intentId);
      return record === undefined ? [] : [{ orderId: record.orderId, at: record.life.at, filled: record.filled }];
    });
  }

  const isOwn = ({ wallet }: OfWallet): boolean => wallet === options.wallet();

  function viewFlatten({ flattenId, startedAtMs, legs }: StoredFlatten): FlattenView {
    return { kind: 'flatten', flattenId, startedAtMs, endedAtMs: startedAtMs, legs: legs.map(viewLeg) };
  }

  function viewLeg({ cancels, placed: intentIds, ...leg }: StoredLeg): LegView {
    const placed = listPlaced(intentIds);
    const exited = toShares(placed.reduce((sum, { filled }) => sum + filled, 0));
    const left = { code: 'programStopped', parameters: { cancels: cancels.map(fateOf), placed } } as const;
    return { ...leg, exited, at: 'ended', left };
  }

  function viewMove({ startedAtMs, wallet: _wallet, ...plan }: StoredMove): MoveView {
    const old = fateOf(plan.orderId);
    const filledMeanwhile = toShares(Math.max(0, old.filled - plan.filledBefore));
    const rest = toShares(Math.max(0, plan.shares - filledMeanwhile));
    const placed = listPlaced([plan.moveId])[0] ?? null;
    const outcome = { code: 'programStopped', parameters: { old, filledMeanwhile, rest, placed } } as const;
    return { kind: 'move', ...plan, state: { at: 'ended', outcome }, startedAtMs, endedAtMs: startedAtMs };
  }

  return {
    views: () => [...flattens.filter(isOwn).map(viewFlatten), ...moves.filter(isOwn).map(viewMove)],
    stored: () => ({ flattens, moves }),
    dismiss(id) {
      const before = flattens.length + moves.length;
      flattens = flattens.filter((one) => one.flattenId !== id || !isOwn(one));
      moves = moves.filter((one) => one.moveId !== id || !isOwn(one));
      return flattens.length + moves.length < before;
    },
    adopt(wallet) {
      if (![...flattens, ...moves].some((one) => one.wallet === null)) return false;
      flattens = flattens.map((one) => ({ ...one, wallet: one.wallet ?? wallet }));
      moves = moves.map((one) => ({ ...one, wallet: one.wallet ?? wallet }));
      return true;
    },
  };
}
