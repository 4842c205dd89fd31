/** Texts of catalogue failures: why the list of markets is not current. */
import type { CatalogueFailures } from '../ipc/views.ts';
import type { Catalogue } from './catalogue.ts';

export const CATALOGUE_FAILURE_TEXTS: Catalogue<CatalogueFailures> = {
  readFailed: ({ error }) => `The list of markets cannot be read: ${error}`,
};
