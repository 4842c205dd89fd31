/** Texts of tape gaps: why trades are missing from a tape. */
import type { MissedCause, TapeGaps } from '../market/tape.ts';
import type { Catalogue } from './catalogue.ts';

const MISSED: Readonly<Record<MissedCause, string>> = {
  disconnected: 'the stream was disconnected',
  silent: 'the stream was silent',
  skipped: 'the stream skipped messages',
  unwatched: 'this market was not watched',
};

export const TAPE_GAP_TEXTS: Catalogue<TapeGaps> = {
  unreadableMessage: ({ error }) => `A stream message with trades cannot be parsed: ${error}`,
  missed: ({ cause }) => `Reading the trades that were missed while ${MISSED[cause]}`,
  unreadableHistory: ({ error }) => `Recent trades of the exchange cannot be parsed: ${error}`,
};
