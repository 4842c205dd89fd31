/**
 * A person's choice about a lost order: one of its candidates, or (null) none of them.
 *
 * Invariants  The choice is in the journal before it applies. Nothing is sent.
 * Errors      Never throws: every outcome is a receipt.
 */
import type { MatchReceipt, MatchRefusal } from '#shared/order/receipts.ts';
import type { IntentId, OrderId } from '#shared/units/ids.ts';
import type { Orders } from './orders.ts';

export interface LostOrderChoiceOptions {
  readonly orders: Pick<Orders, 'byIntent' | 'resolve'>;
  now(): number;
  onFault(where: string, error: unknown): void;
}

export function applyLostOrderChoice(
  intentId: IntentId,
  orderId: OrderId | null,
  { orders, now, onFault }: LostOrderChoiceOptions,
): MatchReceipt {
  const refuse = (reason: MatchRefusal): MatchReceipt => ({ outcome: 'refused', reason });
  const record = orders.byIntent(intentId);
  if (record?.life.at !== 'unknown') return refuse('notUnknown');
  if (record.candidates === null) return refuse('stillSearching');
  try {
    const outcome = orders.resolve(record, orderId, now());
    return outcome === 'refused' ? refuse('notACandidate') : { outcome };
  } catch (error) {
    onFault('journal', error);
    return refuse('journalFailed');
  }
}
