/**
 * Wallet pane model: what the keys can do, what is at risk now, and how the vault is secured.
 *
 * Units       Unix ms; Usd in millionths.
 */
import { formatMinutes } from '#shared/base/formatDuration.ts';
import type { AppInfo } from '#shared/ipc/contract.ts';
import type { CustodyView, KeyView } from '#shared/ipc/custody.ts';
import type { AccountView, SetupView, WalletView } from '#shared/ipc/views.ts';
import type { Readiness, SetupGap } from '#shared/order/account/readiness.ts';
import { PASSKEY_TYPE } from '#shared/order/orderSigner.ts';
import { formatReadiness, SETUP_BUTTONS } from '#shared/text/account/readiness.ts';
import { READ_ONLY_REASONS } from '#shared/text/account/readOnlyReasons.ts';
import { formatCoded } from '#shared/text/catalogue.ts';
import { formatLockReason } from '#shared/text/custody/lockReasons.ts';
import { formatMoney } from '#shared/text/numbers.ts';
import { formatDateTime } from '#shared/text/times.ts';
import { parseInteger } from '#shared/units/numbers.ts';
import { toUsd } from '#shared/units/usd.ts';
import { shorten } from '../../ui/shorten.ts';

export type Tone = 'good' | 'warn' | 'bad' | 'idle';

export interface Risk {
  readonly tone: Tone;
  /** Two or three words, also for the pane's header. */
  readonly title: string;
  readonly text: string;
}

const UNREAD_TITLES: Readonly<Record<Exclude<SetupGap, 'calls'>, string>> = {
  apiKey: 'Unlocked, not set up',
  reading: 'Unlocked, reading the wallet',
  unreadable: 'Unlocked, wallet not read',
  keyRefused: 'API key refused',
  changed: 'Wallet changed',
};

/** What a person at this window, or a program of this user, could do now. */
export function describeRisk(wallet: WalletView, account: AccountView | null): Risk {
  const { readiness } = wallet;
  switch (readiness.code) {
    case 'noWallet':
      return { tone: 'idle', title: 'No key', text: 'There is no key on this computer. Nothing is at risk here.' };
    case 'locked':
      return wallet.custody.keysInMemory
        ? {
            tone: 'warn',
            title: 'Screen locked',
            text: 'Your account is hidden and no order can be placed. Orders can still be cancelled. The keys stay in memory until they lock too.',
          }
        : wallet.custody.preparedExits.pack !== null
          ? {
              tone: 'warn',
              title: 'Locked, exits prepared',
              text: 'The keys are encrypted and nothing can be signed. Sales that were signed ahead can still be sent, and nothing else. Open orders stay at the exchange.',
            }
          : {
              tone: 'good',
              title: 'Locked',
              text: 'The keys are encrypted and nothing can be signed. Open orders stay at the exchange and can still fill.',
            };
    case 'readOnly':
      return {
        tone: 'idle',
        title: 'Read-only',
        text: `No order can be signed here: ${formatCoded(READ_ONLY_REASONS, readiness.parameters.reason)}. The API key can read the account and cancel open orders.`,
      };
    case 'setupRequired':
      if (readiness.parameters.gap !== 'calls') {
        const { gap } = readiness.parameters;
        return { tone: 'warn', title: UNREAD_TITLES[gap], text: `${formatReadiness(readiness)}. No order is sent.` };
      }
      return {
        tone: 'warn',
        title: 'Unlocked, not set up',
        text:
          wallet.setup?.signatureType === PASSKEY_TYPE
            ? 'No order can be placed until the wallet is ready. Finish its setup where the passkey is.'
            : 'No order can be placed until the wallet is ready. Wallet calls ask for the password.',
      };
    case 'custodialUnconfirmed':
      return {
        tone: 'warn',
        title: 'Unlocked, not confirmed',
        text: 'The exchange names no wallet for this account. Nothing is sent until you confirm that it holds the funds.',
      };
    case 'clockOffset':
      return { tone: 'warn', title: 'Clocks differ', text: `${formatReadiness(readiness)}.` };
    case 'disarmed':
      return {
        tone: 'idle',
        title: 'Unlocked, disarmed',
        text: `A click places no order. A key arms trading without the password, so a person at this computer could trade with ${describeFree(account)}, up to ${describeLimit(account)} an order.`,
      };
    case 'armed':
      return {
        tone: 'warn',
        title: 'Unlocked and armed',
        text: `One click places an order of up to ${describeLimit(account)}. A person at this computer, or a program that runs as you, could trade with ${describeFree(account)}.`,
      };
  }
}

function describeFree(account: AccountView | null): string {
  return account?.balance ? `${formatMoney(account.balance.available)} free` : 'your free balance';
}

function describeLimit(account: AccountView | null): string {
  return account === null ? 'the order limit' : formatMoney(toUsd(account.risk.limits.orderCost));
}

