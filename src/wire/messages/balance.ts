/**
 * Collateral balances, from REST and the `balance` stream.
 *
 * Shape       The same names mean different things: REST has the member's money in `balance_safe` and `locked_safe` (its
 *             `balance` is the operator-held pool, always 0), the stream in `balance`, `locked` and `available`.
 * Source      docs/exchange-interface.md#balance, #balance-rule; docs/assumptions.md#balance-includes-locked.
 */
import type { Balance } from '#shared/order/account/account.ts';
import { toUsd, type Usd } from '#shared/units/usd.ts';
import { JsonPath } from './jsonPath.ts';
import { Fields, isRecord } from './jsonReader.ts';
import { readMoney, readTime } from './plausible.ts';
import { type RowFailure, readRows } from './rowFailure.ts';
import { readServed } from './servedText.ts';
import { unexpectedValue } from './wireError.ts';

/**
 * One record of `GET …/account/balances`. A custodial member's money is in the operator-held pool: its record has no `_safe`
 * fields, or zeros in them (docs/assumptions.md#custodial-balance).
 */
export function parseRestBalance(
  value: unknown,
  path: JsonPath = new JsonPath('balance'),
  isCustodial = false,
): Balance {
  const fields = new Fields(value, path);
  const isPool = isCustodial && fields.has('balance') && (fields.optional('balance_safe', readMoney) ?? 0n) === 0n;
  const custodial = isPool || (!fields.has('balance_safe') && fields.has('balance'));
  const total = fields.required(custodial ? 'balance' : 'balance_safe', readMoney);
  const locked = fields.required(custodial ? 'locked' : 'locked_safe', readMoney);
  if (isPool) fields.ignore('balance_safe', 'locked_safe');
  if (!custodial) {
    const pool = [fields.optional('balance', readMoney), fields.optional('locked', readMoney)];
    if (pool.some((amount) => amount !== null && amount !== 0n)) {
      path.drift?.add({ code: 'operator-pool', parameters: {} });
    }
  }
  checkAvailable(total, locked, toUsd(total - locked), path);
  return {
    currency: fields.required('currency', readServed('word')).toLowerCase(),
    total,
    locked,
    available: toUsd(total - locked),
    exchangeTimeMs: fields.optional('updated_at', readTime),
  };
}

/** Adds schema drift when the parts of a balance do not add up. */
function checkAvailable(total: Usd, locked: Usd, available: Usd, path: JsonPath): void {
  if (locked > total || available !== total - locked) {
    path.drift?.add({ code: 'balance-includes-locked', parameters: {} });
  }
}

/** An array of records or a single one; an unreadable one becomes a RowFailure. */
export function parseRestBalances(
  value: unknown,
  path: JsonPath = new JsonPath('balances'),
  isCustodial = false,
): (Balance | RowFailure)[] {
  if (!isRecord(value) && !Array.isArray(value)) throw unexpectedValue(path, 'a balance or an array of them', value);
  const read = (row: unknown, at?: JsonPath): Balance => parseRestBalance(row, at, isCustodial);
  return readRows(read, ['currency'])(Array.isArray(value) ? value : [value], path);
}

/** A message of the `balance` stream. */
export function parseStreamBalance(value: unknown, path: JsonPath = new JsonPath('balance')): Balance {
  const fields = new Fields(value, path);
  const total = fields.required('balance', readMoney);
  const locked = fields.required('locked', readMoney);
  const available = fields.optional('available', readMoney) ?? toUsd(total - locked);
  checkAvailable(total, locked, available, path);
  return {
    currency: fields.required('currency', readServed('word')).toLowerCase(),
    total,
    locked,
    available,
    exchangeTimeMs: fields.optional('updated_at', readTime),
  };
}
