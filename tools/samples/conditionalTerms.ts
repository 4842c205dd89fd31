/**
 * Sample terms of conditional orders, made from the declaration of their kind: a kind that is added has some at once.
 *
 * Units       Price and Shares in millionths.
 */
import { type BaseTerms, TRIGGER } from '#shared/order/conditional/declaration/termsFields.ts';
import { type ConditionalKind, type ConditionalTerms, KIND_NAMES, kindOf } from '#shared/order/conditional/terms.ts';
import type { PriceTrigger } from '#shared/order/conditional/trigger.ts';
import { type Field, type Fields, PRICE, SHARES } from '#shared/units/fields.ts';
import type { Price } from '#shared/units/price.ts';

export type SampleBase = BaseTerms & { readonly trigger?: PriceTrigger };

/** Own fields have the price and the size of the base, the least number, the first choice, and nothing where they may. */
export function sampleTerms(kind: ConditionalKind, { trigger, ...base }: SampleBase): ConditionalTerms {
  return {
    ...base,
    kind,
    ...sampleFields(kindOf({ kind }).fields, { ...base, ...(trigger && { trigger }) }),
  } as ConditionalTerms;
}

/** Terms of every kind: the given ones, and samples of those that are not given. */
export function withSamples(
  given: Readonly<Partial<Record<ConditionalKind, ConditionalTerms>>>,
  base: SampleBase,
): Readonly<Record<ConditionalKind, ConditionalTerms>> {
  const terms = KIND_NAMES.map((kind) => [kind, given[kind] ?? sampleTerms(kind, base)]);
  return Object.fromEntries(terms) as Record<ConditionalKind, ConditionalTerms>;
}

/** Values of a field to compare terms by, the sample first. */
export function sampleValues(field: Field, base: SampleBase): readonly unknown[] {
  const { shape } = field;
  if (field === PRICE) return [base.worst, (base.worst + 10_000) as Price];
  switch (shape.is) {
    case 'whole':
      return [shape.min, Math.min(shape.max, shape.min * 2 + 1)];
    case 'flag':
      return [false, true];
    case 'choice':
      return shape.values;
    case 'nullable':
      return [null, sampleOf(shape.of, base)];
    case 'optional':
      return [sampleOf(shape.of, base)];
    default:
      return [sampleOf(field, base)];
  }
}

function sampleFields(fields: Fields, base: SampleBase): Readonly<Record<string, unknown>> {
  const values = Object.entries(fields).filter(([, { shape }]) => shape.is !== 'optional');
  return Object.fromEntries(values.map(([name, field]) => [name, sampleOf(field, base)]));
}

function sampleOf(field: Field, base: SampleBase): unknown {
  const { shape } = field;
  if (field === PRICE) return base.worst;
  if (field === SHARES) return base.shares;
  if (field === TRIGGER) return base.trigger ?? defaultTrigger(base);
  switch (shape.is) {
    case 'whole':
      return shape.min;
    case 'real':
    case 'number':
      return 1;
    case 'text':
      return base.outcome.market;
    case 'flag':
      return false;
    case 'choice':
      return shape.values[0];
    case 'list':
      return Array.from({ length: shape.min }, () => sampleOf(shape.of, base));
    case 'group':
      return sampleFields(shape.fields, base);
    case 'variants': {
      const [kind, fields] = Object.entries(shape.of)[0]!;
      return { kind, ...sampleFields(fields, base) };
    }
    case 'either':
      return sampleOf(shape.of[0]!, base);
    case 'nullable':
      return null;
    case 'optional':
      return undefined;
  }
}

/** Fires at once. */
function defaultTrigger({ outcome, direction, shares }: SampleBase): PriceTrigger {
  return {
    kind: 'price',
    outcome,
    source: direction === 'sell' ? 'ask' : 'bid',
    crosses: direction === 'sell' ? 'atOrBelow' : 'atOrAbove',
    price: (direction === 'sell' ? 990_000 : 10_000) as Price,
    minShares: shares,
    maxSpread: 900_000,
    confirm: { kind: 'double' },
  };
}
