/** Interface of the headless trader: the modules of one account, its views, and its end. */
import type { AlertsView } from '#shared/alerts/view.ts';
import type { Now } from '#shared/base/clock.ts';
import type { ConditionalsView } from '#shared/ipc/conditionals/conditionals.ts';
import type { AccountView, WalletView } from '#shared/ipc/views.ts';
import type { Readiness } from '#shared/order/account/readiness.ts';
import type { Alerts } from '../alerts/alertsApi.ts';
import type { MarketData } from '../market/marketData.ts';
import type { Log } from '../storage/log.ts';
import type { Recorder } from '../storage/recording/recorder.ts';
import type { ProtectedSettingsStore } from '../storage/settings/protectedSettings.ts';
import type { Trading } from '../trading/trading.ts';
import type { LockController } from '../vault/unlock/lockController.ts';
import type { Vault } from '../vault/vault.ts';
import type { Venue } from '../venue/venue.ts';
import type { AddressBook } from '../wallet/addressBook.ts';
import type { RelayQueue } from '../wallet/relayQueue.ts';
import type { SessionKeys } from '../wallet/sessionKeys.ts';
import type { Wallet } from '../wallet/wallet.ts';
import type { WalletActions } from '../wallet/walletActions.ts';
import type { CustodialAccount } from './account/custodialAccount.ts';
import type { CustodialProofs } from './account/custodialProof.ts';
import type { OrderTimes } from './account/orderTimes.ts';
import type { Session } from './account/session.ts';
import type { ConsentRecord } from './custody/consentRecord.ts';
import type { FaultLog } from './faultLog.ts';
import type { KnownInterest } from './markets/knownInterest.ts';
import type { AccountStores, SharedStores } from './stores.ts';
import type { ExchangeAddress } from './traderOptions.ts';

export interface Trader
  extends Pick<SharedStores, 'vaultFolder' | 'settings' | 'custodyMemory' | 'watchlists'>,
    Pick<AccountStores, 'account' | 'journal' | 'conditionalJournal' | 'equityHistory'> {
  /** Null where nothing is recorded. */
  readonly recorder: Recorder | null;
  readonly exchange: ExchangeAddress;
  readonly log: Log;
  readonly venue: Venue;
  readonly vault: Vault;
  /** Limits, lock times and pins, authenticated by the vault. */
  readonly protectedSettings: ProtectedSettingsStore;
  /** Conditional orders and counters of limits, compared with what the vault vouches for. */
  readonly consent: ConsentRecord;
  readonly locks: LockController;
  readonly wallet: Wallet;
  readonly relays: RelayQueue;
  readonly addresses: AddressBook;
  readonly actions: WalletActions;
  readonly sessionKeys: SessionKeys;
  readonly market: MarketData;
  readonly trading: Trading;
  /** Markets that the page watches; main's modules get only those that the exchange listed. */
  readonly interest: KnownInterest;
  readonly orderTimes: OrderTimes;
  readonly session: Session;
  readonly custodial: CustodialAccount;
  readonly custodialProof: CustodialProofs;
  readonly alerts: Alerts;
  readonly now: Now;
  readonly onFault: FaultLog;
  readiness(): Readiness;
  accountView(): AccountView;
  /** Removes the reports of what happened while nobody could see the account. */
  dismissAbsences(): void;
  walletView(): WalletView;
  /** Empty while the vault is locked. */
  alertsView(): AlertsView;
  /** Counts alone while the vault or the screen is locked. */
  conditionalsView(): ConditionalsView;
  /** Reports a change of the wallet view that no module reports. */
  emitWalletChange(): void;
  /** The listener gets the name of the view that changed. */
  onChange(listener: (view: 'account' | 'wallet') => void): () => void;
  /** `beforeLocks` runs when nothing of the account uses the vault any more. */
  close(beforeLocks?: () => void): Promise<void>;
}
