/** Questions before an act on the vault: its keys, locks and accounts. */

import type { CustodialSign, DirectionField } from '../../order/account/custodial.ts';
import type { ConsentLoss } from '../../order/consent.ts';
import { formatOrdersStay, formatPaused, listLeftBehind, NO_BACKUP } from '../account/accounts.ts';
import { formatCustodialSign, formatDirection } from '../account/custodial.ts';
import { formatOrder, type OldBookOrder } from '../orders/orderQuestions.ts';
import {
  type Change,
  type ConfirmationText,
  formatBeforeAfter,
  NOTE,
  type Nothing,
  type Questions,
} from '../questionText.ts';
import { formatWarning } from './custody.ts';

export interface VaultQuestions {
  exportKey: Nothing;
  saveVaultCopy: Nothing;
  changePassword: Nothing;
  setLockTimes: { readonly screen: Change<number>; readonly keys: Change<number> };
  acceptOlderVault: { readonly found: number; readonly seen: number };
  acceptConsentLosses: { readonly losses: readonly ConsentLoss[] };
  enableKeychain: Nothing;
  disableKeychain: Nothing;
  importOwnKey: NewKey;
  addSecondKey: NewKey;
  removeKey: { readonly name: string; readonly publicKey: string };
  connectAccount: { readonly apiKey: string; readonly before: string | null };
  addAccount: NewKey & { readonly label: string };
  nameAccount: { readonly label: Change<string>; readonly colour: Change<string> };
  /** `orders`: of the account that is left; null: not known. */
  selectAccount: { readonly from: string; readonly to: string; readonly owner: string; readonly orders: number | null };
  removeAccount: {
    readonly label: string;
    readonly owner: string;
    readonly isBackedUp: boolean;
    readonly orders: number;
    readonly relays: number;
    readonly folder: string;
  };
  /** Ids as the build prints them; `before`: null where the record of it was lost. */
  acceptBuild: { readonly build: string; readonly before: string | null };
  confirmCustodial: {
    readonly apiKey: string;
    readonly sign: CustodialSign;
    readonly direction: DirectionField;
    /** Sent after a yes, and cancelled; null: no market has a live book. */
    readonly order: OldBookOrder | null;
  };
}

interface NewKey {
  readonly address: string;
  /** Made by this program, or handed over by the window. */
  readonly origin: 'generated' | 'imported';
}

