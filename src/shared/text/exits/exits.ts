/** Words for moves, flattens and panic: why one does not begin, how it ended, what is left. */
import type { FlattenBlock } from '../../order/exits/flattenPlan.ts';
import type { LeftReasons, LegView, MoveRefusal } from '../../order/exits/progress.ts';
import type { StopReason } from '../../order/exits/stop.ts';
import type { MoveOutcomes, OrderFate } from '../../order/move.ts';
import type { PlaceReceipt } from '../../order/receipts.ts';
import { type Shares, toShares } from '../../units/shares.ts';
import { type Catalogue, formatCoded } from '../catalogue.ts';
import { formatExactContracts, formatExactPrice } from '../numbers.ts';
import { formatDenials } from '../orders/denials.ts';
import { formatRefusal } from '../orders/exchangeErrors.ts';
import { formatLifeReason } from '../orders/orderLife.ts';

export const MOVE_REFUSALS: { readonly [R in MoveRefusal]: string } = {
  unknownOrder: 'The order is not one of this account',
  notResting: 'Only a resting order can be moved',
  unreadable: 'The exchange’s data about the order cannot be read: cancel it instead',
  noDirection: 'The exchange does not state whether it buys or sells: cancel it instead',
  samePrice: 'It rests at this price already',
  alreadyMoving: 'It is being moved already',
};

export const STOP_REASONS: { readonly [R in StopReason]: string } = {
  person: 'you stopped it',
  cancelled: 'you cancelled the orders',
  panic: 'panic stopped it',
  locked: 'the terminal was locked',
  accountChanged: 'the account changed',
  closing: 'the terminal closed',
};

export const MOVE_OUTCOMES: Catalogue<MoveOutcomes> = {
  moved: ({ shares, filledMeanwhile }) =>
    filledMeanwhile === 0
      ? `${formatExactContracts(shares)} now rest at the new price`
      : `${formatExactContracts(filledMeanwhile)} filled at the old price first, ${formatExactContracts(shares)} moved`,
  filled: ({ filledMeanwhile }) =>
    `All ${formatExactContracts(filledMeanwhile)} filled at the old price before the cancel arrived: nothing was placed`,
  cancelNotProved: ({ reason }) =>
    `The old order may still rest, so nothing was placed${reason === null ? '' : `: ${formatLifeReason(reason)}`}`,
  oldEnded: ({ at }) => `The old order ended otherwise (${at}), so nothing was placed`,
  newRefused: ({ shares, filledMeanwhile, receipt }) =>
    `The old order is gone and ${formatExactContracts(shares)} were not placed: ${describeRefused(receipt)}${noteFilled(filledMeanwhile)}`,
  newUnknown: ({ shares, filledMeanwhile }) =>
    `The old order is gone, and the answer to the new one of ${formatExactContracts(shares)} was lost: Orders follows it${noteFilled(filledMeanwhile)}`,
  stopped: ({ by }) => `Nothing was placed: ${STOP_REASONS[by]}. The cancel of the old order may still be carried out`,
  programStopped: ({ old, filledMeanwhile, rest, placed }) =>
    `The program stopped meanwhile, and nothing goes on by itself. Old ${formatFate(old)}${filledMeanwhile === 0 ? '' : `, ${formatExactContracts(filledMeanwhile)} filled meanwhile`}. ${placed === null ? `New order of ${formatExactContracts(rest)}: not placed` : `New ${formatFate(placed)}`}`,
};

const FATES: { readonly [A in OrderFate['at']]: string } = {
  signed: 'outcome not known yet',
  sent: 'outcome not known yet',
  unknown: 'outcome not known yet',
  resting: 'rests',
  cancelling: 'rests, its cancel is requested',
  done: 'filled',
  cancelled: 'cancelled',
  rejected: 'refused by the exchange',
  absent: 'never reached the exchange',
  notListed: 'no longer open',
  notRead: 'not read yet',
};

/** 'order 7: cancelled'. */
function formatFate({ orderId, at }: OrderFate): string {
  return `order${orderId === null ? '' : ` ${orderId}`}: ${FATES[at]}`;
}

function formatFates(fates: readonly OrderFate[]): string {
  return fates.length === 0 ? 'none' : fates.map(formatFate).join(', ');
}

function noteFilled(filled: Shares): string {
  return filled === 0 ? '' : `. ${formatExactContracts(filled)} had filled at the old price`;
}

function describeRefused(receipt: PlaceReceipt): string {
  switch (receipt.outcome) {
    case 'denied':
      return formatDenials(receipt.denials);
    case 'rejected':
      return formatRefusal(receipt.refusal);
    case 'absent':
      return formatLifeReason(receipt.reason);
    default:
      return 'no answer yet';
  }
}

export const FLATTEN_BLOCKS: { readonly [B in FlattenBlock]: string } = {
  marketClosed: 'This market no longer trades',
  noBook: 'The book has not arrived',
  bookEmpty: 'Nobody bids for it',
  matchesOwnOrder: 'The exit would trade with an order of your own: cancel the open orders first',
  dust: 'Too little to be sold: it has no exact price',
};

const LEFT_REASONS: Catalogue<LeftReasons> = {
  nothingHeld: () => 'nothing of it is held any more',
  moreHeld: ({ shares }) => `${formatExactContracts(shares)} more are held than were asked for: they stay`,
  noTakers: ({ worst }) => `nobody took it within ${formatExactPrice(worst)}`,
  denied: ({ denials }) => formatDenials(denials),
  rejected: ({ refusal }) => formatRefusal(refusal),
  cancelNotProved: ({ orderIds }) =>
    `the cancel of ${formatIds(orderIds)} is not proved, so nothing further was placed`,
  matchesOwnOrder: ({ orderIds }) => `it would trade with your own ${formatIds(orderIds)}`,
  orderUnknown: () => 'the answer to its order was lost: Orders follows it',
  locked: () => 'open sells lock all of it: cancel them first',
  dust: () => 'it is less than the smallest amount with an exact price',
  stopped: ({ by }) => STOP_REASONS[by],
  programStopped: ({ cancels, placed }) =>
    `the program stopped meanwhile, and nothing goes on by itself. Cancels requested: ${formatFates(cancels)}. Orders placed: ${formatFates(placed)}`,
};

/** 'Flat: 25 exited', '10 of 25 exited, 15 left: nobody took it within 0.55'. */
export function formatLeg({ toExit, exited, left }: Pick<LegView, 'toExit' | 'exited' | 'left'>): string {
  if (left === null) return `Flat: ${formatExactContracts(exited)} exited`;
  const rest = toShares(Math.max(0, toExit - exited));
  return `${formatExactContracts(exited)} of ${formatExactContracts(toExit)} exited, ${formatExactContracts(rest)} left: ${formatCoded(LEFT_REASONS, left)}`;
}

function formatIds(ids: readonly string[]): string {
  return ids.length === 1 ? `order ${ids[0]}` : `orders ${ids.join(', ')}`;
}
