/**
 * Account scope: exchange, vault and market data as the modules of one account use them.
 *
 * Invariants  After `close` no listener of the account is called, nothing is requested for it, and what it watched is not
 *             watched any more: a step that it left running cannot reach the account that is selected next.
 * Errors      After `close`, requests throw LockedError; posts of orders resolve as refused.
 * Source      docs/decisions/0025-several-accounts.md
 */
import type { MarketData } from '../../market/marketData.ts';
import type { ConditionalStore } from '../../trading/conditionals/ports.ts';
import type { TradingOptions } from '../../trading/trading.ts';
import { openAccountVault } from '../../vault/accountVault.ts';
import type { Vault } from '../../vault/vault.ts';
import { LockedError } from '../../venue/errors.ts';
import type { Venue } from '../../venue/venue.ts';
import type { FaultLog } from '../faultLog.ts';
import type { KnownInterest } from '../markets/knownInterest.ts';
import type { TraderBase } from '../traderBase.ts';

/** Sources of conditional orders: the exchange's client and market data, independent of what the page shows. */
export function buildConditionalSources(
  { venue, market, interest }: Pick<AccountScope, 'venue' | 'market' | 'interest'>,
  store: ConditionalStore,
  onFault: FaultLog,
): NonNullable<TradingOptions['conditionals']> {
  return {
    store,
    clockReading: () => venue.health().clock,
    clockDriftMs: venue.clockDriftMs,
    measureClock: () => void venue.measureClock().catch((error: unknown) => onFault('clock', error)),
    markets: {
      watch: (books, underlyings) => interest.watchOwn(books, 'conditionals', underlyings),
      watchForDryRun: (books, underlyings) => interest.watchOwn(books, 'dryRun', underlyings),
      hasListed: (id) => interest.hasListed(id),
      hasUnderlying: (symbol) => interest.hasUnderlying(symbol),
      market: (id) => market.market(id),
      grid: () => market.catalogue().tick,
      book: (id) => market.book(id),
      proveBook: (id) => market.proveBook(id),
      fetchBook: (id) => market.fetchBook(id),
      tick: (symbol) => market.tick(symbol)?.tick ?? null,
      listMinutes: (id, limit) => venue.listCandles(id, '1m', limit),
    },
  };
}

export interface AccountScope {
  readonly venue: Venue;
  readonly vault: Vault;
  readonly market: MarketData;
  readonly interest: KnownInterest;
  readonly onBook: TraderBase['onBook'];
  close(): void;
}

type Subscribe<L> = (listener: L) => () => void;

export function openAccountScope(base: TraderBase, account: string): AccountScope {
  const { venue, market, interest } = base;
  const vault = openAccountVault(base.vault, account);
  const subscriptions = new Set<() => void>();
  let isOpen = true;

  const subscribe =
    <L>(on: Subscribe<L>): Subscribe<L> =>
    (listener) => {
      if (!isOpen) return () => undefined;
      const remove = on(listener);
      subscriptions.add(remove);
      return () => {
        subscriptions.delete(remove);
        remove();
      };
    };
  /** A request of the account. */
  const request =
    <A extends readonly unknown[], R>(name: string, run: (...inputs: A) => Promise<R>) =>
    async (...inputs: A): Promise<R> => {
      if (!isOpen) throw new LockedError(name);
      return run(...inputs);
    };
  /** Does nothing once the scope is closed. */
  const act =
    <A extends readonly unknown[]>(run: (...inputs: A) => void) =>
    (...inputs: A): void => {
      if (isOpen) run(...inputs);
    };

  return {
    venue: {
      ...venue,
      onPublic: subscribe(venue.onPublic),
      onPrivate: subscribe(venue.onPrivate),
      onHealth: subscribe(venue.onHealth),
      onBudgets: subscribe(venue.onBudgets),
      fetchWallet: request('fetchWallet', venue.fetchWallet),
      fetchMarketWallet: request('fetchMarketWallet', venue.fetchMarketWallet),
      listOrders: request('listOrders', venue.listOrders),
      fetchOrder: request('fetchOrder', venue.fetchOrder),
      listBalances: request('listBalances', venue.listBalances),
      listFills: request('listFills', venue.listFills),
      listPositions: request('listPositions', venue.listPositions),
      listPendingRewards: request('listPendingRewards', venue.listPendingRewards),
      relay: request('relay', venue.relay),
      prepareSessionKey: request('prepareSessionKey', venue.prepareSessionKey),
      openPaperMember: request('openPaperMember', venue.openPaperMember),
      postOrder: async (placement, direction) =>
        isOpen
          ? venue.postOrder(placement, direction)
          : { kind: 'rejected', codes: ['no_credentials'], retryAtMs: null },
      postPrepared: async (intent, takeBody) =>
        isOpen
          ? venue.postPrepared(intent, takeBody)
          : { kind: 'rejected', codes: ['no_credentials'], retryAtMs: null },
      cancelOrder: async (id) => (isOpen ? venue.cancelOrder(id) : { kind: 'rejected', codes: ['no_credentials'] }),
      setCredentials: act(venue.setCredentials),
      noteCustodial: act(venue.noteCustodial),
      openPrivate: act(venue.openPrivate),
      closePrivate: act(venue.closePrivate),
      reopenPrivate: act(venue.reopenPrivate),
    },
    vault: { ...vault, onChange: subscribe(vault.onChange) },
    market: {
      ...market,
      onDirty: subscribe(market.onDirty),
      onLost: subscribe(market.onLost),
      onLive: subscribe(market.onLive),
    },
    interest: { ...interest, watchOwn: act(interest.watchOwn) },
    onBook: subscribe(base.onBook),
    close() {
      if (!isOpen) return;
      isOpen = false;
      for (const remove of subscriptions) remove();
      subscriptions.clear();
      venue.closePrivate();
      venue.setCredentials(null);
      interest.watchOwn([], 'trading');
      interest.watchOwn([], 'alerts');
      interest.watchOwn([], 'conditionals');
      interest.watchOwn([], 'dryRun');
    },
  };
}
