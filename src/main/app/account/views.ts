/**
 * Builds the account and wallet views with only what the page may see now.
 *
 * Invariants  The account's data and the keys are in a view only while the vault is open and the screen unlocked.
 */
import type { Now } from '#shared/base/clock.ts';
import type { AccountView, SetupView, WalletView } from '#shared/ipc/views.ts';
import type { ActionBlock, RelaysView } from '#shared/ipc/wallet/relay.ts';
import { EMPTY_LEDGER } from '#shared/order/account/ledger.ts';
import type { Readiness } from '#shared/order/account/readiness.ts';
import { OWN_KEY_TYPE, PASSKEY_TYPE } from '#shared/order/orderSigner.ts';
import type { Address } from '#shared/units/ids.ts';
import { ZERO_USD } from '#shared/units/usd.ts';
import type { LockController } from '../../vault/unlock/lockController.ts';
import type { Vault } from '../../vault/vault.ts';
import type { AddressBook } from '../../wallet/addressBook.ts';
import { isLate, isOpen } from '../../wallet/relayLife.ts';
import type { RelayQueue } from '../../wallet/relayQueue.ts';
import type { SessionKeys } from '../../wallet/sessionKeys.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import { buildCustodyView, type CustodySources, findSigner } from '../custody/custody.ts';
import type { CustodialAccount } from './custodialAccount.ts';

const NO_RELAYS: RelaysView = {
  block: { code: 'notRead', parameters: {} },
  calls: [],
  waitsUntilMs: null,
  addresses: [],
};
/** Finished calls that are shown. */
const MAX_ENDED = 20;

export interface WalletSources extends Omit<CustodySources, 'vault' | 'locks' | 'memory'> {
  /** Id of the account that the trader is of. */
  readonly account: string;
  readonly vault: Vault;
  readonly locks: Pick<LockController, 'status'>;
  readonly wallet: Pick<Wallet, 'view'>;
  readonly custodial: Pick<CustodialAccount, 'view'>;
  readonly relays: Pick<RelayQueue, 'entries' | 'waitsUntilMs' | 'waitOf'>;
  readonly addresses: Pick<AddressBook, 'list'>;
  readonly now: Now;
  readonly sessionKeys: Pick<SessionKeys, 'view'>;
  readonly custodyMemory: CustodySources['memory'];
  readonly readiness: Readiness;
}

export function buildWalletView(sources: WalletSources): WalletView {
  const { vault, locks, wallet, sessionKeys, trading, protectedSettings, consent, custodyMemory, origin, readiness } =
    sources;
  const status = vault.status();
  const { at, reason } = locks.status();
  const setup = at === 'unlocked' ? wallet.view() : null;
  const custodial = at === 'unlocked' ? sources.custodial.view() : null;
  return {
    readiness,
    vault: at,
    accounts: vault.accounts(),
    account: sources.account,
    owner: status.owner,
    hasApiKey: status.hasApiKey,
    setup,
    custodial,
    signer: findSigner(vault, setup, custodial),
    backedUp: status.backedUp,
    lockReason: reason,
    relays: at === 'unlocked' ? buildRelaysView(sources, setup, custodial, status.owner) : NO_RELAYS,
    custody: buildCustodyView({ vault, locks, trading, protectedSettings, consent, memory: custodyMemory, origin }),
    sessionKeys:
      at === 'unlocked' ? sessionKeys.view() : { handler: null, verifier: null, signing: 'off', keys: [], grant: null },
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
    standingSales: [],
    risk: { ...view.risk, baseline: null, uses: [], givenAwayToday: ZERO_USD, unsettled: [] },
    exits: [],
    absences: [],
  };
}

/** Calls of this wallet alone: unfinished ones in nonce order, then the latest. */
function buildRelaysView(
  { relays, addresses, now }: Pick<WalletSources, 'relays' | 'addresses' | 'now'>,
  setup: SetupView | null,
  custodial: WalletView['custodial'],
  owner: Address | null,
): RelaysView {
  const atMs = now();
  const own = relays.entries().filter(({ wallet, chainId }) => wallet === setup?.safe && chainId === setup.chainId);
  const open = own.filter(isOpen).toSorted((a, b) => a.call.nonce - b.call.nonce);
  const ended = own.filter((entry) => !isOpen(entry)).toSorted((a, b) => b.updatedAtMs - a.updatedAtMs);
  return {
    block: custodial === null ? findBlock(setup, owner) : { code: 'custodial', parameters: {} },
    calls: [...open, ...ended.slice(0, MAX_ENDED)].map((entry) => ({
      hash: entry.hash,
      nonce: entry.call.nonce,
      action: entry.action,
      at: entry.at,
      reason: entry.reason,
      tx: entry.tx,
      lines: entry.lines,
      effect: entry.effect,
      isLate: isLate(entry, atMs),
      waitsFor: relays.waitOf(entry.hash),
      createdAtMs: entry.createdAtMs,
      updatedAtMs: entry.updatedAtMs,
    })),
    waitsUntilMs: relays.waitsUntilMs(),
    addresses: addresses.list(),
  };
}

/** As main decides it at each plan, from what the page may see. */
function findBlock(setup: SetupView | null, owner: Address | null): ActionBlock | null {
  if (setup === null) return { code: 'notRead', parameters: {} };
  if (owner === null) return { code: 'noKey', parameters: {} };
  const { signatureType, status } = setup;
  if (signatureType === PASSKEY_TYPE) return { code: 'passkeyWallet', parameters: {} };
  if (signatureType !== OWN_KEY_TYPE) return { code: 'unsupportedWalletType', parameters: { signatureType } };
  if (setup.owner !== owner) return { code: 'otherOwner', parameters: {} };
  if (setup.threshold !== null && setup.threshold > 1) {
    return { code: 'moreOwners', parameters: { threshold: setup.threshold } };
  }
  return status === 'ready' ? null : { code: 'setupFirst', parameters: {} };
}
