/** The account view, built from the parts of trading. */
import type { AccountView } from '#shared/ipc/views.ts';
import { committedCollateral } from '#shared/order/commitments.ts';
import type { StandingSale } from '#shared/order/exits/preparedExits.ts';
import { findAccountStatus } from './account/accountStatus.ts';
import type { AccountWatch } from './account/accountWatch.ts';
import type { DriftWatch } from './account/driftWatch.ts';
import type { Portfolio } from './account/portfolio.ts';
import type { PrivateStream } from './account/privateStream.ts';
import type { Exits } from './exits/exits.ts';
import type { Canceller } from './orders/cancel.ts';
import type { Orders } from './orders/orders.ts';
import type { Reconciler } from './orders/reconcile.ts';
import type { Risk } from './risk/risk.ts';

export interface TradingViewSources {
  readonly orders: Pick<Orders, 'all' | 'views' | 'openUnreadable'>;
  readonly portfolio: Portfolio;
  readonly reconciler: Pick<Reconciler, 'reconciledAtMs' | 'failure'>;
  readonly risk: Pick<Risk, 'view'>;
  readonly exits: Pick<Exits, 'views'>;
  readonly canceller: Pick<Canceller, 'progress'>;
  readonly privateStream: Pick<PrivateStream, 'state' | 'reason' | 'isReadSinceOpen'>;
  readonly accountWatch: Pick<AccountWatch, 'doubt' | 'overdueSinceMs'>;
  readonly driftWatch: Pick<DriftWatch, 'drift'>;
  readonly isArmed: boolean;
  readonly isReserveKnown: boolean;
  /** Prepared exits that can still sell. */
  readonly standingSales: readonly StandingSale[];
  readonly feeRateMicros: number;
  readonly panicFlattens: boolean;
}

export function buildTradingView(parts: TradingViewSources): AccountView {
  const { orders, portfolio, reconciler, privateStream, accountWatch, feeRateMicros } = parts;
  const unreadable = orders.openUnreadable();
  const cancelling = parts.canceller.progress();
  const unreadableRows = portfolio.unreadableRows();
  return {
    ...findAccountStatus({
      stream: privateStream.state(),
      streamReason: privateStream.reason(),
      isRead: reconciler.reconciledAtMs() !== null,
      isReadSinceOpen: privateStream.isReadSinceOpen(),
      failure: reconciler.failure(),
      doubt: accountWatch.doubt(),
      overdueSinceMs: accountWatch.overdueSinceMs(),
    }),
    ...(unreadable.length === 0 ? {} : { unreadable }),
    armed: parts.isArmed,
    balance: portfolio.balance(),
    committed: committedCollateral(orders.all(), feeRateMicros, portfolio.balanceTime()),
    lockDrift: parts.driftWatch.drift(),
    isReserveKnown: parts.isReserveKnown,
    ...(unreadableRows === null ? {} : { unreadableRows }),
    orders: orders.views(),
    fills: portfolio.fills(),
    ledger: portfolio.ledger(),
    positions: portfolio.positions(),
    rewards: portfolio.rewards(),
    feeRateMicros,
    risk: parts.risk.view(),
    ...(parts.standingSales.length === 0 ? {} : { standingSales: parts.standingSales }),
    panicFlattens: parts.panicFlattens,
    exits: parts.exits.views(),
    ...(cancelling === null ? {} : { cancelling }),
    reconciledAtMs: reconciler.reconciledAtMs(),
  };
}
