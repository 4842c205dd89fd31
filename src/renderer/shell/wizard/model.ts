/**
 * Wallet-setup steps: derives the next step from main's wallet view, so that a restart resumes in place.
 *
 * Invariants  Signing is reached only for calls that were shown: a call with another hash leads back to reading.
 */
import { groupDigits } from '#shared/base/groupDigits.ts';
import type { AppInfo, KeySource } from '#shared/ipc/contract.ts';
import type { SetupCallView, SetupView, WalletView } from '#shared/ipc/views.ts';
import { canArm } from '#shared/order/account/readiness.ts';
import { OWN_KEY_TYPE, PASSKEY_TYPE } from '#shared/order/orderSigner.ts';
import { formatCoded } from '#shared/text/catalogue.ts';
import { RELAY_FAILURES } from '#shared/text/wallet/walletRefusals.ts';
import { formatMicros } from '#shared/units/micros.ts';
import { parseInteger } from '#shared/units/numbers.ts';
import type { Usd } from '#shared/units/usd.ts';

export type StepName = 'unlock' | 'key' | 'backup' | 'account' | 'read' | 'sign' | 'second' | 'custodial' | 'ready';

/** `passkey`: no program can read the wallet's own key, so the vault gets a new key that owns nothing. */
export type KeyKind = KeySource['kind'] | 'passkey';

/** State of the open dialog; a restart resumes without it. */
export interface Progress {
  /** Set before `vault.create` answers, because the next frame may arrive first. */
  readonly key: 'none' | 'created' | 'imported' | 'passkey';
  /** `writing` and `written` keep the step open until the user continues. */
  readonly backup: 'open' | 'postponed' | 'requested' | 'writing' | 'written';
  readonly account: { readonly safe: string | null; readonly deposit: Usd } | null;
  /** Another API key takes the place of the stored one. */
  readonly reconnects: boolean;
  /** Hashes of the calls that were on screen when the user continued. */
  readonly reviewed: readonly string[];
  /** For a passkey's wallet: `adding` keeps the step open until the user continues; `settled` means with or without a key. */
  readonly second: 'open' | 'adding' | 'settled';
}

export const INITIAL_PROGRESS: Progress = {
  key: 'none',
  backup: 'open',
  account: null,
  reconnects: false,
  reviewed: [],
  second: 'open',
};

export function findStep(wallet: WalletView, network: AppInfo['network'], progress: Progress): StepName {
  const { code } = wallet.readiness;
  if (code === 'noWallet') return 'key';
  if (code === 'locked') return 'unlock';
  if (progress.backup !== 'open' && progress.backup !== 'postponed') return 'backup';
  // The wizard asks for a backup before the account is open; on paper, only right after the key was created.
  const asksForBackup = progress.key !== 'passkey' && (progress.key !== 'none' || network !== 'paper');
  if (!wallet.backedUp && !wallet.hasApiKey && progress.backup === 'open' && asksForBackup) return 'backup';
  if (!wallet.hasApiKey || progress.reconnects) return 'account';
  if (code === 'custodialUnconfirmed' || wallet.custodial?.proof.at === 'proving') return 'custodial';
  if (wallet.setup?.signatureType === PASSKEY_TYPE) {
    if (progress.second === 'adding') return 'second';
    if (progress.second === 'open' && code === 'readOnly') return 'second';
  }
  if (canArm(wallet.readiness) || wallet.setup?.status === 'ready') return 'ready';
  if (wallet.setup === null || findObstacle(wallet) !== null) return 'read';
  return listPending(wallet.setup).every((call) => progress.reviewed.includes(call.hash)) ? 'sign' : 'read';
}

export interface ListedStep {
  readonly name: StepName;
  readonly label: string;
  readonly at: 'done' | 'now' | 'ahead';
}

const LABELS: readonly (readonly [StepName, string])[] = [
  ['key', 'Password and key'],
  ['backup', 'Backup'],
  ['account', 'Account'],
  ['read', 'Read the wallet'],
  ['sign', 'Sign and send'],
  ['ready', 'Ready'],
];
const PASSKEY_LABELS = LABELS.map(([name, label]): (typeof LABELS)[number] =>
  name === 'sign' ? ['second', 'Second signing key'] : [name, label],
);

const CUSTODIAL_LABELS = LABELS.filter(([name]) => name !== 'sign').map(([name, label]): (typeof LABELS)[number] =>
  name === 'read' ? ['custodial', 'Who holds the funds'] : [name, label],
);