/** Of a wallet that is not read. */
export function describeUnread(readiness: Readiness): string {
  const gap = readiness.code === 'setupRequired' ? readiness.parameters.gap : 'reading';
  if (gap === 'apiKey') return 'No account is connected yet.';
  return gap === 'reading' ? 'The wallet is not read yet.' : `${formatReadiness(readiness)}.`;
}

/** Label of the button that opens the wizard. */
export function nameSetupStep({ readiness, setup }: Pick<WalletView, 'readiness' | 'setup'>): string {
  if (setup?.signatureType === PASSKEY_TYPE) return 'Show the setup…';
  if (setup !== null || readiness.code !== 'setupRequired') return 'Finish the setup…';
  const { gap } = readiness.parameters;
  return gap === 'keyRefused' || gap === 'changed' ? `${SETUP_BUTTONS[gap]}…` : 'Finish the setup…';
}

export interface KeyRow {
  readonly id: string;
  readonly name: string;
  readonly signs: string;
  readonly public: string;
  /** What `public` is called. */
  readonly publicName: string;
  readonly created: string;
  /** Null: there is no backup or copy of it. */
  readonly backup: string | null;
  /** The form that backs it up. */
  readonly backupForm: 'backup' | 'copy';
  /** Another one of this account can take its place. */
  readonly isReplaceable: boolean;
  /** The form that removes it from the vault; null when this pane has none. */
  readonly removal: `remove ${string}` | null;
  /** Can't be replaced when this computer is lost. */
  readonly isIrreplaceable: boolean;
}

type KeyText = Pick<KeyRow, 'name' | 'signs' | 'publicName' | 'backupForm' | 'isReplaceable' | 'isIrreplaceable'>;
/** Session keys have a section of their own. */
type ListedUse = Exclude<KeyView['use'], 'session'>;
type ListedKey = KeyView & { readonly use: ListedUse };
const KEYS: Readonly<Record<ListedUse, KeyText>> = {
  own: {
    name: 'Own key',
    signs:
      'Signs your orders while the vault is unlocked, each within the order limit. Signs wallet calls only with the password.',
    publicName: 'address',
    backupForm: 'backup',
    isReplaceable: false,
    isIrreplaceable: true,
  },
  api: {
    name: 'API key',
    signs: 'Identifies you to the exchange. It can read and cancel; it cannot place an order without a signature.',
    publicName: 'API key',
    backupForm: 'copy',
    isReplaceable: true,
    isIrreplaceable: false,
  },
  second: {
    name: 'Second key',
    signs: 'Signs your orders while the vault is unlocked, each within the order limit. Signs no wallet call.',
    publicName: 'address',
    backupForm: 'copy',
    isReplaceable: false,
    isIrreplaceable: true,
  },
};

const ORDER: readonly ListedUse[] = ['own', 'second', 'api'];

/** The key's own backup, else a later copy of the whole vault; null when there is neither. */
function formatBackup(key: KeyView, copiedAtMs: number | null, nowMs: number): string | null {
  if (key.backedUpAtMs !== null) return `backed up ${formatDateTime(key.backedUpAtMs, nowMs, 'machine')}`;
  const isInCopy = copiedAtMs !== null && copiedAtMs >= key.createdAtMs;
  return isInCopy ? `in the vault copy of ${formatDateTime(copiedAtMs, nowMs, 'machine')}` : null;
}

const NO_WALLET = 'Signs nothing for this account, because it has no wallet.';
const CUSTODIAL_KEYS: Partial<Record<KeyView['use'], Partial<Pick<KeyRow, 'signs' | 'isIrreplaceable'>>>> = {
  own: { signs: NO_WALLET, isIrreplaceable: false },
  second: { signs: NO_WALLET, isIrreplaceable: false },
  api: {
    signs:
      'Identifies you to the exchange, and places your orders: whoever has it and its secret can trade with everything in the account.',
  },
};

/** Text of a key whose use for this wallet differs from the usual one. */
function adaptKey(
  key: KeyView,
  { setup, signer, custodial }: KeyWallet,
): Partial<Pick<KeyRow, 'signs' | 'isIrreplaceable'>> {
  if (custodial !== null) return CUSTODIAL_KEYS[key.use] ?? {};
  if (setup === null) return {};
  const isPasskey = setup.signatureType === PASSKEY_TYPE;
  if (key.use === 'own' && isPasskey) {
    return {
      signs: 'The first key of this vault. It signs nothing for this wallet, because a passkey owns the wallet.',
      isIrreplaceable: false,
    };
  }
  if (key.use === 'own' && signer?.kind === 'none') {
    return { signs: 'Signs nothing for this wallet, because another key owns the wallet.' };
  }
  if (key.use !== 'second' || (signer?.kind === 'second' && signer.key === key.public)) return {};
  return {
    signs: isPasskey
      ? 'Signs nothing: a newer second key signs your orders.'
      : 'Signs nothing for this wallet, because no passkey owns the wallet.',
  };
}

