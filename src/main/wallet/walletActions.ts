/**
 * Wallet actions: plans a withdrawal, redemption, split or merge, and signs exactly the plan that a person was asked about.
 *
 * Invariants  One plan at a time, found by its hash. Before the signature the configuration is read again; no await separates
 *             its checks from the signing request. What is signed is stored in the relay queue before it is sent.
 * Errors      WalletError ACTION_REFUSED or WALLET_CHANGED; errors of reads, of the vault and of the stores pass through.
 * Source      docs/security-coverage.md#r43; docs/assumptions.md#wallet-nonce
 */
import { describeError } from '#shared/base/describeError.ts';
import type { ActionBlock } from '#shared/ipc/wallet/relay.ts';
import type { Balance, Position, WalletRecord } from '#shared/order/account/account.ts';
import type { WalletIntent } from '#shared/order/wallet/walletAction.ts';
import type { Address, Hex, Hex32, MarketId } from '#shared/units/ids.ts';
import type { SafeDomain } from '#wire/eip712/domain.ts';
import { buildRelayedTx, type SafeTx } from '#wire/eip712/safeTx.ts';
import { type ActionMarket, type ActionPlan, buildActionPlan, findContracts, requireOwnCall } from './actionPlan.ts';
import type { AddressBook } from './addressBook.ts';
import { loadCallCodec } from './callCodec.ts';
import { MAX_OPEN } from './relayEntries.ts';
import { isOpen } from './relayLife.ts';
import type { RelayQueue } from './relayQueue.ts';
import { safeDomainOf } from './setupCalls.ts';
import { findStatus } from './setupPlan.ts';
import type { Wallet } from './walletApi.ts';
import { refuseAction } from './walletError.ts';
import { buildPin, checkRecord, listChanges } from './walletRecord.ts';

export interface WalletActionsOptions {
  readonly wallet: Pick<Wallet, 'readRecord' | 'view'>;
  readonly relays: Pick<RelayQueue, 'add' | 'entries' | 'nextNonce'>;
  readonly addresses: Pick<AddressBook, 'find' | 'listLookAlikes' | 'noteUse'>;
  readonly owner: () => Address | null;
  readonly fetchBalance: () => Promise<Balance>;
  readonly listPositions: () => Promise<readonly Position[]>;
  /** A market with its ids, checked against the account, the listing and the pins; null: not listed. */
  readonly fetchMarket: (market: MarketId) => Promise<ActionMarket | null>;
  readonly signSafeTxs: (
    requests: readonly { readonly tx: SafeTx; readonly domain: SafeDomain }[],
    password: string,
  ) => Promise<readonly { readonly hash: Hex32; readonly signature: Hex }[]>;
  readonly allowedMultiSends: readonly Address[];
}

export interface WalletActions {
  /** Reads the account and builds the plan; `nonce` is the member's, for an exchange that does not state it. */
  plan(intent: WalletIntent, nonce: number | null): Promise<ActionPlan>;
  /** The latest plan, if it has this hash; throws otherwise. */
  find(hash: Hex32): ActionPlan;
  /** Signs the plan and puts it into the queue, or throws when the wallet is not that of the plan any more. */
  run(password: string, plan: ActionPlan): Promise<void>;
  /** Forgets the plan, for another account. */
  forget(): void;
}

