/**
 * What the keys of this terminal can do, what is at risk now and what stands between, in plain words from main's facts.
 *
 * Units       Unix ms; Usd in millionths.
 */
import type { AppInfo } from '#shared/ipc/contract.ts';
import type {
  AccountView,
  CustodyView,
  KeychainUnlockView,
  KeyView,
  SetupView,
  WalletView,
} from '#shared/ipc/views.ts';
import { PASSKEY_TYPE } from '#shared/order/orderSigner.ts';
import { formatCoded } from '#shared/text/catalogue.ts';
import { formatMoney } from '#shared/text/numbers.ts';
import { READ_ONLY_REASONS } from '#shared/text/readOnlyReasons.ts';
import { formatDateTime } from '#shared/text/times.ts';
import { parseInteger } from '#shared/units/numbers.ts';
import { toMidSentence } from '../../ui/midSentence.ts';
import { shorten } from '../../ui/shorten.ts';

export type Tone = 'good' | 'warn' | 'bad' | 'idle';

export interface Risk {
  readonly tone: Tone;
  /** Two or three words, also for the tab bar. */
  readonly title: string;
  readonly text: string;
}

/** What somebody at this window, or a program that runs as this user, could do at this moment. */
export function tellRisk(wallet: WalletView, account: AccountView | null): Risk {
  if (wallet.vault === 'absent') {
    return {
      tone: 'idle',
      title: 'No key',
      text: 'There is no key on this computer, so there is nothing to lose here.',
    };
  }
  if (wallet.vault === 'locked') {
    return wallet.custody.keysInMemory
      ? {
          tone: 'warn',
          title: 'Screen locked',
          text: 'Nothing can be placed from here, and nothing of yours is shown. Orders can still be cancelled (Shift F9). The keys are still in memory until they lock too.',
        }
      : {
          tone: 'good',
          title: 'Locked',
          text: 'The keys are sealed: nothing can be signed here before the vault is opened. Orders that rest stay at the exchange and can still be filled.',
        };
  }
  if (wallet.signer?.kind === 'none') {
    return {
      tone: 'idle',
      title: 'Read-only',
      text: `No order can be signed here: ${formatCoded(READ_ONLY_REASONS, wallet.signer.reason)}. The API key reads the account and cancels what rests.`,
    };
  }
  if (wallet.setup?.status !== 'ready') {
    return {
      tone: 'warn',
      title: 'Unlocked, not set up',
      text:
        wallet.setup?.signatureType === PASSKEY_TYPE
          ? 'No order leaves before the wallet is ready, and its set-up is signed where the passkey is.'
          : 'The key is in use, but no order leaves before the wallet is ready. Wallet calls ask for the password.',
    };
  }
  const limit = account === null ? 'the order limit' : formatMoney(account.maxOrderCost);
  const free = account?.balance ? `${formatMoney(account.balance.available)} free` : 'what is free';
  return account?.armed
    ? {
        tone: 'warn',
        title: 'Unlocked and armed',
        text: `One click sends an order of up to ${limit}, and the next one another: ${free} is within reach of whoever sits here, and of a program that runs as you.`,
      }
    : {
        tone: 'idle',
        title: 'Unlocked, disarmed',
        text: `No click sends an order. But F8 arms without the password, so ${free} is within reach of whoever sits here, up to ${limit} an order.`,
      };
}

export interface KeyRow {
  readonly id: string;
  readonly name: string;
  readonly signs: string;
  readonly public: string;
  /** What `public` is called. */
  readonly publicName: string;
  readonly made: string;
  /** Null: it is nowhere but here. */
  readonly backup: string | null;
  /** The act that backs it up. */
  readonly act: 'backup' | 'copy';
  /** The act that takes it out of the vault; null where that is not one of this pane's. */
  readonly removal: `remove ${string}` | null;
  /** Lost with this computer, it is lost for good. */
  readonly isPrecious: boolean;
}