export const VAULT_QUESTIONS: Questions<VaultQuestions> = {
  exportKey: () => ({
    title: 'Write a copy of this key to a file?',
    facts: [[NOTE, 'Whoever has the file and its password controls everything that this key owns']],
    confirmLabel: 'Write the copy',
  }),
  saveVaultCopy: () => ({
    title: 'Write a copy of the whole vault to a file?',
    facts: [[NOTE, 'The copy opens with the present password of the vault']],
    confirmLabel: 'Write the copy',
  }),
  changePassword: () => ({
    title: 'Change the password of the vault?',
    facts: [[NOTE, 'Existing copies still open with the password they were made with']],
    confirmLabel: 'Change password',
  }),
  setLockTimes: ({ screen, keys }) => ({
    title: 'Change the lock times?',
    facts: [
      ['Screen', formatBeforeAfter(`${screen.before} min`, `${screen.after} min`)],
      ['Keys', formatBeforeAfter(`${keys.before} min`, `${keys.after} min`)],
    ],
    confirmLabel: 'Change lock times',
  }),
  acceptOlderVault: ({ found, seen }) => ({
    title: 'Accept this older vault?',
    facts: [
      ['Found', `save ${found}`],
      ['Last seen', `save ${seen}`],
      [NOTE, 'If you did not restore a copy yourself, somebody else put this file here'],
    ],
    confirmLabel: 'I restored this vault',
  }),
  acceptConsentLosses: ({ losses }) => ({
    title: 'Confirm that stored orders were lost?',
    facts: [
      [NOTE, formatWarning({ code: 'consentLost', parameters: { losses } })],
      [NOTE, 'This ends the alarm. Nothing is armed by it'],
    ],
    confirmLabel: 'I have seen it',
  }),
  enableKeychain: () => ({
    title: 'Let this computer’s keychain open the vault?',
    facts: [[NOTE, 'Programs that run as you could then open the vault too and sign orders, but nothing else']],
    confirmLabel: 'Turn on',
  }),
  disableKeychain: () => ({
    title: 'Open the vault with the password only?',
    facts: [],
    confirmLabel: 'Turn keychain unlock off',
  }),
  importOwnKey: (key) => ({
    title: 'Create the vault with this key?',
    facts: [
      ...formatNewKey(key),
      [NOTE, 'Whoever has this key elsewhere controls what it owns: cancel if this is not the key that you entered'],
    ],
    confirmLabel: 'Create vault',
  }),
  addSecondKey: (key) => ({
    title: 'Add this second signing key to the vault?',
    facts: [
      ...formatNewKey(key),
      [NOTE, 'Give the exchange exactly this address, whatever the window shows: its key will sign for your wallet'],
    ],
    confirmLabel: 'Add key',
  }),
  removeKey: ({ name, publicKey }) => ({
    title: 'Remove this key from the vault?',
    facts: [
      ['Removed', `${name} ${publicKey}`],
      [NOTE, 'Only a copy of the vault that contains the key can restore it'],
    ],
    confirmLabel: 'Remove key',
  }),
  connectAccount: ({ apiKey, before }) => ({
    title: 'Trade with this API key?',
    facts: [
      ['API key', apiKey],
      ['Before', before ?? 'no API key'],
    ],
    confirmLabel: 'Connect',
  }),
  addAccount: ({ label, ...key }) => ({
    title: 'Add this account to the vault?',
    facts: [
      ['Account', label],
      ...formatNewKey(key),
      [NOTE, 'Whoever has this key elsewhere controls what it owns: cancel if this is not the key that you entered'],
    ],
    confirmLabel: 'Add account',
  }),
  nameAccount: ({ label, colour }) => ({
    title: 'Change how this account is shown?',
    facts: [
      ['Label', formatBeforeAfter(label.before, label.after)],
      ['Colour', formatBeforeAfter(colour.before, colour.after)],
    ],
    confirmLabel: 'Change',
  }),
  selectAccount: ({ from, to, owner, orders }) => ({
    title: 'Switch to this account?',
    facts: [
      ['Account', to],
      ['Its key', owner],
      [NOTE, formatOrdersStay(from, orders)],
      [NOTE, formatPaused(from)],
    ],
    confirmLabel: 'Switch',
  }),
  removeAccount: ({ label, owner, isBackedUp, orders, relays, folder }) => ({
    title: 'Remove this account and its keys from the vault?',
    facts: [
      ['Account', label],
      ['Its key', owner],
      ...(isBackedUp ? [] : ([['Warning', NO_BACKUP]] as const)),
      ...listLeftBehind({ orders, relays, folder }).map((line) => ['Left behind', line] as const),
    ],
    confirmLabel: 'Remove account',
  }),
  acceptBuild: ({ build, before }) => ({
    title: 'Open the vault with this build of Adyton?',
    facts: [
      ['Build', build],
      ['Last opened with', before === null ? 'not known: the record of it was lost' : before],
      [NOTE, 'If you did not update or build Adyton yourself, cancel: somebody else has changed the program'],
    ],
    confirmLabel: 'I updated it',
  }),
  confirmCustodial: ({ apiKey, sign, direction, order }) => ({
    title: 'Does the exchange hold the funds of this account?',
    facts: [
      ['API key', apiKey],
      ['Why it is asked', `Asked for your wallet, the exchange answered: ${formatCustodialSign(sign)}`],
      ['Direction of an order', formatDirection(direction)],
      ...(order === null
        ? [['Proof', 'None: no market has a live book, so your first order is the proof'] as const]
        : [
            ['Market of the proof', order.title] as const,
            ['Order of the proof', `${formatOrder(order)}, post-only, sent now and cancelled at once`] as const,
          ]),
      [
        NOTE,
        'Orders will be sent with the API key alone, without a signature: whoever has the key and its secret can trade with everything in the account',
      ],
    ],
    confirmLabel: 'The exchange holds them',
  }),
};

const ORIGINS: { readonly [O in NewKey['origin']]: string } = {
  generated: 'made here at random',
  imported: 'imported from the window',
};

function formatNewKey({ address, origin }: NewKey): ConfirmationText['facts'] {
  return [
    ['Address', address],
    ['Origin', ORIGINS[origin]],
  ];
}
