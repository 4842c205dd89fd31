/** Texts of tape gaps: why trades are missing from a tape. */
import type { MissedCause, TapeGaps } from '../../market/tape.ts';
import type { Catalogue } from '../catalogue.ts';
import { formatMessageProblem, formatParseProblem } from '../parseProblems.ts';

const MISSED: Readonly<Record<MissedCause, string>> = {
  disconnected: 'the stream was disconnected',
  silent: 'the stream was silent',
  skipped: 'the stream skipped messages',
  unwatched: 'this market was not watched',
};

export const TAPE_GAP_TEXTS: Catalogue<TapeGaps> = {
  unreadableMessage: ({ problem }) => `A stream message with trades cannot be parsed: ${formatMessageProblem(problem)}`,
  missed: ({ cause }) => `Reading the trades that were missed while ${MISSED[cause]}`,
  unreadableHistory: ({ problem }) => `Recent trades of the exchange cannot be parsed: ${formatParseProblem(problem)}`,
};
