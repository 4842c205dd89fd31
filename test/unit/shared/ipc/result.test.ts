import { expect, it } from 'vitest';
import { fail, succeed } from '#shared/ipc/result.ts';

it('is one of two shapes, with a hint only when there is one', () => {
  expect(succeed(5)).toEqual({ ok: true, value: 5 });
  expect(fail('LOCKED', 'Expected an unlocked vault, found a locked one')).toEqual({
    ok: false,
    error: { code: 'LOCKED', message: 'Expected an unlocked vault, found a locked one' },
  });
  expect(fail('LOCKED', 'x', 'Unlock first')).toMatchObject({ error: { hint: 'Unlock first' } });
});
