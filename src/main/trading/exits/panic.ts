/**
 * Panic: disarms, stops everything that can place, cancels every order, and says what it ended and could not prove.
 *
 * Invariants  Disarming and stopping happen before the first await. Flattens afterwards only if the member set that before.
 * Errors      Never throws; a second call while one runs gets its receipt.
 * Source      docs/exits.md#panic
 */
import type { PanicReceipt, UnprotectedPosition } from '#shared/order/exits/progress.ts';
import type { CancelAllReceipt } from '#shared/order/receipts.ts';
import type { IntentId } from '#shared/units/ids.ts';

export interface PanicOptions {
  disarm(): void;
  /** Discards every order that is not sent yet. */
  stopUnsent(): void;
  /** Ends every conditional order; returns how many were active. */
  stopConditionals(): number;
  /** Positions that working conditional orders protect now. */
  protectedPositions(): readonly Omit<UnprotectedPosition, 'shares'>[];
  /** What is held of a position now. */
  quantityOf(position: Omit<UnprotectedPosition, 'shares'>): UnprotectedPosition['shares'];
  /** Stops moves and flattens; returns how many were running. */
  stopExits(): number;
  cancelAll(): Promise<CancelAllReceipt>;
  /** Our orders whose outcome is not known. */
  lostOrders(): readonly IntentId[];
  /** Whether the member wants everything flattened after a panic. */
  isFlattenWanted(): boolean;
  /** False while no order can be signed: locked, or without a key. */
  canSign(): boolean;
  /** Returns the number of markets whose flatten began. */
  flattenAll(): Promise<number>;
}

export function createPanic(options: PanicOptions): () => Promise<PanicReceipt> {
  let running: Promise<PanicReceipt> | null = null;

  async function run(): Promise<PanicReceipt> {
    const protectedBefore = options.protectedPositions();
    const conditionals = options.stopConditionals();
    options.disarm();
    options.stopUnsent();
    const stopped = options.stopExits();
    const cancel = await options.cancelAll();
    const unknownOrders = options.lostOrders();
    const unprotected = protectedBefore
      .map((position) => ({ ...position, shares: options.quantityOf(position) }))
      .filter(({ shares }) => shares > 0);
    const done = { cancel, stopped, conditionals, unprotected, unknownOrders };
    if (!options.isFlattenWanted()) return { ...done, flatten: { at: 'off' } };
    if (!options.canSign()) return { ...done, flatten: { at: 'locked' } };
    const markets = await options.flattenAll();
    return { ...done, flatten: { at: 'started', markets } };
  }

  return () => {
    running ??= run().finally(() => {
      running = null;
    });
    return running;
  };
}
