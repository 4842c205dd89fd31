/** Maker rebates accrued so far; the shape is not shown, so amounts stay as served text. Source: docs/assumptions.md#rewards-shape. */
import type { PendingReward } from '#shared/order/account.ts';
import { Fields, isRecord, JsonPath, type Read, readArray, readText } from './reader.ts';
import { refuse } from './wireError.ts';

const LISTS = ['rewards', 'pending', 'items'] as const;

const readAmount: Read<string> = (value, place) => {
  if (typeof value === 'string' && value.length <= 64) return value;
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  throw refuse(place, 'an amount', value);
};

const parseReward: Read<PendingReward> = (value, place) => {
  const fields = new Fields(value, place);
  return {
    currency: (fields.maybeEither(['currency', 'asset'], readText) ?? 'usdc').toLowerCase(),
    amount: fields.either(['amount', 'pending', 'total', 'accrued'], readAmount),
  };
};

/** An array, an object holding one, or a single record. */
export function parsePendingRewards(value: unknown, place: JsonPath = new JsonPath('rewards')): PendingReward[] {
  if (Array.isArray(value)) return readArray(parseReward)(value, place);
  if (!isRecord(value)) throw refuse(place, 'pending rewards', value);
  for (const name of LISTS) if (Array.isArray(value[name])) return readArray(parseReward)(value[name], place.at(name));
  return Object.keys(value).length === 0 ? [] : [parseReward(value, place)];
}