type KeyWords = Pick<KeyRow, 'name' | 'signs' | 'publicName' | 'act' | 'isPrecious'>;
const KEYS: Readonly<Record<KeyView['use'], KeyWords>> = {
  own: {
    name: 'Own key',
    signs:
      'Signs your orders while the vault is open, each within the order limit. Signs wallet calls only with the password.',
    publicName: 'address',
    act: 'backup',
    isPrecious: true,
  },
  api: {
    name: 'API key',
    signs: 'Tells the exchange who you are. It can read and cancel; it cannot place an order without a signature.',
    publicName: 'API key',
    act: 'copy',
    isPrecious: false,
  },
  second: {
    name: 'Second key',
    signs:
      'Signs your orders beside the passkey while the vault is open, each within the order limit. Signs no wallet call.',
    publicName: 'address',
    act: 'copy',
    isPrecious: true,
  },
  session: {
    name: 'Session key',
    signs:
      'Signs nothing yet: what such a key signs for the exchange is not published. It is never an owner of the wallet.',
    publicName: 'public key',
    act: 'copy',
    isPrecious: false,
  },
};

const ORDER: readonly KeyView['use'][] = ['own', 'second', 'session', 'api'];

/** Its own backup, else the copy of the whole vault that holds it: where else it is than on this disk. */
function tellBackup(key: KeyView, copiedAtMs: number | null, nowMs: number): string | null {
  if (key.backedUpAtMs !== null) return `backed up ${formatDateTime(key.backedUpAtMs, nowMs)}`;
  const isInCopy = copiedAtMs !== null && copiedAtMs >= key.createdAtMs;
  return isInCopy ? `in the copy of ${formatDateTime(copiedAtMs, nowMs)}` : null;
}

/** What a key does for this wallet where that is not what such a key mostly does. */
function adaptKey(key: KeyView, { setup, signer }: KeyWallet): Partial<Pick<KeyRow, 'signs' | 'isPrecious'>> {
  if (setup === null) return {};
  const isPasskey = setup.signatureType === PASSKEY_TYPE;
  if (key.use === 'own' && isPasskey) {
    return {
      signs: 'The vault was made around it. It signs nothing for this wallet, which a passkey owns.',
      isPrecious: false,
    };
  }
  if (key.use === 'own' && signer?.kind === 'none') {
    return { signs: 'Signs nothing for this wallet, which belongs to another key.' };
  }
  if (key.use !== 'second' || (signer?.kind === 'second' && signer.key === key.public)) return {};
  return {
    signs: isPasskey
      ? 'Signs nothing while a newer second key is here: that one signs your orders.'
      : 'Signs nothing for this wallet, which no passkey owns.',
  };
}

type KeyWallet = Pick<WalletView, 'setup' | 'signer'> & {
  readonly custody: Pick<CustodyView, 'keys' | 'copiedAtMs'>;
};

export function listKeyRows(wallet: KeyWallet, nowMs: number): readonly KeyRow[] {
  const { keys, copiedAtMs } = wallet.custody;
  return [...keys]
    .sort((a, b) => ORDER.indexOf(a.use) - ORDER.indexOf(b.use))
    .map((key) => ({
      id: key.id,
      ...KEYS[key.use],
      ...adaptKey(key, wallet),
      public: key.public,
      made: formatDateTime(key.createdAtMs, nowMs),
      backup: tellBackup(key, copiedAtMs, nowMs),
      removal: key.use === 'second' ? (`remove ${key.id}` as const) : null,
    }));
}

/** 'today 14:02: you locked it'. */
export function tellLastLock(lastLock: CustodyView['lastLock'], nowMs: number): string {
  return lastLock === null ? 'not yet' : `${formatDateTime(lastLock.atMs, nowMs)}: ${lastLock.why}`;
}

function countMinutes(minutes: number): string {
  return minutes === 1 ? '1 minute' : `${minutes} minutes`;
}

/** When it locks next without being told to. */
export function tellLockTimes({ screenMinutes, keysMinutes }: CustodyView['lockTimes']): string {
  return keysMinutes <= screenMinutes
    ? `after ${countMinutes(keysMinutes)} without an act`
    : `after ${countMinutes(screenMinutes)} without an act; the keys after ${keysMinutes}`;
}

/** When the keys follow a screen that is locked already. */
export function tellKeysLock({ keysMinutes }: CustodyView['lockTimes']): string {
  return `after ${countMinutes(keysMinutes)} without an act`;
}

