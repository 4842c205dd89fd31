/** Texts of market data: why a book is quiet or not live, why a live book is unchecked, and the same of an underlying. */
import { formatDuration } from '../../base/formatDuration.ts';
import type { BookHealth, NotLiveReasons, QuietReasons, UncheckedReasons } from '../../market/bookHealth.ts';
import type { TickReasons } from '../../market/tickHealth.ts';
import { type Catalogue, formatCoded } from '../catalogue.ts';
import { STREAM_REASONS } from '../health.ts';
import { formatMessageProblem, formatParseProblem } from '../parseProblems.ts';
import { formatReadFailure } from '../readFailures.ts';

export const NOT_LIVE_TEXTS: Catalogue<NotLiveReasons> = {
  disconnected: ({ reason }) => `The stream is disconnected. ${formatCoded(STREAM_REASONS, reason)}`,
  noContact: ({ failure }) =>
    failure === null
      ? 'No stream message for a minute, and no answer to the read of the REST book'
      : `No stream message for a minute, and the REST book cannot be read. ${formatReadFailure(failure)}`,
  streamSilent: ({ restSequence }) => `The stream is silent while the exchange is at sequence ${restSequence}`,
  resubscribed: () => 'Subscribed again after a silence: waiting for the first change or a check that agrees',
  sequenceGap: ({ expected, received }) => `Received sequence ${received}, expected ${expected}`,
  unreadableMessage: ({ problem }) => `A stream message cannot be parsed: ${formatMessageProblem(problem)}`,
  crossed: () => 'The book is crossed: its best bid is not below its best ask',
  crossedSnapshot: () => 'The snapshot is crossed: its best bid is not below its best ask',
  bestInDoubt: (leftOut) => `${formatLeftOut(leftOut)} The best price may be among what is left out`,
  differsFromRest: ({ restSequence }) =>
    restSequence === null
      ? "The book differs from the exchange's REST book"
      : `The book differs from the exchange's REST book at sequence ${restSequence}`,
  aheadOfRest: ({ restSequence, streamSequence }) =>
    restSequence === null
      ? `The exchange's REST book stays different from the book of the stream at sequence ${streamSequence}`
      : `The exchange's REST book stays at sequence ${restSequence}, behind ${streamSequence} of the stream`,
};

export const UNCHECKED_TEXTS: Catalogue<UncheckedReasons> = {
  restUnavailable: ({ failure }) =>
    `The REST book, which checks this one, cannot be read. ${formatReadFailure(failure)}`,
  restTooOld: ({ maxAgeMs }) =>
    `The REST book, which checks this one, may be ${formatDuration(maxAgeMs)} old, which is too old to compare`,
  restWithoutSequence: () =>
    'The REST book, which checks this one, has no sequence, and this book changes too fast to compare levels',
  levelsLeftOut: formatLeftOut,
};

/** '2 levels cannot be read and are left out: Expected …'. */
function formatLeftOut({ count, problem }: UncheckedReasons['levelsLeftOut']): string {
  const what = count === 1 ? 'One level cannot be read and is' : `${count} levels cannot be read and are`;
  return `${what} left out. ${formatParseProblem(problem)}.`;
}

const QUIET_TEXTS: Catalogue<QuietReasons> = {
  silent: ({ limitMs }) =>
    `No message for longer than ${formatDuration(limitMs, { tenths: true })}, which is unusual here: checking against the REST book`,
  behindRest: ({ restSequence }) =>
    `The REST book is already at sequence ${restSequence}: waiting two seconds for the stream`,
  checkFailed: ({ failure }) => `The stream is silent, and the REST book cannot be read. ${formatReadFailure(failure)}`,
  inconclusive: () => 'The stream is silent, and the REST book may be from before the silence: checking again',
};

/** Why a book is not live, or why a live one is unchecked; null where there is nothing to explain. */
export function explainBook(health: BookHealth): string | null {
  switch (health.at) {
    case 'waiting':
      return null;
    case 'live':
      return health.unchecked ? formatCoded(UNCHECKED_TEXTS, health.unchecked) : null;
    case 'quiet':
      return formatCoded(QUIET_TEXTS, health.reason);
    default:
      return formatCoded(NOT_LIVE_TEXTS, health.reason);
  }
}

export const TICK_TEXTS: Catalogue<TickReasons> = {
  silent: ({ limitMs }) =>
    `No price for longer than ${formatDuration(limitMs, { tenths: true })}, which is unusual here: the stream is opened again`,
};
