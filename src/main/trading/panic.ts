/**
 * Panic: disarms, stops everything that can place, cancels every order, and says what it could not prove.
 *
 * Invariants  Disarming and stopping happen before the first await. Flattens afterwards only if the member set that before.
 * Errors      Never throws; a second call while one runs gets its receipt.
 * Source      docs/exits.md#panic
 */
import type { PanicReceipt } from '#shared/order/exits/progress.ts';
import type { CancelAllReceipt } from '#shared/order/receipts.ts';
import type { IntentId } from '#shared/units/ids.ts';

export interface PanicOptions {
  disarm(): void;
  /** Discards every order that is not sent yet. */
  stopUnsent(): void;
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
    options.disarm();
    options.stopUnsent();
    const stopped = options.stopExits();
    const cancel = await options.cancelAll();
    const unknownOrders = options.lostOrders();
    if (!options.isFlattenWanted()) return { cancel, stopped, unknownOrders, flatten: { at: 'off' } };
    if (!options.canSign()) return { cancel, stopped, unknownOrders, flatten: { at: 'locked' } };
    const markets = await options.flattenAll();
    return { cancel, stopped, unknownOrders, flatten: { at: 'started', markets } };
  }

  return () => {
    running ??= run().finally(() => {
      running = null;
    });
    return running;
  };
}
