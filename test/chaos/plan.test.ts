import { describe, expect, test } from 'vitest';
import { KIND_NAMES } from '#shared/order/conditional/terms.ts';
import { FAULT_ROWS } from '../../tools/chaos/faultKinds.ts';
import { buildPlan } from '../../tools/chaos/plan.ts';

describe('plan', () => {
  const options = { seed: 11, orders: 500, markets: 6 };

  test('follows from the seed alone', () => {
    expect(buildPlan(options)).toEqual(buildPlan(options));
    expect(buildPlan({ ...options, seed: 12 })).not.toEqual(buildPlan(options));
  });

  test('has as many intents as it is given, in the order of time, below the exchange’s allowance', () => {
    const plan = buildPlan(options);
    const places = plan.filter(({ step }) => step.kind === 'place');
    expect(places).toHaveLength(500);
    expect(plan).toEqual([...plan].sort((a, b) => a.atMs - b.atMs));
    expect(places.at(-1)!.atMs / 60_000).toBeGreaterThan(500 / 120);
  });

  test('arms every kind of conditional order, and locks the keys, unless faults are kept apart', () => {
    const kinds = (plan: ReturnType<typeof buildPlan>): Set<string> => new Set(plan.map(({ step }) => step.kind));
    const armed = buildPlan(options).flatMap(({ step }) => (step.kind === 'arm' ? [step.conditional] : []));
    expect(new Set(armed)).toEqual(new Set(KIND_NAMES));
    expect(kinds(buildPlan(options))).toContain('lock');
    expect(kinds(buildPlan({ ...options, isOneByOne: true }))).not.toContain('lock');
  });

  test('has every fault before any is repeated', () => {
    const labels = buildPlan({ ...options, orders: 1_000 }).flatMap(({ step }) =>
      step.kind === 'episode' ? [step.episode.label] : [],
    );
    expect(new Set(labels.slice(0, FAULT_ROWS.length)).size).toBe(FAULT_ROWS.length);
  });
});
