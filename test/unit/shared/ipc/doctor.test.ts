import { expect, it } from 'vitest';
import { DOCTOR_CHECKS } from '#shared/ipc/doctor.ts';

it('lists each check once, from the clock to the signature', () => {
  expect(new Set(DOCTOR_CHECKS).size).toBe(DOCTOR_CHECKS.length);
  expect([DOCTOR_CHECKS[0], DOCTOR_CHECKS.at(-1)]).toEqual(['clock', 'signature']);
});
