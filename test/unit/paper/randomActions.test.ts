import { expect, test } from 'vitest';
import { checkRandomActions } from '#paper/randomActions.ts';

test('fifty thousand random actions break no law of the engine, down to the millionth', () => {
  const { broken, fills, resolved } = checkRandomActions(20_261_121, 50_000, 100);
  expect(broken).toBeNull();
  expect(fills).toBeGreaterThan(10_000);
  expect(resolved).toBeGreaterThan(5);
});
