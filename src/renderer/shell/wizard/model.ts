/**
 * Which step of the wallet setup is next: read from what main says of the wallet, so that a restart resumes in place.
 *
 * Invariants  Signing is reached only for calls that were shown: a call with another hash leads back to reading.
 */
import type { AppInfo, KeySource } from '#shared/ipc/contract.ts';
import type { SetupCallView, SetupView, WalletView } from '#shared/ipc/views.ts';
import { OWN_KEY_TYPE, PASSKEY_TYPE } from '#shared/order/orderSigner.ts';
import { formatMicros } from '#shared/units/micros.ts';
import { parseInteger } from '#shared/units/numbers.ts';
import type { Usd } from '#shared/units/usd.ts';

export type StepName = 'unlock' | 'key' | 'backup' | 'account' | 'read' | 'sign' | 'second' | 'ready';

/** `passkey`: the wallet's own key is in no place that a program reads, so the vault gets a fresh one that owns nothing. */
export type KeyKind = KeySource['kind'] | 'passkey';

/** What only this dialog knows; gone with it, and nothing of it is needed to resume. */
export interface Progress {
  /** Set when the key is asked for in this dialog, before the answer: the next frame may overtake it. */
  readonly key: 'none' | 'created' | 'imported' | 'passkey';
  /** `writing` holds the step while main works, so that its answer is seen. */
  readonly backup: 'open' | 'postponed' | 'asked' | 'writing' | 'written';
  readonly account: { readonly safe: string; readonly deposit: Usd } | null;
  /** Hashes of the calls that were on screen when the trader went on. */
  readonly reviewed: readonly string[];
  /** Of a passkey's wallet: `adding` holds the step until the new key was seen, `settled` goes on with or without one. */
  readonly second: 'open' | 'adding' | 'settled';
}

export const FRESH: Progress = { key: 'none', backup: 'open', account: null, reviewed: [], second: 'open' };

export function findStep(wallet: WalletView, network: AppInfo['network'], progress: Progress): StepName {
  if (wallet.vault === 'absent') return 'key';
  if (wallet.vault === 'locked') return 'unlock';
  if (progress.backup !== 'open' && progress.backup !== 'postponed') return 'backup';
  // Past the account nobody is held up for a backup; on paper only right after the key was made.
  const asksForBackup = progress.key !== 'passkey' && (progress.key !== 'none' || network !== 'paper');
  if (!wallet.backedUp && !wallet.hasApiKey && progress.backup === 'open' && asksForBackup) return 'backup';
  if (!wallet.hasApiKey) return 'account';
  if (wallet.setup?.signatureType === PASSKEY_TYPE) {
    if (progress.second === 'adding') return 'second';
    if (progress.second === 'open' && wallet.signer?.kind === 'none') return 'second';
  }
  if (wallet.setup?.status === 'ready') return 'ready';
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

/** The list at the left; a locked vault puts its own line first. */
export function listSteps(step: StepName, wallet: WalletView): readonly ListedStep[] {
  const isPasskey = wallet.setup?.signatureType === PASSKEY_TYPE;
  const labels = isPasskey ? PASSKEY_LABELS : LABELS;
  const now = step === 'unlock' ? -1 : labels.findIndex(([name]) => name === step);
  const listed = labels.map(([name, label], at): ListedStep => {
    if (step === 'unlock') return { name, label, at: 'ahead' };
    if (at === now) return { name, label, at: 'now' };
    if (name === 'second' && at < now && wallet.signer?.kind === 'none')
      return { name, label: 'Second key · none', at: 'ahead' };
    if (name === 'backup' && !wallet.backedUp && at < now)
      return { name, label: isPasskey ? 'Backup · not needed' : 'Backup · later', at: 'ahead' };
    return { name, label, at: at < now ? 'done' : 'ahead' };
  });
  return step === 'unlock' ? [{ name: 'unlock', label: 'Unlock', at: 'now' }, ...listed] : listed;
}

/** Calls that still have to be signed and relayed, in nonce order. */
export function listPending(setup: SetupView): readonly SetupCallView[] {
  return setup.calls.filter((call) => call.progress.at !== 'done').sort((a, b) => a.nonce - b.nonce);
}

/** Why this wallet can't be set up here; null when signing may go on. */
export function findObstacle(wallet: WalletView): string | null {
  const { setup, owner } = wallet;
  if (setup === null || setup.status === 'ready') return null;
  if (setup.signatureType === PASSKEY_TYPE) {
    return 'A passkey owns this wallet, so its set-up is signed where the passkey is. No order leaves before that; the rest works here.';
  }
  if (setup.signatureType !== OWN_KEY_TYPE) {
    return `The exchange calls this wallet type ${setup.signatureType}, which Adyton does not know: nothing is signed.`;
  }
  if (owner !== null && setup.owner !== owner) {
    return `The wallet's owner is ${setup.owner}, but your key is ${owner}. Import the key of that owner, or connect the account that belongs to yours.`;
  }
  if (setup.status === 'unrecognised') {
    return 'The exchange gave the wallet a status that Adyton does not know: nothing is signed.';
  }
  if (setup.calls.some((call) => refusalOf(call) !== null)) {
    return 'At least one call is refused, so none is signed. Ask the exchange about it and read the wallet again.';
  }
  if (setup.calls.length === 0) {
    return 'The exchange says that set-up is required but asks for no call. Read the wallet again in a moment.';
  }
  return null;
}

/** Main's reason for refusing a call, or the first of its effects that is not allowed. */
export function refusalOf(call: SetupCallView): string | null {
  if (call.refusal !== null) return call.refusal;
  const bad = call.effects.find((effect) => !effect.allowed);
  return bad ? (bad.refusal ?? 'This effect is not one that a set-up needs') : null;
}

/** What a call's progress is called. */
export function tellProgress(call: SetupCallView): string {
  switch (call.progress.at) {
    case 'waiting':
      return 'Not sent yet';
    case 'signing':
      return 'Signing…';
    case 'relayed':
      return 'Sent, waiting for the chain…';
    case 'done':
      return 'Done';
    case 'failed':
      return `Failed: ${call.progress.why}`;
  }
}

export function countCalls(count: number): string {
  return count === 1 ? '1 call' : `${count} calls`;
}

/** Whole dollars without decimals: '10000' as '10,000'. */
export function tellDeposit(deposit: Usd): string {
  return formatMicros(deposit).replace(/\B(?=(\d{3})+(?!\d))/g, ',');
}

/** The index to import: the place in the list, or the typed one from 0 to 99; null when that is none. */
export function takeIndex(choice: { readonly at: number | 'other'; readonly typed: string }): number | null {
  if (choice.at !== 'other') return choice.at;
  const typed = choice.typed.trim();
  return /^\d{1,2}$/.test(typed) ? parseInteger(typed) : null;
}

/** What the way on does; a phrase first shows which addresses it holds. */
export function tellKeySubmit(kind: KeyKind, isListed: boolean, isSealing: boolean, isListing: boolean): string {
  if (isSealing) return 'Sealing the key…';
  if (isListing) return 'Deriving…';
  if (kind === 'random') return 'Create key';
  if (kind === 'passkey') return 'Create the vault';
  return kind === 'phrase' && !isListed ? 'Show addresses' : 'Import key';
}

export function tellPasswordRule(network: AppInfo['network']): string {
  return network === 'paper'
    ? 'Any password will do for paper money.'
    : 'At least 12 characters. Nobody can recover it: without it only a backup opens the key again.';
}
