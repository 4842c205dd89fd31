import { expect, it } from 'vitest';
import { fail, succeed } from '#shared/ipc/result.ts';

it('is a value, or a code with its parameters', () => {
  expect(succeed(5)).toEqual({ ok: true, value: 5 });
  expect(fail('LOCKED', {})).toEqual({ ok: false, error: { code: 'LOCKED', parameters: {} } });
  expect(fail('RATE_LIMITED', { seconds: 4 })).toEqual({
    ok: false,
    error: { code: 'RATE_LIMITED', parameters: { seconds: 4 } },
  });
});
