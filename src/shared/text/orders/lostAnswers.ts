/** Words for why the answer to a placement or a cancel is not known. In lower case, without a final period. */
import type { LostAnswer, LostAnswers } from '../../order/lostAnswer.ts';
import { type Catalogue, formatCoded } from '../catalogue.ts';

const UNREACHABLE: Readonly<Record<LostAnswers['unreachable']['fault'], string>> = {
  connect: 'there is no connection to the exchange',
  timeout: 'the exchange did not answer in time',
  lost: 'the connection was lost before the answer',
  tooLarge: 'the exchange’s answer is too large',
  redirect: 'the exchange answered with a redirect, which is not followed',
  closed: 'the connection was closed before the answer',
};

const LOST_ANSWERS: Catalogue<LostAnswers> = {
  storedText: ({ text }) => text,
  unreachable: ({ fault }) => UNREACHABLE[fault],
  status: ({ status }) => `the exchange answered with status ${status}`,
  unreadable: () => 'the exchange’s answer could not be read: Health has the details',
  otherOrder: ({ field }) => `the order in the exchange’s answer has another ${field}`,
  notJournalled: () => 'the journal could not be written, so it was not sent',
  other: () => 'an unexpected error stopped the request',
};

export function formatLostAnswer(cause: LostAnswer): string {
  return formatCoded(LOST_ANSWERS, cause);
}
