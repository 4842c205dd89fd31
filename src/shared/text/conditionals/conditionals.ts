/** Words for the life of conditional orders: why one waits, halted or ended, and why one is refused. Without a final period. */
import { formatDuration } from '../../base/formatDuration.ts';
import type { ArmRefusal, ArmRefusals } from '../../ipc/conditionals/conditionals.ts';
import type { ConditionalNotice } from '../../order/conditional/events.ts';
import type { BookProblem } from '../../order/conditional/observation.ts';
import type {
  ConditionalLife,
  EndReason,
  EndReasons,
  HaltReason,
  HaltReasons,
  WaitReason,
  WaitReasons,
} from '../../order/conditional/state.ts';
import type { ConditionalKind } from '../../order/conditional/terms.ts';
import { type Catalogue, formatCoded } from '../catalogue.ts';
import { formatContracts, formatExactPrice } from '../numbers.ts';
import { formatDenials } from '../orders/denials.ts';
import { formatRefusal, wordsOfCode } from '../orders/exchangeErrors.ts';
import { formatTime } from '../times.ts';
import { nameKindShortly } from './conditionalTerms.ts';

export const BOOK_PROBLEMS: Readonly<Record<BookProblem, string>> = {
  absent: 'no book yet',
  notLive: 'the book is not live',
  old: 'no proof that the book is current',
  crossed: 'the book is crossed',
};

const WAIT_REASONS: Catalogue<WaitReasons> = {
  stale: ({ problem }) => BOOK_PROBLEMS[problem],
  staleTick: ({ symbol }) => `no recent price of ${symbol}`,
  locked: () => 'the keys are locked',
  blocked: ({ code }) => BLOCKS[code] ?? 'the exchange accepts no orders now',
  clock: () => 'the exchange’s time is not known well enough',
  budget: ({ untilMs }) => `too many requests: not before ${formatTime(untilMs)}`,
  notRead: () => 'market or position not read yet',
  nothingSellable: ({ quantity }) =>
    quantity === 0 ? 'nothing is held' : `all ${formatContracts(quantity)} are in other sales: cancel one of them`,
  orderUnknown: () => 'the answer to its order was lost: asking the exchange',
  reconciling: () => 'reading orders, fills and positions first',
  fillsNotRead: ({ shares }) => `${formatContracts(shares)} filled, and the exchange has not named those fills yet`,
  cancelNotProved: () => 'its cancel is not proved yet',
};

/** Readiness codes and blocks of the exchange, as gates name them. */
const BLOCKS: Readonly<Record<string, string>> = {
  noWallet: 'no wallet is set up',
  readOnly: 'no key here signs orders',
  setupRequired: 'the wallet setup is not finished',
  custodialUnconfirmed: 'the account is not confirmed',
  clockOffset: 'this computer’s clock and the exchange’s differ',
  disarmed: 'trading is disarmed',
  bookNotLive: 'the book that it trades on is not live',
  unauthorised: 'the exchange refuses the API key',
  rateLimited: 'the exchange accepts no orders for now: too many requests',
};

const HALT_REASONS: Catalogue<HaltReasons> = {
  restarted: () => 'the program was restarted: this kind asks before it goes on',
  rejected: ({ codes }) => `the exchange refused its order: ${formatRefusal({ codes, signedBy: null })}`,
  denied: ({ codes }) => `its order was not sent: ${codes.map(wordsOfCode).join(', ')}`,
  retriesUsed: ({ codes }) =>
    `its order was refused again and again${codes.length === 0 ? '' : `: ${codes.map(wordsOfCode).join(', ')}`}`,
  orderAbsent: () => 'its order never reached the exchange',
  orderCancelled: () => 'its order was cancelled by somebody else',
  beyondWorst: ({ best, worst }) =>
    `it fired late, and the market is at ${best === null ? 'no price' : formatExactPrice(best)}, beyond its worst price ${formatExactPrice(worst)}`,
  ambiguous: () => 'more than one order of the exchange may be its own: match it in Orders',
  marketChanged: () => 'ids or wallet record of the market changed',
  legEnded: ({ outcome, why }) =>
    why === 'market'
      ? `one of its markets closed, so ${outcome.side} there cannot fill any more: go on with the other legs, or end it`
      : `the ${outcome.side} that one leg sells are gone: go on with the other legs, or end it`,
  invariant: ({ rule }) => FAULTS[rule] ?? `a rule was about to be broken, nothing was sent: ${rule}`,
};

