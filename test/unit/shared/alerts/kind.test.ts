import { expect, it } from 'vitest';
import { chosen, duration, level, ticked } from '#shared/alerts/kind.ts';

it('joins the shape of a field with how the form asks for it', () => {
  expect(chosen({ a: 'One', b: 'Two' }, { label: 'Which', initial: 'b' })).toMatchObject({
    shape: { is: 'choice', values: ['a', 'b'] },
    form: { as: 'choice', label: 'Which', initial: 'b', labels: { a: 'One', b: 'Two' } },
  });
  expect(ticked({ a: 'One', b: 'Two' }, { label: 'Which' })).toMatchObject({
    shape: { is: 'list', min: 0, max: 2 },
    form: { as: 'choices', initial: ['a', 'b'] },
  });
  expect(level('Level', 'A price')).toMatchObject({
    shape: { is: 'whole', min: 0, max: Number.MAX_SAFE_INTEGER },
    form: { as: 'micros', word: 'level', expected: 'A price' },
  });
  const seconds = { label: 'For', word: 'seconds', unitMs: 1_000, initial: '5', expected: 'Seconds' };
  expect(duration(1_000, 9_000, seconds)).toEqual({
    shape: { is: 'whole', min: 1_000, max: 9_000 },
    form: { ...seconds, as: 'duration' },
  });
});
