/** Questions before something is signed for the wallet, or a change of what it is signed for is accepted. */

import type { DecodedCall } from '../../ipc/views.ts';
import type { ActionPlanView } from '../../ipc/wallet/relay.ts';
import type { MarketPinChange } from '../../order/wallet/pins.ts';
import type { WalletChange } from '../../order/wallet/walletChanges.ts';
import { formatCoded } from '../catalogue.ts';
import { type ConfirmationText, formatBeforeAfter, NOTE, type Questions } from '../questionText.ts';
import { ACTION_WARNINGS, formatAction, formatChange } from './walletActions.ts';
import { WALLET_CHANGES } from './walletChanges.ts';
import { formatDecodedCall } from './walletEffects.ts';

export interface WalletQuestions {
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
  /** `key`: of the vault; null: a new one is made. */
  prepareSessionKey: { readonly hours: number; readonly key: string | null };
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

export const WALLET_QUESTIONS: Questions<WalletQuestions> = {
  signWalletCalls: ({ wallet, chainId, calls }) => ({
    title: 'Sign these wallet calls?',
    facts: [['Wallet', wallet], ['Chain', String(chainId)], ...formatCalls(calls)],
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
  prepareSessionKey: ({ hours, key }) => ({
    title: key === null ? 'Create a session key?' : 'Ask for the calls of this session key again?',
    facts: [
      ...(key === null ? [] : [['Session key', key] as const]),
      ['Lifetime', `${hours} h at most`],
      [NOTE, 'The exchange answers with calls that authorise the key. None is signed before you have confirmed it'],
    ],
    confirmLabel: key === null ? 'Create key' : 'Ask the exchange',
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

function formatCalls(calls: WalletQuestions['signWalletCalls']['calls']): ConfirmationText['facts'] {
  return calls.flatMap(({ nonce, effects }) =>
    effects.map((effect) => [`Call ${nonce}`, formatDecodedCall(effect)] as const),
  );
}
