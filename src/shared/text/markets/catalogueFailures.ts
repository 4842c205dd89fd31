/** Texts of catalogue failures: why the list of markets is not current. */
import { formatDuration } from '../../base/formatDuration.ts';
import type { CatalogueFailures } from '../../ipc/views.ts';
import type { Catalogue } from '../catalogue.ts';
import { formatReadFailure } from '../readFailures.ts';
import { formatPartialListing } from './listings.ts';

export const CATALOGUE_FAILURE_TEXTS: Catalogue<CatalogueFailures> = {
  readFailed: ({ failure }) => `The list of markets cannot be read. ${formatReadFailure(failure)}`,
  lastRun: ({ ageMs, failure }) =>
    `Markets of the last run, ${formatDuration(ageMs)} old, without prices. ${failure === null ? 'The exchange has not answered yet' : formatReadFailure(failure)}`,
  partial: (partial) => `Expected a list of markets with ${formatPartialListing(partial)}`,
};
