/**
 * Words of withdrawals, redemptions, splits and merges: plans, warnings, states, effects and refusals.
 *
 * Units       Millionths.
 */
import type { ActionErrorCodes } from '../../ipc/errors.ts';
import type { ActionBlocks, ActionWarnings, EffectLine, RelayView, RelayWaits } from '../../ipc/wallet/relay.ts';
import type { RelayedAction } from '../../order/wallet/walletAction.ts';
import { toNumber } from '../../units/numbers.ts';
import { toShares } from '../../units/shares.ts';
import { toUsd } from '../../units/usd.ts';
import { type Catalogue, formatCoded } from '../catalogue.ts';
import { formatExactContracts, formatExactMoney } from '../numbers.ts';
import { formatTime } from '../times.ts';
import { MARKET_RECORD_REFUSALS } from './walletChanges.ts';
import { WALLET_REFUSALS } from './walletRefusals.ts';

export const ACTION_BLOCKS: Catalogue<ActionBlocks> = {
  noKey: WALLET_REFUSALS.noKey,
  passkeyWallet: () =>
    'A passkey owns this wallet: withdraw, redeem, split and merge where the passkey is. A second signing key signs orders only',
  unsupportedWalletType: ({ signatureType }) =>
    `This wallet has signature type ${signatureType}. Adyton signs only for a wallet that your own key owns (type 2)`,
  otherOwner: () => 'The key in the vault does not own this wallet: unlock the vault of its owner',
  moreOwners: WALLET_REFUSALS.moreOwners,
  noChain: WALLET_REFUSALS.noChain,
  noDomain: WALLET_REFUSALS.noDomain,
  zeroAddress: WALLET_REFUSALS.zeroAddress,
  repeatedAddress: WALLET_REFUSALS.repeatedAddress,
  notRead: () => 'The wallet is not read yet',
  custodial: () => 'The exchange holds the funds of this account: withdraw and redeem on its own site',
  setupFirst: () => 'Finish the wallet setup first: its calls come before any other',
};

export const ACTION_ERRORS: Catalogue<ActionErrorCodes> = {
  blocked: ({ block }) => formatCoded(ACTION_BLOCKS, block),
  notListed: () => 'This address is not in the address book: add it first',
  amountZero: () => 'Enter an amount above zero',
  moreThanFree: ({ free, of }) =>
    of === 'collateral'
      ? `At most ${formatExactMoney(toUsd(free))} is free: orders and calls under way hold the rest`
      : `At most ${formatSets(free)} complete sets are free: orders and calls under way hold the rest`,
  nothingHeld: () => 'Nothing of this market is in the wallet: read the account again',
  notResolved: () => 'This market has no result yet: it can be redeemed after its result',
  marketRefused: ({ refusal }) =>
    refusal === null
      ? 'The exchange does not list this market any more, so its ids cannot be checked'
      : `The ids of this market are not safe to use: ${formatCoded(MARKET_RECORD_REFUSALS, refusal)}`,
  alreadyUnderWay: () => 'A call for this market is under way already: wait until it ends',
  noBatchContract: () => 'Adyton knows no batch contract on this chain: redeem one market at a time',
  nonceUnknown: () =>
    'The exchange does not state the wallet’s next nonce: look it up in a block explorer (nonce of the Safe), and enter it',
  planGone: () => 'This preview is not the latest one: preview it again',
  planChanged: () => 'The wallet changed since the preview, so nothing was signed: preview it again',
  otherHashSigned: () => 'The signature covers another hash than the one you reviewed, so nothing was sent',
  queueFull: ({ max }) => `${max} calls are under way already: wait until one ends`,
  notSaved: () => 'The signed call could not be stored, so it was not sent: free disk space, then preview it again',
  addressKnown: () => 'This address is in the address book already',
  labelKnown: () => 'Another address has this label: choose another one',
  ownAddress: () => 'This is one of the wallet’s own addresses: what is sent there is lost or stays where it is',
  bookFull: ({ max }) => `The address book has ${max} addresses: remove one first`,
};

export const ACTION_WARNINGS: Catalogue<ActionWarnings> = {
  firstUse: () => 'First withdrawal to this address. Compare every character with where you got it from',
  lookAlike: ({ other, name }) =>
    `It begins and ends like ${name} (${other}), but is another address. Such addresses are made to deceive: compare every character`,
  lockedStays: ({ locked }) => `${formatExactMoney(locked)} stays: open orders lock it`,
  nothingPaid: () => 'One of the markets pays nothing: its shares lost, and redeeming only removes them',
};

/** 'Withdraw 100.00', 'Redeem 2 markets'. */
export function formatAction(action: RelayedAction): string {
  switch (action.kind) {
    case 'withdraw':
      return `Withdraw ${formatExactMoney(toUsd(action.amount))}`;
    case 'redeem':
      return action.conditionIds.length === 1 ? 'Redeem 1 market' : `Redeem ${action.conditionIds.length} markets`;
    case 'split':
      return `Split ${formatExactMoney(toUsd(action.amount))} into sets`;
    case 'merge':
      return `Merge ${formatSets(action.amount)} sets`;
    case 'session':
      return 'Authorise a session key';
  }
}

export function formatSets(amount: bigint): string {
  return formatExactContracts(toShares(toNumber(amount)));
}

