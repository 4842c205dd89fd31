/** Words for receipts of cancels. */
import type { LifeReason } from '../../order/life.ts';
import type { CancelReceipt } from '../../order/receipts.ts';
import { formatLifeReason } from './orderLife.ts';

/** Why a cancel is not confirmed and what to do. */
export function formatUnconfirmed(reason: LifeReason): string {
  const words = formatLifeReason(reason);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}. The order may still rest: cancel again`;
}

/** What a cancel receipt says beyond its outcome; null when that is all. */
export function formatCancelReceipt(receipt: CancelReceipt): string | null {
  switch (receipt.outcome) {
    case 'cancelled':
      return null;
    case 'gone':
      return receipt.isFilled ? 'It had filled' : 'It was no longer open';
    case 'triggered':
      return receipt.isUnreadable
        ? 'The exchange accepted the cancel, but its data about the order cannot be read: watch the order'
        : 'The exchange accepted the cancel, but still lists the order: watch the order';
    case 'unknown':
      return formatUnconfirmed(receipt.reason);
  }
}
