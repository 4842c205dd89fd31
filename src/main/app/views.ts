/**
 * Builds the account and wallet views with only what the page may see now.
 *
 * Invariants  The account's data and the keys are in a view only while the vault is open and the screen unlocked.
 */
import type { AccountView, WalletView } from '#shared/ipc/views.ts';
import { EMPTY_LEDGER } from '#shared/order/ledger.ts';
import type { Readiness } from '#shared/order/readiness.ts';
import { ZERO_USD } from '#shared/units/usd.ts';
import type { LockController } from '../vault/unlock/lockController.ts';
import type { Vault } from '../vault/vault.ts';
import type { Wallet } from '../wallet/wallet.ts';
import type { CustodialAccount } from './custodialAccount.ts';
import { buildCustodyView, type CustodySources, findSigner } from './custody.ts';

export interface WalletSources extends Omit<CustodySources, 'vault' | 'locks' | 'memory'> {
  readonly vault: Vault;
  readonly locks: Pick<LockController, 'status'>;
  readonly wallet: Pick<Wallet, 'view'>;
  readonly custodial: Pick<CustodialAccount, 'view'>;
  readonly custodyMemory: CustodySources['memory'];
  readonly readiness: Readiness;
}

export function buildWalletView(sources: WalletSources): WalletView {
  const { vault, locks, wallet, trading, protectedSettings, custodyMemory, origin, readiness } = sources;
  const status = vault.status();
  const { at, reason } = locks.status();
  const setup = at === 'unlocked' ? wallet.view() : null;
  const custodial = at === 'unlocked' ? sources.custodial.view() : null;
  return {
    readiness,
    vault: at,
    owner: status.owner,
    hasApiKey: status.hasApiKey,
    setup,
    custodial,
    signer: findSigner(vault, setup, custodial),
    backedUp: status.backedUp,
    lockReason: reason,
    custody: buildCustodyView({ vault, locks, trading, protectedSettings, memory: custodyMemory, origin }),
  };
}

/** While the vault is not unlocked, removes everything specific to the account. */
export function buildAccountView(view: AccountView, vault: WalletView['vault']): AccountView {
  if (vault === 'unlocked') return view;
  return {
    ...view,
    at: 'none',
    reason: null,
    armed: false,
    balance: null,
    orders: [],
    unreadable: [],
    fills: [],
    ledger: EMPTY_LEDGER,
    positions: [],
    rewards: [],
    risk: { ...view.risk, baseline: null, uses: [], givenAwayToday: ZERO_USD, unsettled: [] },
    exits: [],
  };
}
