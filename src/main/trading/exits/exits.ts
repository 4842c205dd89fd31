/**
 * Exits: cancels, moves, flattens and panic of one account, joined so that each one stops the others where it must.
 *
 * Invariants  A cancel of an order or selection stops the moves and flattens that would place there again. What runs is stored
 *             before its first request; a restart resumes nothing and reports to its account what it interrupted.
 * Errors      Never throws: every act answers a receipt.
 * Source      docs/exits.md
 */

import { isUnlocked, type Readiness } from '#shared/order/account/readiness.ts';
import type { FlattenScope } from '#shared/order/exits/flattenPlan.ts';
import type {
  ExitView,
  FlattenPreview,
  FlattenReceipt,
  FlattenRequest,
  MoveReceipt,
  MoveRequest,
  PanicReceipt,
} from '#shared/order/exits/progress.ts';
import {
  ALL_ORDERS,
  type CancelSelection,
  type EventOf,
  isMarketSelected,
  isSelected,
} from '#shared/order/exits/selection.ts';
import type { StopReason } from '#shared/order/exits/stop.ts';
import type { MovePlan } from '#shared/order/move.ts';
import type { CancelAllReceipt, CancelReceipt } from '#shared/order/receipts.ts';
import type { AccountId, IntentId, OrderId } from '#shared/units/ids.ts';
import type { Canceller } from '../orders/cancel.ts';
import { createMover } from '../orders/move.ts';
import type { Placer } from '../orders/place.ts';
import { createFlattener, type FlattenerOptions } from './flatten.ts';
import { createInterruptedExits, type ExitMemory, type StoredExits } from './interruptedExits.ts';
import { createPanic, type PanicOptions } from './panic.ts';

export interface ExitsOptions
  extends Omit<FlattenerOptions, 'cancel' | 'onRunning'>,
    Pick<PanicOptions, 'stopConditionals' | 'protectedPositions' | 'quantityOf'> {
  readonly placer: Placer;
  readonly canceller: Canceller;
  readonly eventOf: EventOf;
  readonly memory: Pick<ExitMemory, 'save'>;
  /** Moves and flattens that were running when the program ended. */
  readonly interrupted: StoredExits;
  /** False until the account's open orders were read. */
  isRead(): boolean;
  disarm(): void;
  readiness(): Readiness;
  isPanicFlattening(): boolean;
}

/** Exits that a person can start. */
export interface ExitActs {
  cancel(id: OrderId): Promise<CancelReceipt>;
  cancelAll(selection: CancelSelection): Promise<CancelAllReceipt>;
  /** Moves one resting order to another price. */
  move(request: MoveRequest): Promise<MoveReceipt>;
  /** Plans the exit of a scope with the figures of both ways; waits for its books. */
  previewFlatten(scope: FlattenScope, cancelsOrders: boolean): Promise<FlattenPreview>;
  /** Starts a flatten; the account view shows its progress. */
  flatten(request: FlattenRequest): FlattenReceipt;
  /** False when it does not run. */
  stopFlatten(id: IntentId): boolean;
  /** Removes the report of an ended move or flatten. */
  dismissExit(id: IntentId): void;
  /** Stops every move and flatten; returns how many were running. */
  stopExits(by: StopReason): number;
  panic(): Promise<PanicReceipt>;
}

export interface Exits extends ExitActs {
  /** Moves and flattens of the account. */
  views(): readonly ExitView[];
  /** Wallet that identifies the account. */
  setWallet(wallet: AccountId): void;
  /** For another member, or none. */
  clear(): void;
}

export function createExits(options: ExitsOptions): Exits {
  const { placer, canceller, orders, eventOf } = options;
  /** Null while the account is not known. */
  let wallet: AccountId | null = null;
  const interrupted = createInterruptedExits({
    stored: options.interrupted,
    orders,
    wallet: () => wallet,
    isRead: options.isRead,
  });
  /** Wallet of each move and flatten at its start; a later change of the account does not change it. */
  const startedBy = new Map<IntentId, AccountId | null>();
  const stamp = <T>(id: IntentId, running: T): T & { readonly wallet: AccountId | null } => {
    const of = startedBy.get(id) ?? wallet;
    startedBy.set(id, of);
    return { ...running, wallet: of };
  };
  const idOf = (view: ExitView): IntentId => (view.kind === 'move' ? view.moveId : view.flattenId);
  const isOwn = (view: ExitView): boolean => (startedBy.get(idOf(view)) ?? wallet) === wallet;
  let isClosing = false;
  const onRunning = (): void => {
    // Moves and flattens that the end of the program stops are reported after the next start.
    if (isClosing) return;
    const { flattens, moves } = interrupted.stored();
    try {
      options.memory.save({
        flattens: [...flattens, ...flattener.running().map((one) => stamp(one.flattenId, one))],
        moves: [...moves, ...mover.running().map((one) => stamp(one.moveId, one))],
      });
    } catch (error) {
      options.onFault('exit memory', error);
    }
  };
  const mover = createMover({ ...options, cancel: canceller.cancel, onRunning });
  const flattener = createFlattener({ ...options, cancel: canceller.cancel, onRunning });
  const stopExits = (by: StopReason): number => {
    isClosing ||= by === 'closing';
    return mover.stop(by) + flattener.stop(by);
  };

  const panic = createPanic({
    disarm: options.disarm,
    stopUnsent: placer.stopUnsent,
    stopConditionals: options.stopConditionals,
    protectedPositions: options.protectedPositions,
    quantityOf: options.quantityOf,
    stopExits: () => stopExits('panic'),
    cancelAll: () => canceller.cancelAll(ALL_ORDERS),
    lostOrders: () => orders.lost().flatMap(({ signed }) => (signed === null ? [] : [signed.intentId])),
    isFlattenWanted: options.isPanicFlattening,
    canSign: () => {
      const readiness = options.readiness();
      return isUnlocked(readiness) && readiness.code !== 'readOnly' && readiness.code !== 'custodialUnconfirmed';
    },
    flattenAll: flattener.startAll,
  });

  return {
    cancel(id) {
      mover.stop('cancelled', ({ orderId }) => orderId === id);
      flattener.stop('cancelled', (market) => orders.byOrder(id)?.market === market);
      return canceller.cancel(id);
    },
    cancelAll(selection) {
      // A move from or to a selected price would leave an order there, so it is stopped.
      const isMatch = (plan: MovePlan): boolean =>
        [plan.from, plan.to].some((price) => isSelected({ ...plan, price }, selection, eventOf));
      mover.stop('cancelled', isMatch);
      flattener.stop('cancelled', (market) => isMarketSelected(market, selection, eventOf));
      return canceller.cancelAll(selection);
    },
    move: mover.move,
    previewFlatten: flattener.preview,
    flatten: flattener.start,
    stopFlatten: flattener.stopOne,
    dismissExit(id) {
      if (interrupted.dismiss(id)) onRunning();
      else if (!flattener.dismiss(id) && !mover.dismiss(id)) return;
      options.onChange();
    },
    stopExits,
    panic,
    views: () => [...interrupted.views(), ...[...flattener.views(), ...mover.views()].filter(isOwn)],
    setWallet(next) {
      wallet = next;
      if (interrupted.adopt(next)) onRunning();
      options.onChange();
    },
    clear() {
      wallet = null;
      mover.clear();
      flattener.clear();
    },
  };
}
