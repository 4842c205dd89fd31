/** Words for schema drift: what the exchange sent, and which assumption it contradicts. */
import type { SchemaDriftCodes } from '../market/schemaDrift.ts';
import type { Catalogue } from './catalogue.ts';
import { formatExactContracts, formatExactMoney, formatExactPrice } from './numbers.ts';
import { formatParseProblem } from './parseProblems.ts';

export const SCHEMA_DRIFT: Catalogue<SchemaDriftCodes> = {
  'balance-includes-locked': () => 'The available balance is not the total less the locked part',
  'book-mirrors': ({ market, array, price, served, mirrored }) =>
    `Market ${market}: ${array} at ${formatExactPrice(price)} is ${served === null ? 'absent' : formatExactContracts(served)}, the other outcome's array says ${formatExactContracts(mirrored)}`,
  'content-type': ({ resource, contentType }) => `The response of ${resource} has the content type ${contentType}`,
  'contract-states': ({ state }) => `Contract state ${state}`,
  custody: ({ custody }) => `Custody ${custody}`,
  'error-body': ({ status }) => `A refusal with status ${status} has no error code`,
  'fee-reserve': ({ stake, locked }) => `A purchase of ${formatExactMoney(stake)} locked ${formatExactMoney(locked)}`,
  'kline-rows': ({ length }) => `A candle row has ${length} entries`,
  'operator-pool': () => 'The operator-held part of a balance is not 0',
  'order-echo': ({ field }) => `The accepted order has a different ${field} from the one sent`,
  'order-states': ({ state }) => `Order state "${state}"`,
  'order-types': ({ type }) => `Order type ${type}`,
  paging: ({ page }) => `Page ${page} of a list repeats earlier items`,
  'plausible-values': ({ path, count, problem }) =>
    `Left out ${count === 1 ? 'once' : `${count} times`}: ${path}. The first: ${formatParseProblem(problem)}`,
  'rest-book-sequence': () => 'The REST book has no sequence',
  'safe-states': ({ status }) => `Wallet status ${status}`,
  'sell-locks': ({ locked }) => `A sale locked ${formatExactMoney(locked)}`,
  'signature-types': ({ signatureType }) => `Signature type ${signatureType}`,
  'stream-names': ({ stream, connection }) => `Stream ${stream} on connection ${connection}`,
  'subscribed-message': () => 'The private connection opened without a list of its streams',
  'taker-sides': ({ side }) => `Taker side ${side}`,
  tick: ({ market }) => `Market ${market} has a price that is not a multiple of 0.01`,
  'timestamp-shape': () => 'The time came from a cache',
  'unknown-fields': ({ path, count }) =>
    `${path === null ? 'Other fields' : `Field ${path}`}, seen ${count === 1 ? 'once' : `${count} times`}`,
};
