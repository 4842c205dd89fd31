/**
 * Accrued maker rebates; amounts stay text, because the interface does not show their shape.
 *
 * Source      docs/assumptions.md#rewards-shape.
 */
import type { PendingReward } from '#shared/order/account.ts';
import { JsonPath } from './jsonPath.ts';
import { Fields, isRecord, type Reader, readArray } from './jsonReader.ts';
import { cleanServed, readServed } from './servedText.ts';
import { unexpectedValue } from './wireError.ts';

const LISTS = ['rewards', 'pending', 'items'] as const;

const readAmount: Reader<string> = (value, path) => {
  if (typeof value === 'string' && value.length <= 64) return cleanServed('word', value);
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  throw unexpectedValue(path, 'an amount', value);
};

const parseReward: Reader<PendingReward> = (value, path) => {
  const fields = new Fields(value, path);
  return {
    currency: (fields.optional(['currency', 'asset'], readServed('word')) ?? 'usdc').toLowerCase(),
    amount: fields.required(['amount', 'pending', 'total', 'accrued'], readAmount),
  };
};

/** Parses an array, an object that contains one, or a single record. */
export function parsePendingRewards(value: unknown, path: JsonPath = new JsonPath('rewards')): PendingReward[] {
  if (Array.isArray(value)) return readArray(parseReward)(value, path);
  if (!isRecord(value)) throw unexpectedValue(path, 'pending rewards', value);
  for (const name of LISTS) if (Array.isArray(value[name])) return readArray(parseReward)(value[name], path.at(name));
  return Object.keys(value).length === 0 ? [] : [parseReward(value, path)];
}
