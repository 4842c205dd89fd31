import { expect, it } from 'vitest';
import { hideConditionals } from '#main/trading/conditionals/noConditionals.ts';
import { openConditionalsBench } from './makers.ts';

it('leaves the counts alone', () => {
  const bench = openConditionalsBench();
  bench.arm();
  const view = bench.conditionals.view();
  expect(view.conditionals).toHaveLength(1);
  expect(hideConditionals(view)).toEqual({ ...view, isHidden: true, conditionals: [], protections: [] });
  expect(hideConditionals(view).active).toBe(1);
});
