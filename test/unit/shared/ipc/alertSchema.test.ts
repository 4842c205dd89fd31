import { expect, it } from 'vitest';
import { alertFact, alertTerms } from '#shared/ipc/alertSchema.ts';
import PROBED from '#test/fixtures/schemas/alertTerms.json' with { type: 'json' };
import { priceAbove, termsOf } from '#test/unit/shared/alerts/makers.ts';
import { probeSchema } from './probe.ts';

const accepts = (value: unknown): boolean => alertTerms.safeParse(value).success;
const fine = termsOf(priceAbove(600_000));

it('accepts terms as they are stored, and nothing else', () => {
  expect(alertTerms.parse(JSON.parse(JSON.stringify(fine)))).toEqual(fine);
  expect(accepts({ ...fine, note: 'x' })).toBe(false);
  expect(accepts({ ...fine, scope: { kind: 'market', market: '../x' } })).toBe(false);
  expect(accepts({ ...fine, condition: { ...fine.condition, level: 0.5 } })).toBe(false);
  expect(accepts({ ...fine, repeat: { pauseMs: 10, rearmBy: 0 } })).toBe(false);
});

it.each(Object.entries(PROBED))('keeps the bounds of %s', (_name, { sample, accepted }) => {
  expect(probeSchema(sample, accepts)).toEqual(accepted);
});

it('reads a stored fact of each kind without what a later version added to it', () => {
  const fact = { code: 'spread', parameters: { crosses: 'above', level: 1, value: 2 } };
  expect(alertFact.parse({ ...fact, parameters: { ...fact.parameters, more: 1 } })).toEqual(fact);
  expect(alertFact.parse({ code: 'programClosed', parameters: { fromMs: 1, toMs: 2 } })).toBeDefined();
  expect(alertFact.safeParse({ code: 'price', parameters: fact.parameters }).success).toBe(false);
  expect(alertFact.safeParse({ code: 'other', parameters: {} }).success).toBe(false);
});
