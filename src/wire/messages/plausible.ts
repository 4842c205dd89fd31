/**
 * Plausible ranges of the numbers and times that the exchange serves, and their readers.
 *
 * Units       As in the message: dollars, shares, seconds; times in Unix ms.
 * Invariants  A value outside its range is a fault of its sender and never data: the reader throws.
 * Source      docs/assumptions.md#plausible-values.
 */
import type { Shares } from '#shared/units/shares.ts';
import { formatIsoTime } from '#shared/units/time.ts';
import { toUsd, type Usd } from '#shared/units/usd.ts';
import type { JsonPath } from './jsonPath.ts';
import { type Reader, readAnyTime, readInteger, readReal, readShares, readUsd } from './jsonReader.ts';
import { readRounded, readRoundedShares } from './rounded.ts';
import { unexpectedValue, type WireError } from './wireError.ts';

interface Range {
  readonly min: number;
  readonly max: number;
}

const MICROS = 1_000_000;
const SCALE = BigInt(MICROS);

/** One range per kind of field. A time in micro- or nanoseconds is beyond each range of times, however it is read. */
export const PLAUSIBLE = {
  /** The exchange's clock: any that a date has, because a clock that is far off disarms trading. */
  clockTime: { min: 0, max: 8_640_000_000_000_000 },
  /** Something that happened: an order, a fill, a trade, a candle, a tick, a balance. */
  eventTime: { min: Date.UTC(2015, 0, 1), max: Date.UTC(2100, 0, 1) },
  /** Something planned: opening, close and determination of a market. */
  plannedTime: { min: Date.UTC(2000, 0, 1), max: Date.UTC(2200, 0, 1) },
  /** Expiry of a session key, Unix seconds. */
  expirySeconds: { min: 0, max: Date.UTC(2100, 0, 1) / 1_000 },
  /** Shares of one order, fill, trade, level or position. */
  shares: { min: 0, max: 1_000_000_000 },
  /** Shares that were traded; a trade of none is none. */
  tradedShares: { min: 1 / MICROS, max: 1_000_000_000 },
  /** Shares that many trades sum up to: a candle, a day. */
  volume: { min: 0, max: 9_000_000_000 },
  /** Dollars that are held, locked, paid or charged. */
  money: { min: 0, max: 1_000_000_000_000 },
  /** Dollars that are won or lost. */
  result: { min: -9_000_000_000, max: 9_000_000_000 },
  /** Price of an underlying, and a strike: floats for display. */
  underlying: { min: -1_000_000_000_000, max: 1_000_000_000_000 },
  percent: { min: -1_000_000, max: 1_000_000 },
  sequence: { min: 0, max: Number.MAX_SAFE_INTEGER },
  numericId: { min: 0, max: Number.MAX_SAFE_INTEGER },
  rank: { min: -1_000_000_000, max: 1_000_000_000 },
  count: { min: 0, max: 1_000_000_000 },
  /** Length of a candle or bucket: a second to a year. */
  seconds: { min: 1, max: 366 * 24 * 60 * 60 },
  chainId: { min: 1, max: Number.MAX_SAFE_INTEGER },
  signatureType: { min: 0, max: 255 },
  /** Nonce of a wallet's transaction. */
  walletNonce: { min: 0, max: 1_000_000_000 },
} as const satisfies Readonly<Record<string, Range>>;

type RangeName = keyof typeof PLAUSIBLE;

function isWithin(name: RangeName, value: number): boolean {
  return value >= PLAUSIBLE[name].min && value <= PLAUSIBLE[name].max;
}

function outOf(name: RangeName, what: string, value: unknown, path: JsonPath): WireError {
  const { min, max } = PLAUSIBLE[name];
  return unexpectedValue(path, `${what} from ${min} to ${max}`, value);
}

function readTimeIn(name: 'clockTime' | 'eventTime' | 'plannedTime'): Reader<number> {
  const { min, max } = PLAUSIBLE[name];
  const expected = `a time from ${formatYear(min)} to ${formatYear(max)}, in ISO 8601, seconds or milliseconds`;
  return (value, path) => {
    const ms = readAnyTime(value, path);
    if (!isWithin(name, ms)) throw unexpectedValue(path, expected, value);
    return ms;
  };
}

function formatYear(ms: number): string {
  return formatIsoTime(ms).replace(/-.*$/, '');
}

/** ISO 8601 text, or Unix seconds or milliseconds as number or text; returns Unix ms. */
export const readTime = readTimeIn('eventTime');
export const readClockTime = readTimeIn('clockTime');
export const readPlannedTime = readTimeIn('plannedTime');

/** A whole number of this kind. */
export function readWhole(
  name:
    | 'sequence'
    | 'numericId'
    | 'rank'
    | 'count'
    | 'seconds'
    | 'chainId'
    | 'signatureType'
    | 'walletNonce'
    | 'expirySeconds',
): Reader<number> {
  return (value, path) => {
    const number = readInteger(value, path);
    if (!isWithin(name, number)) throw outOf(name, 'a whole number', value, path);
    return number;
  };
}

/** Price of an underlying, or a strike: a float for display, never money. */
export const readUnderlying: Reader<number> = (value, path) => {
  const number = readReal(value, path);
  if (!isWithin('underlying', number)) throw outOf('underlying', 'a number', value, path);
  return number;
};

function readSharesIn(name: 'shares' | 'tradedShares'): Reader<Shares> {
  return (value, path) => {
    const shares = readShares(value, path);
    if (!isWithin(name, shares / MICROS)) throw outOf(name, 'a number of shares', value, path);
    return shares;
  };
}

export const readQuantity = readSharesIn('shares');
export const readTradedShares = readSharesIn('tradedShares');

/** The largest level, in millionths, for readers that build no path. */
export const MAX_LEVEL_SHARES = PLAUSIBLE.shares.max * MICROS;

/** Shares that many trades sum up to, rounded: for display. */
export const readVolume: Reader<Shares> = (value, path) => {
  const shares = readRoundedShares(value, path);
  if (!isWithin('volume', shares / MICROS)) throw outOf('volume', 'a number of shares', value, path);
  return shares;
};

/** Dollars that are held, locked, paid or charged. */
export const readMoney: Reader<Usd> = (value, path) => {
  const usd = readUsd(value, path);
  const { min, max } = PLAUSIBLE.money;
  if (usd < BigInt(min) * SCALE || usd > BigInt(max) * SCALE) throw outOf('money', 'dollars', value, path);
  return usd;
};

/** Dollars that are won or lost, rounded: for display. */
export const readResult: Reader<Usd> = (value, path) => {
  const micros = readRounded(value, path);
  if (!isWithin('result', micros / MICROS)) throw outOf('result', 'dollars', value, path);
  return toUsd(BigInt(micros));
};

/** A percentage as text, with or without a sign and '%'. */
export const readPercent: Reader<string> = (value, path) => {
  const text = typeof value === 'number' ? String(value) : value;
  const match = typeof text === 'string' && text.length <= 24 ? /^([+-]?)(\d+(?:\.\d+)?)%?$/.exec(text) : null;
  if (!match || typeof text !== 'string') throw unexpectedValue(path, 'a percentage', value);
  const size = readReal(match[2], path);
  if (!isWithin('percent', match[1] === '-' ? -size : size)) throw outOf('percent', 'a percentage', value, path);
  return text;
};
