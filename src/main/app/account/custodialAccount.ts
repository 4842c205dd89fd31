/**
 * Custodial account: what names it, whether a person confirmed it, and whether the exchange's data bears it out.
 *
 * Invariants  Nothing is sent for an account without a wallet before a person agreed. The agreement belongs to one API key and
 *             is authenticated by the vault. A contradiction ends it.
 * Source      docs/assumptions.md#custodial-account, #custodial-direction
 */
import { createHash } from 'node:crypto';
import {
  type CustodialProof,
  type CustodialView,
  DEFAULT_DIRECTION,
  type DirectionField,
} from '#shared/order/account/custodial.ts';
import { type AccountId, type CustodialId, type OrderId, parseCustodialId } from '#shared/units/ids.ts';
import type { CustodialAgreement, ProtectedSettingsStore } from '../../storage/settings/protectedSettings.ts';
import type { Vault } from '../../vault/vault.ts';
import type { Wallet } from '../../wallet/wallet.ts';

export interface CustodialOptions {
  readonly vault: Pick<Vault, 'credentials'>;
  readonly wallet: Pick<Wallet, 'account' | 'noWallet' | 'changes'>;
  readonly protectedSettings: Pick<ProtectedSettingsStore, 'value' | 'save'>;
  now(): number;
  onChange(): void;
  onFault(error: unknown): void;
}

export interface CustodialAccount {
  /** The wallet, or the custodial account that the exchange's answer points to; null before either is known. */
  accountId(): AccountId | null;
  /** The account whose orders are sent without a signature: read as such in this run, and confirmed. */
  active(): CustodialId | null;
  /** True while a person must confirm that the account is custodial: its record names no wallet. */
  isOpen(): boolean;
  /** True when the account of the API key was confirmed, in any run. */
  isAgreed(): boolean;
  /** Null with a wallet, or before it is read. */
  view(): CustodialView | null;
  /** How its orders say their direction: docs/assumptions.md#custodial-direction. */
  direction(): DirectionField;
  /** Records that a person confirmed it, with the direction as stated; throws what saving throws. */
  agree(direction: DirectionField): void;
  /** The exchange reports an order of ours with this direction, or with the other one. */
  noteDirection(orderId: OrderId, isAsSent: boolean): void;
  /** The order that proves the direction is about to be sent; false when no agreement asks for it, or one is on its way. */
  startProof(): boolean;
  /** It ended; with `refusal`, the codes with which the exchange refused it, the account must be confirmed again. */
  endProof(refusal: readonly string[] | null): void;
}

/** Agreements that are kept; the oldest are dropped. */
const MAX_AGREEMENTS = 20;

/** One API key is one account: docs/assumptions.md#custodial-account. */
export function custodialIdOf(apiKey: string): CustodialId {
  return parseCustodialId(`custodial:${createHash('sha256').update(apiKey).digest('hex').slice(0, 40)}`);
}

export function openCustodialAccount(options: CustodialOptions): CustodialAccount {
  const { vault, wallet, protectedSettings, now } = options;
  /** The account and order that contradict the agreement. */
  let contradiction: { readonly account: CustodialId; readonly orderId: OrderId } | null = null;
  /** The account whose proof was refused. */
  let refused: { readonly account: CustodialId; readonly codes: readonly string[] } | null = null;
  let proving: CustodialId | null = null;

  const keyId = (): CustodialId | null => {
    const credentials = vault.credentials();
    return credentials === null ? null : custodialIdOf(credentials.apiKey);
  };
  /** The account while the exchange's latest answer names no wallet. */
  const named = (): CustodialId | null =>
    wallet.noWallet() !== null && wallet.changes().length === 0 ? keyId() : null;
  const stored = (account: CustodialId): CustodialAgreement | null =>
    protectedSettings.value().custodial[account] ?? null;
  const agreement = (account: CustodialId): CustodialAgreement | null =>
    contradiction?.account === account || refused?.account === account ? null : stored(account);
  const directionOf = (account: CustodialId | null): DirectionField =>
    (account === null ? null : stored(account)?.direction) ?? DEFAULT_DIRECTION;

  function proofOf(account: CustodialId): CustodialProof {
    if (contradiction?.account === account) return { at: 'contradicted', orderId: contradiction.orderId };
    if (refused?.account === account) return { at: 'refused', codes: refused.codes };
    if (proving === account) return { at: 'proving' };
    const provedAtMs = agreement(account)?.provedAtMs ?? null;
    return provedAtMs === null ? { at: 'unconfirmed' } : { at: 'confirmed', atMs: provedAtMs };
  }

  function store(account: CustodialId, next: CustodialAgreement): void {
    const { [account]: _before, ...others } = protectedSettings.value().custodial;
    const kept = Object.entries(others).slice(1 - MAX_AGREEMENTS);
    protectedSettings.save({ custodial: { ...Object.fromEntries(kept), [account]: next } });
  }

  return {
    accountId: () => named() ?? wallet.account(),
    active() {
      const account = named();
      return account !== null && agreement(account) !== null ? account : null;
    },
    isOpen() {
      const account = named();
      return account !== null && agreement(account) === null;
    },
    isAgreed() {
      const account = keyId();
      return account !== null && agreement(account) !== null;
    },
    view() {
      const account = named();
      const sign = wallet.noWallet();
      if (account === null || sign === null) return null;
      return {
        sign,
        direction: directionOf(account),
        agreedAtMs: agreement(account)?.agreedAtMs ?? null,
        proof: proofOf(account),
      };
    },
    direction: () => directionOf(named()),
    agree(direction) {
      const account = named();
      if (account === null) return;
      store(account, { agreedAtMs: now(), provedAtMs: null, direction });
      contradiction = null;
      refused = null;
      options.onChange();
    },
    noteDirection(orderId, isAsSent) {
      const account = named();
      if (account === null) return;
      const known = agreement(account);
      if (known === null || (isAsSent && known.provedAtMs !== null)) return;
      try {
        if (isAsSent) store(account, { ...known, provedAtMs: now() });
        else contradiction = { account, orderId };
      } catch (error) {
        options.onFault(error);
      }
      options.onChange();
    },
    startProof() {
      const account = named();
      if (account === null || agreement(account) === null || proving !== null) return false;
      proving = account;
      options.onChange();
      return true;
    },
    endProof(refusal) {
      if (proving === null) return;
      if (refusal !== null) refused = { account: proving, codes: refusal };
      proving = null;
      options.onChange();
    },
  };
}
