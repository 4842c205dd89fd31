/** Words for why a read of the exchange failed. Without a final period. */
import type { ReadFailure, ReadFailures } from '../market/readFailure.ts';
import { type Catalogue, formatCoded } from './catalogue.ts';
import { formatPartialListing } from './markets/listings.ts';
import { findExchangeError, wordsOfCode } from './orders/exchangeErrors.ts';
import { formatTime } from './times.ts';

const LISTS: Readonly<Record<ReadFailures['incomplete']['list'], string>> = {
  openOrders: 'open orders',
  positions: 'positions',
  other: 'rows',
};

const UNREACHABLE: Readonly<Record<ReadFailures['unreachable']['fault'], string>> = {
  connect: 'The exchange does not answer: there is no connection to it',
  timeout: 'The exchange does not answer in time',
  lost: 'The connection to the exchange was lost',
  tooLarge: 'The exchange’s answer is too large',
  redirect: 'The exchange answers with a redirect, which is not followed',
  closed: 'The connection to the exchange is closed',
};

const READ_FAILURES: Catalogue<ReadFailures> = {
  unreachable: ({ fault }) => UNREACHABLE[fault],
  refused: ({ status, codes }) =>
    codes.map(findExchangeError).find((text) => text !== null) ??
    `The exchange refuses to answer (${codes.map(wordsOfCode).join(', ') || `status ${status}`})`,
  rateLimited: ({ untilMs }) => `The exchange allows no more reads until ${formatTime(untilMs)}`,
  unreadable: () => 'The exchange’s answer could not be read: Health has the details',
  incomplete: ({ list, partial }) => `Expected a list of ${LISTS[list]} with ${formatPartialListing(partial)}`,
  noCredentials: () => 'The vault is locked or has no API key',
  other: () => 'An unexpected error stopped the read',
};

export function formatReadFailure(failure: ReadFailure): string {
  return formatCoded(READ_FAILURES, failure);
}
