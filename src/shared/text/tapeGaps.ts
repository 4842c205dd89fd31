/** Texts of tape gaps: why trades are missing from a tape. */
import type { TapeGaps } from '../market/tape.ts';
import type { Catalogue } from './catalogue.ts';

export const TAPE_GAP_TEXTS: Catalogue<TapeGaps> = {
  unreadableMessage: ({ error }) => `A stream message with trades cannot be parsed: ${error}`,
  unreadableHistory: ({ error }) => `Recent trades of the exchange cannot be parsed: ${error}`,
};
