/**
 * Messages between the run and the trader's process.
 *
 * Units       Times in Unix ms of the shared clock, unless a value is the trader's own.
 */
import type { BookFrame } from '#shared/ipc/frames/frame.ts';
import type { AccountView, OrderView } from '#shared/ipc/views.ts';
import type { Fill } from '#shared/order/account/account.ts';
import type { ConditionalId } from '#shared/order/conditional/declaration/termsFields.ts';
import type { ConditionalTerms } from '#shared/order/conditional/terms.ts';
import type { OrderIntent } from '#shared/order/intent.ts';
import type { JournalEntry } from '#shared/order/journalEntry.ts';
import type { CancelAllReceipt, CancelReceipt, MatchReceipt, PlaceReceipt } from '#shared/order/receipts.ts';
import type { IntentId, MarketId, OrderId } from '#shared/units/ids.ts';
import type { ClockOrigin } from './sharedClock.ts';

export interface TraderSetup extends ClockOrigin {
  readonly dataFolder: string;
  readonly port: number;
  readonly token: string;
  readonly markets: readonly MarketId[];
  /** An account with a wallet of its own key, or one whose funds the exchange holds. */
  readonly kind: 'key' | 'custodial';
  /** Opens the account; later starts unlock it. */
  readonly isFirst: boolean;
  /** Offset of the trader's machine clock. */
  readonly jumpMs: number;
  readonly seed: number;
}

export type Order =
  | { readonly kind: 'place'; readonly intent: OrderIntent }
  | { readonly kind: 'cancel'; readonly orderId: OrderId }
  | { readonly kind: 'cancelAll'; readonly market: MarketId | null }
  /** Sets the machine's clock `jumpMs` off. */
  | { readonly kind: 'jump'; readonly jumpMs: number }
  /** Reads the wallet again and accepts what changed, as its owner would. */
  | { readonly kind: 'review' }
  | { readonly kind: 'arm'; readonly id: ConditionalId; readonly terms: ConditionalTerms }
  /** Prepares exits for all that is held, and locks the keys. */
  | { readonly kind: 'lock' }
  | { readonly kind: 'unlock' }
  /** Ends every conditional order. */
  | { readonly kind: 'endConditionals' }
  | { readonly kind: 'match'; readonly intentId: IntentId; readonly orderId: OrderId | null }
  | { readonly kind: 'snapshot'; readonly number: number }
  | { readonly kind: 'journal' }
  | { readonly kind: 'close' };

export interface Status {
  readonly account: AccountView['at'];
  /** Code of the reason, or ''. */
  readonly reason: string;
  readonly readiness: string;
  readonly unknownOrders: number;
  readonly books: Readonly<Record<string, string>>;
}

export interface Snapshot {
  readonly account: AccountView;
  readonly books: readonly BookFrame[];
}

export type Report =
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly error: string }
  | { readonly kind: 'placed'; readonly intentId: IntentId; readonly receipt: PlaceReceipt }
  | { readonly kind: 'cancelled'; readonly orderId: OrderId; readonly receipt: CancelReceipt }
  | { readonly kind: 'allCancelled'; readonly receipt: CancelAllReceipt }
  /** Conditional orders that go on. */
  | { readonly kind: 'conditionals'; readonly active: number }
  | { readonly kind: 'matched'; readonly intentId: IntentId; readonly receipt: MatchReceipt }
  /** The keys are locked; lots that were signed ahead, or why there are none. */
  | { readonly kind: 'locked'; readonly lots: number; readonly why: string | null }
  | { readonly kind: 'orders'; readonly orders: readonly OrderView[] }
  | { readonly kind: 'fills'; readonly fills: readonly Fill[] }
  | { readonly kind: 'status'; readonly status: Status }
  | { readonly kind: 'snapshot'; readonly number: number; readonly snapshot: Snapshot }
  | { readonly kind: 'journal'; readonly entries: readonly JournalEntry[] }
  | { readonly kind: 'log'; readonly line: string };

export type TimedReport = Report & { readonly atMs: number };