/** A signed amount of one line: '+100.00', '−40 yes'. */
export function formatChange({ share, change }: Pick<EffectLine, 'share' | 'change'>): string {
  const sign = change < 0n ? '−' : '+';
  const size = change < 0n ? -change : change;
  return share === null ? `${sign}${formatExactMoney(toUsd(size))}` : `${sign}${formatSets(size)} ${share.outcome}`;
}

const STATES: { readonly [S in RelayView['at']]: string } = {
  signed: 'Signed, waits for its turn',
  sending: 'Being sent',
  relayed: 'Sent, waits for the chain',
  unknown: 'Sent without an answer, the wallet is being read',
  executed: 'Executed',
  refused: 'Refused, nothing was executed',
  notExecuted: 'Not executed',
  superseded: 'Replaced: another transaction has its nonce',
  dropped: 'Not sent: an earlier call failed',
  stopped: 'Stopped',
};

const EARLIER: { readonly [A in RelayWaits['earlierCall']['at']]: string } = {
  signed: 'has not been sent yet',
  sending: 'is being sent',
  relayed: 'was sent, and the chain has not executed it yet',
  unknown: 'was sent and has no answer',
};

/** ' at 14:02:59 at the latest'. */
const formatEnd = (untilMs: number): string => ` at ${formatTime(untilMs, 'machine')} at the latest`;

/** What a call waits for, until when, and what a person can do. */
export const RELAY_WAITS: Catalogue<RelayWaits> = {
  earlierCall: ({ nonce, at, untilMs }) =>
    `Waits for the call with nonce ${nonce}, which ${EARLIER[at]}${untilMs === null ? '' : `: it ends${formatEnd(untilMs)}`}. Calls are executed in the order of their nonces. Read the earlier one again, or stop waiting for it: this one is then not sent, and you preview it again`,
  budget: ({ untilMs }) => `Waits until ${formatTime(untilMs, 'machine')}: the exchange allows no more calls before`,
  account: () => 'Waits for its account: unlock it and connect',
  alarm: () =>
    'Waits for you: the last reading of the wallet raised an alarm. Compare the account above, then read again',
  reads: ({ untilMs }) =>
    `The wallet is read until it shows the call${untilMs === null ? '. The exchange states no nonce, so only its effect or you end this: look up the wallet, then stop waiting' : `; without it, the call counts as not executed${formatEnd(untilMs)}`}`,
  chain: ({ untilMs }) =>
    `The wallet is read until it shows the call${untilMs === null ? '. The exchange states no nonce: look up the transaction' : `; without it, the call counts as failed${formatEnd(untilMs)}`}`,
};

const EFFECTS: { readonly [E in NonNullable<RelayView['effect']>]: string } = {
  full: 'Done: the balances changed as expected',
  partial: 'Executed, but only a part of the effect was found',
  zero: 'Executed, but no effect was found',
  other: 'Executed, but the balances changed otherwise than expected',
};

export interface RelayText {
  readonly text: string;
  /** What to do; null where nothing is. */
  readonly advice: string | null;
  readonly tone: 'good' | 'busy' | 'bad' | 'quiet';
}

/** State of a relayed call, with what to do about it. */
export function describeRelay({ at, effect, isLate, reason, action, waitsFor }: RelayView): RelayText {
  if (at === 'executed') {
    if (action === null || action.kind === 'session') return { text: 'Executed', advice: null, tone: 'good' };
    const text = EFFECTS[effect ?? 'full'];
    if (effect === 'full' || effect === null) return { text, advice: null, tone: 'good' };
    return { text, advice: EFFECT_ADVICE[effect], tone: 'bad' };
  }
  if (isLate) {
    return {
      text: 'Late: sent, and the wallet does not show it yet',
      advice: 'Do not sign it again. Read again, or look up the transaction; Adyton keeps watching',
      tone: 'bad',
    };
  }
  const text = reason === null || at === 'unknown' ? STATES[at] : `${STATES[at]} (${reason})`;
  switch (at) {
    case 'refused':
      return {
        text,
        advice: /signature/.test(reason ?? '')
          ? 'If this wallet needs the signatures of several owners, execute it where they can all sign'
          : 'Read the account again and compare the amounts, then preview it again',
        tone: 'bad',
      };
    case 'notExecuted':
      return {
        text,
        advice:
          'It failed on the chain or was never relayed, and the nonce is free. Preview it again: only one of the two can run',
        tone: 'bad',
      };
    case 'superseded':
    case 'dropped':
      return { text, advice: 'Preview it again', tone: 'bad' };
    case 'stopped':
      return { text, advice: null, tone: 'quiet' };
    default:
      return { text, advice: waitsFor ? formatCoded(RELAY_WAITS, waitsFor) : null, tone: 'busy' };
  }
}

const EFFECT_ADVICE: { readonly [E in Exclude<NonNullable<RelayView['effect']>, 'full'>]: string } = {
  partial: 'Compare the amounts below, read again, and ask the exchange with the transaction at hand',
  zero: 'Read again. If it stays so, another transaction may have used the nonce, or there was nothing to pay: look up the transaction',
  other: 'Fills or other clients may have changed the same balances: compare the amounts below with Fills',
};
