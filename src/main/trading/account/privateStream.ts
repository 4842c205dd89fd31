/**
 * Private stream as trading sees it: its state, and its events applied to orders and portfolio.
 *
 * Invariants  The account is read since the stream opened only once a complete pass that began after the opening has ended.
 *             An event that cannot be read is followed by a complete read.
 */
import type { StreamReason } from '#shared/market/streamReason.ts';
import type { PrivateEvent } from '#shared/order/placement.ts';
import type { Orders } from '../orders/orders.ts';
import type { Reconciler } from '../orders/reconcile.ts';
import type { Portfolio } from './portfolio.ts';

export interface PrivateStreamOptions {
  readonly orders: Pick<Orders, 'applyExchangeOrders' | 'addUnreadable'>;
  readonly portfolio: Pick<Portfolio, 'applyFill' | 'applyBalance' | 'applyPosition'>;
  readonly reconciler: Pick<Reconciler, 'run' | 'latestPass' | 'latestCompletePass'>;
  onChange(): void;
  onFault(where: string, error: unknown): void;
}

export interface PrivateStream {
  state(): 'never' | 'open' | 'closed';
  /** Why it closed last; null before. */
  reason(): StreamReason | null;
  isOpen(): boolean;
  isReadSinceOpen(): boolean;
  apply(event: PrivateEvent): void;
  /** Reads count again only after the next opening. */
  awaitReopening(): void;
  /** For another member, or none. */
  clear(): void;
}

export function createPrivateStream(options: PrivateStreamOptions): PrivateStream {
  const { orders, portfolio, reconciler, onChange, onFault } = options;
  let state: 'never' | 'open' | 'closed' = 'never';
  let reason: StreamReason | null = null;
  /** The first pass that began after the stream opened. */
  let requiredPass = Number.POSITIVE_INFINITY;
  return {
    state: () => state,
    reason: () => reason,
    isOpen: () => state === 'open',
    isReadSinceOpen: () => state === 'open' && reconciler.latestCompletePass() >= requiredPass,
    apply(event) {
      switch (event.kind) {
        case 'order':
          orders.applyExchangeOrders([event.order], event.receivedAtMs, 'stream');
          return;
        case 'fill':
          portfolio.applyFill(event.fill);
          return;
        case 'balance':
          portfolio.applyBalance(event.balance, event.receivedAtMs);
          return;
        case 'position':
          portfolio.applyPosition(event.position, event.receivedAtMs);
          return;
        case 'open':
          state = 'open';
          requiredPass = reconciler.latestPass() + 1;
          onChange();
          void reconciler.run();
          return;
        case 'closed':
          state = 'closed';
          reason = event.reason;
          onChange();
          return;
        case 'unreadable':
          onFault('private stream', new Error(event.why));
          if (event.order) orders.addUnreadable(event.order, event.atMs);
          void reconciler.run();
          return;
      }
    },
    awaitReopening() {
      requiredPass = Number.POSITIVE_INFINITY;
    },
    clear() {
      state = 'never';
      requiredPass = Number.POSITIVE_INFINITY;
    },
  };
}
