/** Address book and wallet actions, joined with the account's data and the market's checked ids. */
import type { Now } from '#shared/base/clock.ts';
import type { MarketRecordRefusal } from '#shared/order/wallet/walletChanges.ts';
import type { Address, MarketId } from '#shared/units/ids.ts';
import type { MarketData } from '../../market/marketData.ts';
import type { ProtectedSettingsStore } from '../../storage/settings/protectedSettings.ts';
import type { Trading } from '../../trading/trading.ts';
import type { Vault } from '../../vault/vault.ts';
import type { Venue } from '../../venue/venue.ts';
import type { ActionMarket } from '../../wallet/actionPlan.ts';
import { type AddressBook, openAddressBook } from '../../wallet/addressBook.ts';
import type { RelayQueue } from '../../wallet/relayQueue.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import { openWalletActions, type WalletActions } from '../../wallet/walletActions.ts';
import { fetchCollateral, listWholePositions } from './relayReads.ts';

export interface WalletActionsSetupOptions {
  readonly wallet: Wallet;
  readonly relays: RelayQueue;
  readonly vault: Pick<Vault, 'owner' | 'signSafeTxs'>;
  readonly venue: Pick<Venue, 'listBalances' | 'listPositions' | 'fetchMarketWallet'>;
  readonly market: Pick<MarketData, 'market'>;
  readonly trading: Pick<Trading, 'marketPins'>;
  readonly protectedSettings: Pick<ProtectedSettingsStore, 'value' | 'save'>;
  readonly allowedMultiSends: readonly Address[];
  readonly now: Now;
}

export interface WalletActionsSetup {
  readonly addresses: AddressBook;
  readonly actions: WalletActions;
}

export function setUpWalletActions(options: WalletActionsSetupOptions): WalletActionsSetup {
  const { wallet, relays, vault, venue, market: marketData, trading, protectedSettings, now } = options;
  const addresses = openAddressBook({
    store: {
      list: () => protectedSettings.value().addresses,
      save: (list) => protectedSettings.save({ addresses: list }),
    },
    ownAddresses() {
      const setup = wallet.view();
      if (setup === null) return [];
      return [
        { address: setup.safe, name: 'your wallet' },
        { address: setup.owner, name: 'your key' },
        { address: setup.exchange, name: 'the exchange' },
      ];
    },
    now,
  });

  async function fetchMarket(id: MarketId): Promise<ActionMarket | null> {
    const market = marketData.market(id);
    if (market === null) return null;
    const record = await venue.fetchMarketWallet(id);
    const pinned = trading.marketPins.findPinned(id);
    const isPinned =
      pinned === null ||
      (pinned.conditionId === record.conditionId &&
        pinned.yesTokenId === record.yesTokenId &&
        pinned.noTokenId === record.noTokenId);
    const changed: MarketRecordRefusal = { code: 'otherTokens', parameters: {} };
    const refusal = wallet.checkMarketRecord(record, market) ?? (isPinned ? null : changed);
    return { market, record, refusal };
  }

  const actions = openWalletActions({
    wallet,
    relays,
    addresses,
    owner: () => vault.owner(),
    fetchBalance: () => fetchCollateral(venue),
    listPositions: () => listWholePositions(venue),
    fetchMarket,
    signSafeTxs: (requests, password) => vault.signSafeTxs(requests, password),
    allowedMultiSends: options.allowedMultiSends,
  });
  return { addresses, actions };
}

/** Continues the queue when a wallet is read, and reads the account when a call ended; the returned function stops it. */
export function followRelays(options: {
  readonly wallet: Pick<Wallet, 'view' | 'changes' | 'onChange'>;
  readonly relays: RelayQueue;
  readonly actions: Pick<WalletActions, 'forget'>;
  readonly trading: Pick<Trading, 'reconcile'>;
  /** Called when the page's view of the queue changed. */
  emitChange(): void;
}): () => void {
  const { wallet, relays, actions, trading } = options;
  /** The wallet that the queue works for; null: none, or an alarm. */
  let current: Address | null = null;
  const ended = (): number => relays.entries().filter(({ at, action }) => at === 'executed' && action !== null).length;
  let endedBefore = ended();

  const stopWallet = wallet.onChange(() => {
    const next = wallet.changes().length > 0 ? null : (wallet.view()?.safe ?? null);
    if (next === current) return;
    current = next;
    actions.forget();
    if (next !== null) relays.resume();
  });
  const stopRelays = relays.onChange(() => {
    const now = ended();
    if (now > endedBefore) void trading.reconcile();
    endedBefore = now;
    options.emitChange();
  });
  return () => {
    stopWallet();
    stopRelays();
  };
}