export function openWalletActions(options: WalletActionsOptions): WalletActions {
  const { wallet, relays, addresses, owner } = options;
  let current: ActionPlan | null = null;
  /** Rises with `forget`: discards a plan whose reads began before it. */
  let epoch = 0;

  function requireUsable(record: WalletRecord): void {
    const block = findBlock(record, owner());
    if (block === null) return;
    throw refuseAction(
      { code: 'blocked', parameters: { block } },
      `Expected a wallet that can act, found ${block.code}`,
    );
  }

  /** The nonce behind everything that is open, or the one that the member entered. */
  function chooseNonce(record: WalletRecord, entered: number | null): number {
    const known = relays.nextNonce(record.proxyAddress, record.chainId, record.nextNonce);
    const nonce = known ?? entered;
    if (nonce !== null) return nonce;
    throw refuseAction({ code: 'nonceUnknown', parameters: {} }, 'Expected the wallet’s next nonce, found none');
  }

  async function fetchMarkets(intent: WalletIntent): Promise<ReadonlyMap<MarketId, ActionMarket>> {
    const wanted = intent.kind === 'redeem' ? intent.markets : intent.kind === 'withdraw' ? [] : [intent.market];
    const found = new Map<MarketId, ActionMarket>();
    for (const id of new Set(wanted)) {
      const market = await options.fetchMarket(id);
      if (market !== null) found.set(id, market);
    }
    return found;
  }

  return {
    async plan(intent, entered) {
      const startEpoch = epoch;
      current = null;
      const record = await wallet.readRecord();
      requireUsable(record);
      const [codec, balance, positions, markets] = await Promise.all([
        loadCallCodec(),
        options.fetchBalance(),
        options.listPositions(),
        fetchMarkets(intent),
      ]);
      const to = intent.kind === 'withdraw' ? intent.to : null;
      const { proxyAddress, chainId } = record;
      const plan = buildActionPlan(
        intent,
        {
          record,
          nonce: chooseNonce(record, entered),
          balance,
          positions,
          markets,
          relays: relays.entries().filter((entry) => entry.wallet === proxyAddress && entry.chainId === chainId),
          recipient: to === null ? null : addresses.find(to),
          lookAlikes: to === null ? [] : addresses.listLookAlikes(to),
          allowedMultiSends: options.allowedMultiSends,
        },
        codec,
      );
      if (epoch !== startEpoch) throw planGone();
      current = plan;
      return plan;
    },
    find(hash) {
      if (current?.view.hash !== hash) throw planGone();
      return current;
    },
    async run(password, plan) {
      const { action, call, view } = plan;
      const codec = await loadCallCodec();
      const record = await wallet.readRecord();
      if (current !== plan) throw planGone();
      requireUsable(record);
      const isSame = listChanges(buildPin(plan.record), buildPin(record)).length === 0;
      const known = relays.nextNonce(record.proxyAddress, record.chainId, record.nextNonce);
      const isListed = action.kind !== 'withdraw' || addresses.find(action.to) !== null;
      if (!isSame || !isListed || (known !== null && known !== call.nonce)) {
        throw refuseAction({ code: 'planChanged', parameters: {} }, 'Expected the wallet of the plan, found changes');
      }
      const { length } = relays.entries().filter(isOpen);
      if (length >= MAX_OPEN) {
        const refusal = { code: 'queueFull', parameters: { max: MAX_OPEN } } as const;
        throw refuseAction(refusal, `Expected fewer than ${MAX_OPEN} calls in the queue, found ${length}`);
      }
      requireOwnCall(call, action, findContracts(record, options.allowedMultiSends), codec);
      const request = { tx: buildRelayedTx(call), domain: safeDomainOf(record) };
      // One signature for one plan, also when the command is repeated.
      current = null;
      const [signed] = await options.signSafeTxs([request], password).catch((error: unknown) => {
        current = plan;
        throw error;
      });
      if (signed?.hash !== view.hash) {
        throw refuseAction(
          { code: 'otherHashSigned', parameters: {} },
          'Expected a signature of the plan’s hash, found one of another',
        );
      }
      const { hash, wallet: safe, chainId, lines } = view;
      const { signature } = signed;
      try {
        relays.add([{ hash, wallet: safe, chainId, call, action, lines, signature }]);
      } catch (error) {
        const message = `Expected to store the signed call: ${describeError(error)}`;
        throw Object.assign(refuseAction({ code: 'notSaved', parameters: {} }, message), { cause: error });
      }
      if (action.kind === 'withdraw') addresses.noteUse(action.to);
    },
    forget() {
      epoch += 1;
      current = null;
    },
  };
}

/** Why nothing may be signed with this wallet, or null. */
function findBlock(record: WalletRecord | null, owner: Address | null): ActionBlock | null {
  if (record === null) return { code: 'notRead', parameters: {} };
  const refusal = checkRecord(record, owner) as ActionBlock | null;
  if (refusal !== null) return refusal;
  return findStatus(record) === 'ready' ? null : { code: 'setupFirst', parameters: {} };
}

function planGone() {
  return refuseAction({ code: 'planGone', parameters: {} }, 'Expected the plan that was shown, found another or none');
}
