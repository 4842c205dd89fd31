/** Words for the life of an order: reasons, details of its steps, refused matches. */

import type { LifeStep, StepDetails } from '../../ipc/views.ts';
import type { LifeReason } from '../../order/life.ts';
import type { MatchRefusal } from '../../order/receipts.ts';
import { type Catalogue, formatCoded } from '../catalogue.ts';
import { formatExactContracts } from '../numbers.ts';
import { formatRefusal, wordsOfCode } from './exchangeErrors.ts';
import { formatLostAnswer } from './lostAnswers.ts';

const STEP_DETAILS: Catalogue<StepDetails> = {
  storedText: ({ text }) => text,
  noAnswer: ({ cause }) => formatLostAnswer(cause),
  programStopped: () => 'the program stopped before the answer arrived',
  idReused: ({ orderId }) => `the exchange has another order under id ${orderId}`,
  idOfTwoIntents: ({ orderId }) => `the exchange answered two orders with id ${orderId}`,
  notKnown: ({ orderId }) => `the exchange no longer knows order ${orderId}`,
  unknownState: ({ state }) => `the exchange calls its state "${state}"`,
  notListed: () => 'two complete reads after its latest possible arrival do not list it',
  surplus: ({ equal, arrived }) => `of ${equal} identical orders ${arrived} arrived, and no more can`,
  ruledOutByPerson: () => 'you found that it is none of the orders on the exchange',
  cancelRefused: ({ codes }) => formatRefusal({ codes, signedBy: null }),
  cancelUnanswered: ({ cause }) => `no clear answer to the cancel: ${formatLostAnswer(cause)}`,
  stillListed: () => 'the exchange still lists it as resting',
  filled: ({ filled, of }) => `${formatExactContracts(filled)} of ${formatExactContracts(of)}`,
  refused: ({ codes }) => (codes.length === 0 ? 'without a reason' : codes.map(wordsOfCode).join(', ')),
  matchedByPerson: ({ orderId }) => `you matched it with order ${orderId}`,
  ambiguous: ({ matching, lost }) =>
    `${matching} orders on the exchange match ${lost} lost answers, so it is not known which is which`,
  maybeUnreadable: () => 'an unreadable order on the exchange may be this one',
};

export function formatLifeReason(reason: LifeReason): string {
  return formatCoded<StepDetails>(STEP_DETAILS, reason);
}

export function formatStepDetail(detail: NonNullable<LifeStep['detail']>): string {
  return formatCoded(STEP_DETAILS, detail);
}

export const MATCH_REFUSALS: { readonly [R in MatchRefusal]: string } = {
  notUnknown: 'The order is no longer unknown',
  stillSearching: 'Adyton is still searching for it: wait for the exchange’s answer',
  notACandidate: 'That order no longer matches: look at the choice again',
  journalFailed: 'The journal could not be written, so nothing was changed',
};
