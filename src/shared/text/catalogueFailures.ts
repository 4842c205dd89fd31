/** Texts of catalogue failures: why the list of markets is not current. */
import { formatDuration } from '../base/formatDuration.ts';
import type { CatalogueFailures } from '../ipc/views.ts';
import type { Catalogue } from './catalogue.ts';
import { formatPartialListing } from './listings.ts';

export const CATALOGUE_FAILURE_TEXTS: Catalogue<CatalogueFailures> = {
  readFailed: ({ error }) => `The list of markets cannot be read: ${error}`,
  lastRun: ({ ageMs, error }) =>
    `Markets of the last run, ${formatDuration(ageMs)} old, without prices: ${error === null ? 'the exchange has not answered yet' : `the list cannot be read: ${error}`}`,
  partial: (partial) => `Expected a list of markets with ${formatPartialListing(partial)}`,
};
