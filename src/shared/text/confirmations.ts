/** Questions that main asks outside the page, before an act that moves funds or rights. */
import { cleanText } from '../base/cleanText.ts';
import type { Coded } from '../base/coded.ts';
import type { ActionPlanView } from '../ipc/relay.ts';
import type { DecodedCall } from '../ipc/views.ts';
import type { Side } from '../market/outcome.ts';
import type { CustodialSign, DirectionField } from '../order/custodial.ts';
import type { OrderIntent } from '../order/intent.ts';
import type { MarketPinChange } from '../order/pins.ts';
import type { LimitName } from '../order/risk/limits.ts';
import type { WalletChange } from '../order/walletChanges.ts';
import { formatPrice, type Price } from '../units/price.ts';
import { formatShares, type Shares } from '../units/shares.ts';
import { cost, formatUsd, toUsd, type Usd } from '../units/usd.ts';
import { formatOrdersStay, formatPaused, listLeftBehind, NO_BACKUP } from './accounts.ts';
import { formatCoded } from './catalogue.ts';
import { formatCustodialSign, formatDirection } from './custodial.ts';
import { formatLimit, LIMIT_TEXTS } from './risk.ts';
import { ACTION_WARNINGS, formatAction, formatChange } from './walletActions.ts';
import { WALLET_CHANGES } from './walletChanges.ts';
import { formatDecodedCall } from './walletEffects.ts';

const MAX_VALUE = 4_000;

export interface ConfirmationText {
  readonly title: string;
  readonly facts: readonly (readonly [label: string, value: string])[];
  readonly confirmLabel: string;
}

type Nothing = Readonly<Record<never, never>>;

export interface ConfirmationParameters {
  exportKey: Nothing;
  saveVaultCopy: Nothing;
  changePassword: Nothing;
  setLockTimes: { readonly screen: Change<number>; readonly keys: Change<number> };
  acceptOlderVault: { readonly found: number; readonly seen: number };
  enableKeychain: Nothing;
  disableKeychain: Nothing;
  importOwnKey: NewKey;
  addSecondKey: NewKey;
  removeKey: { readonly name: string; readonly publicKey: string };
  setLimits: { readonly changes: readonly (Change<bigint> & { readonly limit: LimitName })[] };
  markExclusive: { readonly eventId: number };
  restartDay: Nothing;
  exitOnOldBook: Pick<OrderIntent, 'market' | 'side' | 'direction' | 'price' | 'shares'>;
  /** A conditional order that may sell on what stands in for a book that is not live. */
  armWithStandIn: {
    readonly title: string;
    readonly side: Side;
    readonly shares: Shares;
    readonly worst: Price;
    /** Null: the REST book. */
    readonly symbol: string | null;
  };
  enablePanicFlatten: Nothing;
  prepareExits: { readonly exits: readonly PreparedExitFact[] };
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
  confirmCustodial: { readonly apiKey: string; readonly sign: CustodialSign; readonly direction: DirectionField };
  signWalletCalls: {
    readonly wallet: string;
    readonly chainId: number;
    readonly calls: readonly {
      readonly nonce: number;
      readonly effects: readonly Pick<DecodedCall, 'effect' | 'valueWei'>[];
    }[];
  };
  signWalletAction: {
    readonly plan: ActionPlanView;
    /** Titles of the markets that the plan names. */
    readonly titles: readonly string[];
  };
  addWithdrawalAddress: {
    readonly address: string;
    readonly label: string;
    readonly hadChecksum: boolean;
    readonly lookAlikes: readonly { readonly text: string; readonly name: string }[];
  };
  removeWithdrawalAddress: { readonly address: string; readonly label: string };
  prepareSessionKey: { readonly hours: number; readonly isNew: boolean };
  authoriseSessionKey: {
    readonly wallet: string;
    readonly chainId: number;
    readonly key: string;
    /** ISO 8601, UTC; null: as much as was granted. */
    readonly requestedUntil: string | null;
    readonly grantedUntil: string;
    readonly changesHandler: boolean;
    readonly calls: readonly {
      readonly nonce: number;
      readonly effects: readonly Pick<DecodedCall, 'effect' | 'valueWei'>[];
    }[];
  };
  confirmSessionHandler: { readonly wallet: string; readonly handler: string; readonly verifier: string | null };
  acceptWalletChanges: { readonly changes: readonly WalletChange[] };
  acceptMarket: { readonly title: string; readonly change: MarketPinChange };
}

/** One position of a plan of prepared exits. */
export interface PreparedExitFact {
  readonly title: string;
  readonly side: Side;
  readonly shares: Shares;
  readonly price: Price;
  /** ISO 8601, UTC. */
  readonly until: string;
}

