/** Words for moves: why one does not begin, and how it ended. */

import type { MoveOutcomes } from '../order/exits/move.ts';
import type { MoveRefusal } from '../order/exits/progress.ts';
import type { StopReason } from '../order/exits/stop.ts';
import type { PlaceReceipt } from '../order/receipts.ts';
import type { Shares } from '../units/shares.ts';
import type { Catalogue } from './catalogue.ts';
import { formatDenials } from './denials.ts';
import { formatRefusal } from './exchangeErrors.ts';
import { formatExactContracts } from './numbers.ts';
import { formatLifeReason } from './orderLife.ts';

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
  programStopped: () => 'The program stopped during the move: the new order was not placed unless Orders shows it',
};

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
