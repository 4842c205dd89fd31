/**
 * Accrued maker rebates; amounts stay text, because the interface does not show their shape.
 *
 * Source      docs/assumptions.md#rewards-shape.
 */
import type { PendingReward } from '#shared/order/account/account.ts';
import { JsonPath } from './jsonPath.ts';
import { Fields, isRecord, type Reader, readItems } from './jsonReader.ts';
import { readServed } from './servedText.ts';
import { unexpectedValue } from './wireError.ts';

const LISTS = ['rewards', 'pending', 'items'] as const;

const readAmount: Reader<string> = (value, path) => {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text === 'string' && /^-?\d{1,30}(\.\d{1,30})?$/.test(text)) return text;
  throw unexpectedValue(path, 'an amount', value);
};

const parseReward: Reader<PendingReward> = (value, path) => {
  const fields = new Fields(value, path);
  return {
    currency: (fields.optional(['currency', 'asset'], readServed('word')) ?? 'usdc').toLowerCase(),
    amount: fields.required(['amount', 'pending', 'total', 'accrued'], readAmount),
  };
};

/** An unreadable record is left out: rewards are only displayed. */
const readRewards: Reader<PendingReward[]> = (value, path) =>
  readItems(parseReward, () => null)(value, path).filter((reward) => reward !== null);

/** Parses an array, an object that contains one, or a single record. */
export function parsePendingRewards(value: unknown, path: JsonPath = new JsonPath('rewards')): PendingReward[] {
  if (Array.isArray(value)) return readRewards(value, path);
  if (!isRecord(value)) throw unexpectedValue(path, 'pending rewards', value);
  for (const name of LISTS) if (Array.isArray(value[name])) return readRewards(value[name], path.at(name));
  return Object.keys(value).length === 0 ? [] : [parseReward(value, path)];
}