interface NewKey {
  readonly address: string;
  /** Made by this program, or handed over by the window. */
  readonly origin: 'generated' | 'imported';
}

export interface Change<T> {
  readonly before: T;
  readonly after: T;
}

export type ConfirmationQuestion = Coded<ConfirmationParameters>;

type Questions = { readonly [C in keyof ConfirmationParameters]: (p: ConfirmationParameters[C]) => ConfirmationText };

const NOTE = 'Note';

const CONFIRMATIONS: Questions = {
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
  enablePanicFlatten: () => ({
    title: 'Flatten everything in a panic?',
    facts: [[NOTE, 'One key then also sells every position, at most 0.05 below the best price']],
    confirmLabel: 'Turn on',
  }),
  prepareExits: ({ exits }) => ({
    title: 'Sign these sales now, to be sent while the keys are locked?',
    facts: [
      ...exits.map(
        ({ title, side, shares, price, until }) =>
          [
            title,
            `Sell up to ${formatShares(shares)} ${side.toUpperCase()} at ${formatPrice(price)} or more, until ${until}`,
          ] as const,
      ),
      ['Worst case', `All of it is sold, for at least ${formatUsd(sumFloors(exits))}`],
      ['Must run', 'Adyton and this computer; suspending or closing ends them'],
      [
        NOTE,
        'Once sent, a signed sale is a standing offer to whoever holds it until it expires: cancelling it at the exchange does not void the signature',
      ],
    ],
    confirmLabel: 'Sign the sales',
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
  setLimits: ({ changes }) => ({
    title: changes.length === 1 ? 'Change this risk limit?' : 'Change these risk limits?',
    facts: changes.map(({ limit, before, after }) => [
      LIMIT_TEXTS[limit].label,
      formatBeforeAfter(formatLimit(limit, before), formatLimit(limit, after)),
    ]),
    confirmLabel: changes.length === 1 ? 'Change limit' : `Change ${changes.length} limits`,
  }),
  markExclusive: ({ eventId }) => ({
    title: 'Mark this event as exclusive?',
    facts: [
      ['Event', String(eventId)],
      [NOTE, 'At most one of its markets then counts as resolving to yes, so its worst-case loss is lower'],
    ],
    confirmLabel: 'Mark as exclusive',
  }),
  restartDay: () => ({
    title: 'Start the loss of the day again at 0?',
    facts: [[NOTE, 'Orders are then accepted until the limit is lost once more']],
    confirmLabel: 'Start again',
  }),
  exitOnOldBook: ({ market, side, direction, price, shares }) => ({
    title: 'Place this order although the book is not live?',
    facts: [
      ['Market', market],
      ['Order', `${direction} ${formatShares(shares)} ${side} at ${formatPrice(price)}`],
      [NOTE, 'The prices on screen may be old'],
    ],
    confirmLabel: 'Place order',
  }),
  armWithStandIn: ({ title, side, shares, worst, symbol }) => ({
    title: 'Let this order sell although the book is not live?',
    facts: [
      ['Market', title],
      ['Order', `sell up to ${formatShares(shares)} ${side}, never below ${formatPrice(worst)}`],
      ['In place of the book', symbol === null ? 'The exchange’s REST book' : `The price of ${symbol}`],
      [NOTE, 'It then sells without asking again, on prices that may be old'],
    ],
    confirmLabel: 'Arm it',
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
  confirmCustodial: ({ apiKey, sign, direction }) => ({
    title: 'Does the exchange hold the funds of this account?',
    facts: [
      ['API key', apiKey],
      ['Why it is asked', `Asked for your wallet, the exchange answered: ${formatCustodialSign(sign)}`],
      ['Direction of an order', formatDirection(direction)],
      [
        NOTE,
        'Orders will be sent with the API key alone, without a signature: whoever has the key and its secret can trade with everything in the account',
      ],
    ],
    confirmLabel: 'The exchange holds them',
  }),
  signWalletCalls: ({ wallet, chainId, calls }) => ({
    title: 'Sign these wallet calls?',
    facts: [['Wallet', wallet], ['Chain', String(chainId)], ...formatCalls(calls)],
    confirmLabel: `Sign ${calls.length}`,
  }),
  prepareSessionKey: ({ hours, isNew }) => ({
    title: isNew ? 'Create a session key?' : 'Ask for the calls of this session key again?',
    facts: [
      ['Lifetime', `${hours} h at most`],
      [NOTE, 'The exchange answers with calls that authorise the key. None is signed before you have confirmed it'],
    ],
    confirmLabel: isNew ? 'Create key' : 'Ask the exchange',
  }),
  authoriseSessionKey: ({ wallet, chainId, key, requestedUntil, grantedUntil, changesHandler, calls }) => ({
    title: 'Authorise this session key?',
    facts: [
      ['Wallet', wallet],
      ['Chain', String(chainId)],
      ['Key', key],
      ['Until', requestedUntil === null ? grantedUntil : `${grantedUntil}, requested ${requestedUntil}`],
      ...formatCalls(calls),
      [NOTE, 'Until then the key could sign orders of your wallet without your own key. It owns nothing'],
      ...(changesHandler ? [[NOTE, 'The new handler decides which signatures of your wallet are valid'] as const] : []),
    ],
    confirmLabel: `Sign ${calls.length}`,
  }),
  signWalletAction: ({ plan, titles }) => ({
    title: `${formatAction(plan.action)}?`,
    facts: [
      ['Wallet', plan.wallet],
      ['Chain', String(plan.chainId)],
      ['Nonce', String(plan.nonce)],
      ...(plan.recipient === null
        ? []
        : ([
            ['To', plan.recipient.text],
            ['Label', plan.recipient.label],
          ] as const)),
      ...titles.map((title) => ['Market', title] as const),
      ...plan.lines.map((line) => ['Change', formatChange(line)] as const),
      ...plan.effects.map((effect) => ['Call', formatDecodedCall(effect)] as const),
      ...(plan.batch === null ? [] : ([['Batch contract', plan.batch]] as const)),
      ...plan.warnings.map((warning) => ['Warning', formatCoded(ACTION_WARNINGS, warning)] as const),
    ],
    confirmLabel: 'Sign',
  }),
  addWithdrawalAddress: ({ address, label, hadChecksum, lookAlikes }) => ({
    title: 'Allow withdrawals to this address?',
    facts: [
      ['Address', address],
      ['Label', label],
      ...lookAlikes.map(({ text, name }) => ['Looks like', `${name} ${text}`] as const),
      ...(hadChecksum ? [] : ([[NOTE, 'The input had no checksum, so a mistyped character was not found']] as const)),
      [NOTE, 'Whatever is sent there cannot be taken back: compare every character with where you got it from'],
    ],
    confirmLabel: 'Add address',
  }),
  removeWithdrawalAddress: ({ address, label }) => ({
    title: 'Remove this withdrawal address?',
    facts: [
      ['Address', address],
      ['Label', label],
    ],
    confirmLabel: 'Remove',
  }),
  confirmSessionHandler: ({ wallet, handler, verifier }) => ({
    title: 'Confirm this signature handler?',
    facts: [
      ['Wallet', wallet],
      ['Handler', handler],
      ['Verifier', verifier ?? 'the handler itself'],
      [NOTE, 'It may decide which signatures of your wallet are valid: compare it with what the exchange publishes'],
    ],
    confirmLabel: 'Confirm',
  }),
  acceptWalletChanges: ({ changes }) => ({
    title: 'Accept these changes of your wallet?',
    facts: [
      ...changes.map((change) => ['Change', formatCoded(WALLET_CHANGES, change)] as const),
      [NOTE, 'Orders will be signed for the new contract, chain or domain'],
    ],
    confirmLabel: 'Accept',
  }),
  acceptMarket: ({ title, change: { market, before, now } }) => ({
    title: 'Accept the new ids of this market?',
    facts: [
      ['Market', title],
      ['Id', market],
      ['Condition', formatBeforeAfter(before.conditionId, now.conditionId)],
      ['YES token', formatBeforeAfter(before.yesTokenId, now.yesTokenId)],
      ['NO token', formatBeforeAfter(before.noTokenId, now.noTokenId)],
      [
        NOTE,
        'The exchange states that these ids never change. If YES and NO are exchanged, a bet on one pays for the other',
      ],
    ],
    confirmLabel: 'Accept',
  }),
};

function sumFloors(exits: readonly PreparedExitFact[]): Usd {
  return toUsd(exits.reduce((sum, { price, shares }) => sum + cost(price, shares), 0n));
}

export function formatConfirmation<C extends keyof ConfirmationParameters>(
  code: C,
  parameters: ConfirmationParameters[C],
): ConfirmationText {
  const text = CONFIRMATIONS[code](parameters);
  // Names, domains and decoded calls are someone else's text.
  return { ...text, facts: text.facts.map(([label, value]) => [label, cleanText(value, MAX_VALUE, { lines: true })]) };
}

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

function formatCalls(calls: ConfirmationParameters['signWalletCalls']['calls']): ConfirmationText['facts'] {
  return calls.flatMap(({ nonce, effects }) =>
    effects.map((effect) => [`Call ${nonce}`, formatDecodedCall(effect)] as const),
  );
}

const formatBeforeAfter = (before: string, after: string): string => `${after}, was ${before}`;
