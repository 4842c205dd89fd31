/** Wallet setup, relay queue and session keys, joined with the vault, the exchange and the protected settings. */
import type { Now, Scheduler } from '#shared/base/clock.ts';
import type { Address } from '#shared/units/ids.ts';
import type { ProtectedSettingsStore } from '../../storage/settings/protectedSettings.ts';
import type { Vault } from '../../vault/vault.ts';
import type { Venue } from '../../venue/venue.ts';
import { LOCAL_MULTI_SENDS } from '../../wallet/knownContracts.ts';
import { openRelayQueue, type RelayQueue } from '../../wallet/relayQueue.ts';
import { openSessionKeys, type SessionKeys } from '../../wallet/sessionKeys.ts';
import { openWallet, type Wallet } from '../../wallet/wallet.ts';
import type { FaultLog } from '../faultLog.ts';
import { toReadFailure } from '../readFailure.ts';
import type { AccountStores } from '../stores.ts';
import type { ExchangeAddress } from '../traderOptions.ts';
import { openPinStore } from './pinStore.ts';
import { explainRelayError, observeRelay } from './relayReads.ts';

export interface WalletPartsOptions {
  readonly vault: Vault;
  readonly venue: Venue;
  readonly protectedSettings: ProtectedSettingsStore;
  readonly relayStore: AccountStores['relayStore'];
  readonly network: ExchangeAddress['network'];
  readonly now: Now;
  readonly schedule: Scheduler;
  readonly onFault: FaultLog;
}

export interface WalletParts {
  readonly wallet: Wallet;
  readonly relays: RelayQueue;
  readonly sessionKeys: SessionKeys;
  /** Batch contracts beside the known ones. */
  readonly allowedMultiSends: readonly Address[];
}

export function openWalletParts(options: WalletPartsOptions): WalletParts {
  const { vault, venue, protectedSettings, network, now, schedule, onFault } = options;
  const allowedMultiSends = network === 'live' ? [] : LOCAL_MULTI_SENDS;
  const relays = openRelayQueue({
    store: options.relayStore,
    relay: (request) => venue.relay(request),
    explain: explainRelayError,
    observe: (entry) => observeRelay(entry, wallet, venue),
    account() {
      const setup = vault.credentials() === null ? null : wallet.view();
      return setup && { wallet: setup.safe, chainId: setup.chainId };
    },
    now,
    schedule,
    onFault: (error) => onFault('relay', error),
  });
  const wallet: Wallet = openWallet({
    fetchWallet: () => venue.fetchWallet(),
    relays,
    signSafeTxs: (requests, password) => vault.signSafeTxs(requests, password),
    owner: () => vault.owner(),
    wait: (ms) => new Promise((resolve) => void schedule(ms, resolve)),
    pins: openPinStore(protectedSettings),
    explainRead: toReadFailure,
    allowedMultiSends,
  });
  const sessionKeys = openSessionKeys({
    wallet,
    keys: () => vault.sessionKeys(),
    prepare: (request) => venue.prepareSessionKey(request),
    relays,
    allowedMultiSends,
    signSafeTxs: (requests, password) => vault.signSafeTxs(requests, password),
    owner: () => vault.owner(),
    store: {
      load: () => protectedSettings.value().sessionKeys,
      save: (next) => protectedSettings.save({ sessionKeys: next }),
    },
    exchangeTimeMs: () => venue.exchangeTimeMs(),
    onFault: (error) => onFault('session keys', error),
  });
  return { wallet, relays, sessionKeys, allowedMultiSends };
}
