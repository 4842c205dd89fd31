/**
 * Inputs of conditional orders by type: what is expected, an example, and the text of a value.
 *
 * Units       Price and Shares in millionths; durations in ms.
 */
import type { Input, InputType } from '#shared/order/conditional/declaration/form.ts';
import type { Distance, OutcomeOrder } from '#shared/order/conditional/declaration/termsFields.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { formatMicros } from '#shared/units/micros.ts';
import type { MarketWords } from '../markets/marketWords.ts';
import { parseContracts, parseCount, readDistance, readDuration, writeDuration } from './conditionalTexts.ts';
import { CONDITION_EXAMPLE } from './typedConditions.ts';
import { LEG_EXAMPLE, parseSteps, STEPS_EXAMPLE, writeLeg, writeSteps } from './typedLegs.ts';

interface TypeTexts {
  /** After 'expected' in a typed command, and after 'Type' beside an empty field. */
  readonly expected: string;
  /** Beside an empty field, where other words are better. */
  readonly missing?: string;
  /** In an empty field. */
  readonly example: string;
}

export const INPUT_TYPES: Readonly<Record<InputType, TypeTexts>> = {
  price: { expected: 'a price such as 0.31 or bid-3t', example: '0.31' },
  distance: { expected: 'a distance such as 3t or 2%', example: '3t' },
  ticks: { expected: 'ticks such as 2t', example: '1t' },
  duration: { expected: 'a time such as 10m or 1h30m', example: '10m' },
  conditions: { expected: `a condition such as ${CONDITION_EXAMPLE}`, example: 'snow bid >= 0.60' },
  count: { expected: 'a whole number such as 5', missing: 'Type how many, such as 5', example: '5' },
  contracts: { expected: 'contracts such as 50', example: '50' },
  choice: { expected: 'one of its choices', missing: 'Choose one', example: '' },
  standIn: {
    expected: 'wait, rest, or a condition such as btc-usd <= 94000',
    missing: 'Type wait, rest, or a condition such as BTC-USD <= 94000',
    example: 'BTC-USD <= 94000',
  },
  leg: { expected: `a leg such as ${LEG_EXAMPLE}`, example: LEG_EXAMPLE },
  steps: { expected: `ticks such as ${STEPS_EXAMPLE}`, example: STEPS_EXAMPLE },
};

export function describeMissing(reads: InputType): string {
  const { missing, expected } = INPUT_TYPES[reads];
  return missing ?? `Type ${expected}`;
}

/** How an input is typed, by its type and its bounds. */
export type InputRule = Pick<Input, 'reads' | 'bounds'>;

/** Why a single word is no value of an input, as what is expected instead; null: it is one. Prices, legs and conditions are read elsewhere. */
export function findExpected(text: string, { reads, bounds }: InputRule): string | null {
  const { expected } = INPUT_TYPES[reads];
  switch (reads) {
    case 'duration': {
      const ms = readDuration(text);
      if (ms === null || bounds === undefined) return ms === null ? expected : null;
      const isWithin = ms >= bounds.min && ms <= bounds.max;
      return isWithin ? null : `a time from ${writeDuration(bounds.min)} to ${writeDuration(bounds.max)}`;
    }
    case 'count': {
      if (bounds === undefined || !/^\d+$/.test(text)) return expected;
      const isWithin = parseCount(text, bounds.min, bounds.max).ok;
      return isWithin ? null : `a whole number from ${bounds.min} to ${bounds.max}`;
    }
    case 'contracts':
      return parseContracts(text).ok ? null : expected;
    case 'steps':
      return parseSteps(text, bounds?.max ?? 1).ok ? null : expected;
    default: {
      const distance = readDistance(text);
      return distance !== null && (reads === 'distance' || distance.kind === 'ticks') ? null : expected;
    }
  }
}

export interface WriteContext {
  readonly market: MarketId;
  readonly markets: MarketWords;
  price(micros: number): string;
}

/** The text that is read as this value again. */
export function writeValue(reads: InputType, value: unknown, { market, markets, price }: WriteContext): string {
  switch (reads) {
    case 'price':
      return price(value as number);
    case 'distance':
      return writeDistance(value as Distance);
    case 'ticks':
      return `${value}t`;
    case 'duration':
      return writeDuration(value as number);
    case 'contracts':
      return formatMicros(value as number);
    case 'leg':
      return writeLeg(value as OutcomeOrder, market, markets, price);
    case 'steps':
      return writeSteps(value as readonly number[]);
    default:
      return `${value}`;
  }
}

function writeDistance(distance: Distance): string {
  return distance.kind === 'ticks' ? `${distance.ticks}t` : `${formatMicros(distance.bps * 10_000)}%`;
}