export function formatKeychainUnlock(state: KeychainUnlockView): string {
  switch (state.at) {
    case 'unavailable':
      return `not here: ${toMidSentence(state.why)}`;
    case 'off':
      return `off (${state.keychain})`;
    case 'pending':
      return `in ${state.keychain}; offered once the next start has read it back`;
    case 'ready':
      return `${state.keychain} opens it too`;
    case 'lost':
      return `lost: ${toMidSentence(state.why)}`;
  }
}

/** What the vault's age says, where it is not the one last seen here. */
export function tellOlder({ found, seen }: NonNullable<CustodyView['older']>): string {
  const what =
    found === seen
      ? `The vault on the disk is not the one last seen here, though both are save ${seen}`
      : `The vault on the disk is older (save ${found}) than the one last seen here (save ${seen})`;
  return `${what}: somebody restored a copy, or put another file in its place. Its password and keys are those of that file.`;
}

/** What must be said outside the pane too; null while all is well. */
export function tellTrouble(custody: CustodyView): { readonly word: string; readonly text: string } | null {
  if (custody.older !== null) return { word: 'Older vault', text: tellOlder(custody.older) };
  if (custody.keychainUnlock.at === 'lost')
    return {
      word: 'Keychain lost',
      text: `${formatKeychainUnlock(custody.keychainUnlock)}; the password opens as always`,
    };
  return null;
}

/** Which key signs the orders of this wallet. */
export function tellSigner(signer: WalletView['signer']): string {
  if (signer === null) return 'not read yet';
  if (signer.kind === 'own') return 'signed by the own key';
  return signer.kind === 'second'
    ? `signed by the second key ${shorten(signer.key)}`
    : 'read-only: no key here signs them';
}

export function tellStatus({ status, signatureType }: Pick<SetupView, 'status' | 'signatureType'>): string {
  if (status === 'ready') return 'Ready: orders settle';
  if (status === 'setup_required' && signatureType === PASSKEY_TYPE) {
    return 'Set-up required, where the passkey is: no order leaves';
  }
  return status === 'setup_required' ? 'Set-up required: no order leaves' : 'Not known to Adyton: no order leaves';
}

export function tellType(signatureType: number): string {
  if (signatureType === 2) return '2: a Safe of your key';
  return signatureType === 3 ? '3: a Safe of a passkey' : `${signatureType}: not known here`;
}

/** For which network and server these keys ever sign. */
export function tellOrigin(origin: string): string {
  return origin === 'paper:embedded' ? 'the embedded exchange' : origin;
}

/** Whole minutes from 1 to 60, or null. */
export function parseMinutes(text: string): number | null {
  const plain = text.trim();
  if (!/^[1-9]\d?$/.test(plain)) return null;
  const minutes = parseInteger(plain);
  return minutes <= 60 ? minutes : null;
}

/** Why these times can't be: the screen locks first, or both together. */
export function checkMinutes(screen: string, keys: string): { screen: string | null; keys: string | null } {
  const rule = 'Whole minutes, 1 to 60';
  const screenMinutes = parseMinutes(screen);
  const keysMinutes = parseMinutes(keys);
  if (screenMinutes !== null && keysMinutes !== null && keysMinutes < screenMinutes) {
    return { screen: null, keys: 'Not before the screen' };
  }
  return { screen: screenMinutes === null ? rule : null, keys: keysMinutes === null ? rule : null };
}

/** '$2,500.50' as '2500.50'; null where it is no amount above zero with at most six decimals: '2500,50' is not guessed. */
export function cleanAmount(text: string): string | null {
  const typed = text.trim().replace(/^\$\s*/, '');
  const plain = /^\d{1,3}(,\d{3})+(\.|$)/.test(typed) ? typed.replaceAll(',', '') : typed;
  return /^\d{1,12}(\.\d{1,6})?$/.test(plain) && /[1-9]/.test(plain) ? plain : null;
}

export function formatPasswordRule(network: AppInfo['network'] | null): string {
  return network === 'paper' ? 'Any will do for paper money' : 'At least 12 characters; nobody can recover it';
}
