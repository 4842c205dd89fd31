/**
 * Collateral in the exchange's two vocabularies, which use the same words for different things.
 *
 * Invariants  REST reads `balance_safe` and `locked_safe` (there `balance` is always 0); the stream reads `balance`, `locked`, `available`.
 * Source      exchange-interface, Balance and Events rule 2; docs/assumptions.md#balance-includes-locked.
 */
import type { Balance } from '#shared/order/account.ts';
import { toUsd, type Usd } from '#shared/units/usd.ts';
import { Fields, JsonPath, readArray, readText, readTime, readUsd } from './reader.ts';

/** One record of `GET …/account/balances`; a custodial record has no `_safe` words. */
export function parseRestBalance(value: unknown, place: JsonPath = new JsonPath('balance')): Balance {
  const fields = new Fields(value, place);
  const custodial = !fields.has('balance_safe') && fields.has('balance');
  const total = fields.take(custodial ? 'balance' : 'balance_safe', readUsd);
  const locked = fields.take(custodial ? 'locked' : 'locked_safe', readUsd);
  if (!custodial) {
    const pool = [fields.maybe('balance', readUsd), fields.maybe('locked', readUsd)];
    if (pool.some((amount) => amount !== null && amount !== 0n)) {
      place.survey?.note('balance-words', 'The operator-held pool of a balance is not 0');
    }
  }
  noteLocked(total, locked, toUsd(total - locked), place);
  return {
    currency: fields.take('currency', readText).toLowerCase(),
    total,
    locked,
    available: toUsd(total - locked),
    exchangeTimeMs: fields.maybe('updated_at', readTime),
  };
}

function noteLocked(total: Usd, locked: Usd, available: Usd, place: JsonPath): void {
  if (locked > total || available !== total - locked) {
    place.survey?.note('balance-includes-locked', 'What is available is not the balance less what is locked');
  }
}

/** An array of records or a single one. */
export function parseRestBalances(value: unknown, place: JsonPath = new JsonPath('balances')): Balance[] {
  return Array.isArray(value) ? readArray(parseRestBalance, 200)(value, place) : [parseRestBalance(value, place)];
}

/** A message of the `balance` stream. */
export function parseStreamBalance(value: unknown, place: JsonPath = new JsonPath('balance')): Balance {
  const fields = new Fields(value, place);
  const total = fields.take('balance', readUsd);
  const locked = fields.take('locked', readUsd);
  const available = fields.maybe('available', readUsd) ?? toUsd(total - locked);
  noteLocked(total, locked, available, place);
  return {
    currency: fields.take('currency', readText).toLowerCase(),
    total,
    locked,
    available,
    exchangeTimeMs: fields.maybe('updated_at', readTime),
  };
}
