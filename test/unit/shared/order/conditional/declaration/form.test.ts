import { describe, expect, it } from 'vitest';
import { boundsOf, count, duration, oneOf, writeStop } from '#shared/order/conditional/declaration/form.ts';
import { KIND_NAMES, kindOf } from '#shared/order/conditional/terms.ts';
import { choice, FLAG, list, nullable, whole } from '#shared/units/fields.ts';
import { parsePrice } from '#shared/units/price.ts';

describe('an input', () => {
  it('has the bounds of its field, a list those of its length, and a time its own shortest one', () => {
    expect(count(whole(1, 500, 1_000), 'Moves', 'moves').bounds).toEqual({ min: 1, max: 500 });
    expect(count(list(FLAG, 2, 20), 'Orders', 'in').bounds).toEqual({ min: 2, max: 20 });
    expect(duration(nullable(whole(1, 60_000)), 'For', 'for').bounds).toEqual({ min: 5_000, max: 60_000 });
    expect(() => boundsOf(FLAG)).toThrow('has no bounds');
  });

  it('has the choices of its field with their labels', () => {
    const input = oneOf(choice({ join: 'Joins', cross: 'Takes' }), 'Each slice', 'price');
    expect(input).toMatchObject({ isRequired: false, choices: { join: 'Joins', cross: 'Takes' } });
  });
});

it('writes the worst price of a stop only where the limit walks', () => {
  const [limit, worst] = [parsePrice('0.30'), parsePrice('0.25')];
  expect(writeStop({ limit, worst })).toEqual({ limit, worst });
  expect(writeStop({ limit, worst: limit })).toEqual({ limit, worst: null });
});

describe('the form of each kind', () => {
  it('has a verb of its own', () => {
    const verbs = KIND_NAMES.map((kind) => kindOf({ kind }).form.verb);
    expect(new Set(verbs).size).toBe(verbs.length);
  });

  it.each(KIND_NAMES)('bounds every number of %s, and labels every input', (kind) => {
    const { inputs } = kindOf({ kind }).form;
    for (const [name, { reads, bounds, label, words }] of Object.entries(inputs)) {
      const isNumber = reads === 'count' || reads === 'duration' || reads === 'ticks' || reads === 'steps';
      expect(bounds !== undefined, `${kind} ${name}`).toBe(isNumber);
      expect([label, words[0]], `${kind} ${name}`).not.toContain('');
    }
  });
});