/** Rules that main found broken outside the machine. */
const FAULTS: Readonly<Record<string, string>> = {
  notStored: 'it could not be written to the disk, and nothing more is sent for it',
  stepsAltered: 'another program changed its stored steps: look at the orders, remove it and arm it again',
  notRecorded:
    'it was not armed when this vault was last used, as in an older copy of the file: remove it, or arm it again',
  olderCopy: 'its stored steps are an older copy: look at the orders, remove it and arm it again',
  olderVersion:
    'an older version of Adyton stored it, without proof that it is unchanged: compare it, remove it and arm it again',
  olderVault: 'the vault is an older one: accept it in the Wallet pane, then lock and unlock',
  ordersLost: 'the order journal is not the one that had its orders: look at the orders, remove it and arm it again',
  storedDiffers: 'its stored steps give another state than the stored one: look at the orders, then arm it again',
};

const END_REASONS: Catalogue<EndReasons> = {
  filled: () => 'filled',
  person: () => 'you ended it',
  expired: () => 'its time is over',
  marketClosed: () => 'the market closed',
  positionGone: () => 'the position is gone',
  entryEnded: () => 'the purchase ended without a fill',
  limitReached: () => 'the time or the moves that it had are used',
};

export function formatWait(reason: WaitReason): string {
  return formatCoded(WAIT_REASONS, reason);
}

export function formatHalt(reason: HaltReason): string {
  return formatCoded(HALT_REASONS, reason);
}

function formatEnd(reason: EndReason): string {
  return formatCoded(END_REASONS, reason);
}

export const LIFE_NAMES: Readonly<Record<ConditionalLife['at'], string>> = {
  draft: 'Not armed',
  armed: 'Armed',
  waiting: 'Waiting',
  triggered: 'Triggered',
  releasing: 'Cancelling first',
  placing: 'Placing',
  working: 'Order rests',
  requoting: 'Moving its order',
  done: 'Done',
  partial: 'Ended, part filled',
  cancelled: 'Cancelled',
  expired: 'Expired',
  ended: 'Ended',
  halted: 'Needs an answer',
};

/** 'Waiting: the keys are locked', 'Ended: the market closed'. */
export function formatConditionalLife(life: ConditionalLife): string {
  const name = LIFE_NAMES[life.at];
  if (life.at === 'waiting') return `${name}: ${formatWait(life.reason)}`;
  if (life.at === 'halted') return `${name}: ${formatHalt(life.reason)}`;
  if (!('reason' in life) || life.at === 'done' || life.at === 'expired') return name;
  return life.reason.code === 'person' ? name : `${name}: ${formatEnd(life.reason)}`;
}

const ARM_REFUSALS: Catalogue<ArmRefusals> = {
  notListed: () => 'The exchange does not list this market',
  noUnderlying: ({ symbol }) => `No listed market has the underlying ${symbol}`,
  marketClosed: () => 'This market no longer trades',
  accountNotRead: () => 'Your orders and positions are not read yet',
  nothingHeld: () => 'Nothing of this outcome is held',
  disarmed: () => 'It buys: arm trading first',
  offTick: ({ price }) => `${formatExactPrice(price)} is not a price of this market’s tick`,
  badSize: () => 'The size must be whole lots above 0',
  beyondWorst: ({ price, worst }) => `${formatExactPrice(price)} is beyond the worst price ${formatExactPrice(worst)}`,
  badTime: () => 'The time is over, or after the close of the market',
  badTrigger: () => 'The condition is incomplete',
  badDirection: () => 'This kind does that in the other direction only',
  tooMany: ({ max }) => `There are ${max} conditional orders already: end one first`,
  tooOften: ({ seconds }) => `30 were armed or changed within a minute: wait ${seconds} s`,
  storeFull: () => 'The conditional orders that are not ended fill their space on the disk: end one first',
  worstCase: ({ denials }) => `At worst all of it trades: ${formatDenials(denials)}`,
  notStored: () => 'It could not be stored on this computer, so it was not armed',
  notChangeable: () => 'It changed meanwhile: an order of it is live, or it ended',
};

export function formatArmRefusal(refusal: ArmRefusal): string {
  return formatCoded(ARM_REFUSALS, refusal);
}

/** '0.3 s old', 'not seen yet': how old the data is that a trigger is watched by. */
export function formatDataAge(ageMs: number | null): string {
  return ageMs === null ? 'not seen yet' : `${formatDuration(ageMs, { tenths: true })} old`;
}

/** Text of a desktop notification, without amounts; null for what the pane alone shows. */
export function formatConditionalNotice(kind: ConditionalKind, { code, parameters }: ConditionalNotice): string | null {
  const name = nameKindShortly(kind);
  switch (code) {
    case 'fired':
      return parameters.isLate ? `${name}: triggered late, after a gap in the data` : `${name}: triggered`;
    case 'waiting':
      return parameters.reason.code === 'locked' ? `${name}: does nothing while the keys are locked` : null;
    case 'goesOn':
      return null;
    case 'halted':
      return `${name} needs an answer: ${formatHalt(parameters.reason)}`;
    case 'ended':
      return `${name} ended: ${formatEnd(parameters.reason)}`;
  }
}