type KeyWallet = Pick<WalletView, 'setup' | 'signer' | 'custodial'> & {
  readonly custody: Pick<CustodyView, 'keys' | 'copiedAtMs'>;
};

export function listKeyRows(wallet: KeyWallet, nowMs: number): readonly KeyRow[] {
  const { keys, copiedAtMs } = wallet.custody;
  return keys
    .filter((key): key is ListedKey => key.use !== 'session')
    .sort((a, b) => ORDER.indexOf(a.use) - ORDER.indexOf(b.use))
    .map((key) => ({
      id: key.id,
      ...KEYS[key.use],
      ...adaptKey(key, wallet),
      public: key.public,
      created: formatDateTime(key.createdAtMs, nowMs, 'machine'),
      backup: formatBackup(key, copiedAtMs, nowMs),
      removal: key.use === 'second' ? (`remove ${key.id}` as const) : null,
    }));
}

/** 'today 14:02: you locked it'. */
export function formatLastLock(lastLock: CustodyView['lastLock'], nowMs: number): string {
  if (lastLock === null) return 'never';
  return `${formatDateTime(lastLock.atMs, nowMs, 'machine')}: ${formatLockReason(lastLock.reason)}`;
}

/** When an unlocked vault locks next. */
export function formatLockTimes({ screenMinutes, keysMinutes }: CustodyView['lockTimes']): string {
  return keysMinutes <= screenMinutes
    ? `after ${formatMinutes(keysMinutes)} without activity`
    : `after ${formatMinutes(screenMinutes)} without activity; the keys after ${formatMinutes(keysMinutes)}`;
}

/** When the keys lock behind a locked screen. */
export function formatKeysLockTime({ keysMinutes }: CustodyView['lockTimes']): string {
  return `after ${formatMinutes(keysMinutes)} without activity`;
}

/** Which key signs the orders of this wallet. */
export function formatSigner(signer: WalletView['signer']): string {
  if (signer === null) return 'not read yet';
  if (signer.kind === 'own') return 'signed by the own key';
  if (signer.kind === 'custodial') return 'sent with the API key, without a signature';
  return signer.kind === 'second' ? `signed by the second key ${shorten(signer.key)}` : 'read-only: no key signs them';
}

export function formatStatus({ status, signatureType }: Pick<SetupView, 'status' | 'signatureType'>): string {
  if (status === 'ready') return 'Ready to trade';
  if (status === 'setup_required' && signatureType === PASSKEY_TYPE) return 'Setup required, where the passkey is';
  return status === 'setup_required' ? 'Setup required' : 'Not supported by Adyton';
}

export function formatWalletType(signatureType: number): string {
  if (signatureType === 2) return '2: Safe owned by your key';
  return signatureType === 3 ? '3: Safe owned by a passkey' : `${signatureType}: not supported`;
}

/** The network and server that the keys sign for. */
export function formatOrigin(origin: string): string {
  return origin === 'paper:embedded' ? 'the embedded exchange' : origin;
}

/** Whole minutes from 1 to 60, or null. */
export function parseMinutes(text: string): number | null {
  const plain = text.trim();
  if (!/^[1-9]\d?$/.test(plain)) return null;
  const minutes = parseInteger(plain);
  return minutes <= 60 ? minutes : null;
}

/** Errors of the two fields, or null: the screen locks first, or both at once. */
export function checkMinutes(screen: string, keys: string): { screen: string | null; keys: string | null } {
  const rule = 'Whole minutes, 1 to 60';
  const screenMinutes = parseMinutes(screen);
  const keysMinutes = parseMinutes(keys);
  if (screenMinutes !== null && keysMinutes !== null && keysMinutes < screenMinutes) {
    return { screen: null, keys: 'Not shorter than the screen time' };
  }
  return { screen: screenMinutes === null ? rule : null, keys: keysMinutes === null ? rule : null };
}

/** '$2,500.50' as '2500.50'; null unless it is an amount above zero with at most six decimals. '2500,50' is ambiguous: null. */
export function parseAmount(text: string): string | null {
  const trimmed = text.trim().replace(/^\$\s*/, '');
  const plain = /^\d{1,3}(,\d{3})+(\.|$)/.test(trimmed) ? trimmed.replaceAll(',', '') : trimmed;
  return /^\d{1,12}(\.\d{1,6})?$/.test(plain) && /[1-9]/.test(plain) ? plain : null;
}

export function describePasswordRule(network: AppInfo['network'] | null): string {
  return network === 'paper' ? 'Any password, on paper' : 'At least 12 characters. It cannot be recovered';
}