/** The steps in order, each with its state; a locked vault adds `unlock` in front. */
export function listSteps(step: StepName, wallet: WalletView): readonly ListedStep[] {
  const isPasskey = wallet.setup?.signatureType === PASSKEY_TYPE;
  const isCustodial = wallet.custodial !== null;
  const labels = isCustodial ? CUSTODIAL_LABELS : isPasskey ? PASSKEY_LABELS : LABELS;
  const now = step === 'unlock' ? -1 : labels.findIndex(([name]) => name === step);
  const listed = labels.map(([name, label], index): ListedStep => {
    if (step === 'unlock') return { name, label, at: 'ahead' };
    if (index === now) return { name, label, at: 'now' };
    if (name === 'second' && index < now && wallet.readiness.code === 'readOnly')
      return { name, label: 'Second key · none', at: 'ahead' };
    if (name === 'backup' && !wallet.backedUp && index < now)
      return { name, label: isPasskey || isCustodial ? 'Backup · not needed' : 'Backup · later', at: 'ahead' };
    return { name, label, at: index < now ? 'done' : 'ahead' };
  });
  return step === 'unlock' ? [{ name: 'unlock', label: 'Unlock', at: 'now' }, ...listed] : listed;
}

/** True while the exchange refuses the stored API key or its secret. */
export function isKeyRefused({ readiness }: WalletView): boolean {
  return readiness.code === 'setupRequired' && readiness.parameters.gap === 'keyRefused';
}

/** Calls that are not executed yet, in nonce order. */
export function listPending(setup: SetupView): readonly SetupCallView[] {
  return setup.calls.filter((call) => call.progress.at !== 'done').sort((a, b) => a.nonce - b.nonce);
}

/** Why this wallet can't be set up here, or null. */
export function findObstacle(wallet: WalletView): string | null {
  const { setup, owner } = wallet;
  if (setup === null || setup.status === 'ready') return null;
  if (setup.signatureType === PASSKEY_TYPE) {
    return 'A passkey owns this wallet: sign its setup where the passkey is. Until then no order is sent; everything else works here.';
  }
  if (setup.signatureType !== OWN_KEY_TYPE) {
    return `The exchange reports wallet type ${setup.signatureType}, which Adyton does not support. Nothing is signed.`;
  }
  if (owner !== null && setup.owner !== owner) {
    return `The wallet's owner is ${setup.owner}, but your key is ${owner}. Import the owner's key, or connect the account of your key.`;
  }
  if (setup.status === 'unrecognised') {
    return 'The exchange reports a wallet status that Adyton does not know. Nothing is signed.';
  }
  if (setup.calls.some(isRefused)) {
    return 'At least one call is refused, so none is signed. Ask the exchange about it, then read the wallet again.';
  }
  if (setup.calls.length === 0) {
    return 'The exchange requires a setup but lists no call. Read the wallet again in a moment.';
  }
  return null;
}

/** True when main refuses the call or one of its effects. */
export function isRefused(call: SetupCallView): boolean {
  return call.refusal !== null || call.effects.some((effect) => effect.refusal !== null);
}

export function formatProgress(progress: SetupCallView['progress']): string {
  switch (progress.at) {
    case 'waiting':
      return 'Not sent yet';
    case 'signing':
      return 'Signing…';
    case 'relayed':
      return 'Sent, waiting for the chain…';
    case 'done':
      return 'Done';
    case 'failed':
      return `Failed: ${formatCoded(RELAY_FAILURES, progress.failure)}`;
  }
}

/** '1 call', '3 calls'. */
export function formatCallCount(count: number): string {
  return count === 1 ? '1 call' : `${count} calls`;
}

/** Whole dollars without decimals: '10,000'. */
export function formatDeposit(deposit: Usd): string {
  return groupDigits(formatMicros(deposit));
}

/** The chosen address index, or the typed one from 0 to 99; null when the typed one is invalid. */
export function parseAddressIndex(choice: { readonly at: number | 'other'; readonly typed: string }): number | null {
  if (choice.at !== 'other') return choice.at;
  const typed = choice.typed.trim();
  return /^\d{1,2}$/.test(typed) ? parseInteger(typed) : null;
}

/** Label of the submit button; a phrase lists its addresses first. */
export function formatKeySubmit(kind: KeyKind, isListed: boolean, isSealing: boolean, isListing: boolean): string {
  if (isSealing) return 'Encrypting the key…';
  if (isListing) return 'Deriving…';
  if (kind === 'random') return 'Create key';
  if (kind === 'passkey') return 'Create the vault';
  return kind === 'phrase' && !isListed ? 'Show addresses' : 'Import key';
}

export function formatPasswordRule(network: AppInfo['network']): string {
  return network === 'paper'
    ? 'Any password works for paper money.'
    : 'At least 12 characters. It cannot be recovered: without it, only a backup restores the key.';
}
