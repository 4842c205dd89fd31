import { expect, it } from 'vitest';
import { DOCTOR_CHECKS } from '#shared/ipc/doctor.ts';
import { DOCTOR_CHECK_NAMES, DOCTOR_REMEDIES, formatDoctorFinding, summarizeDoctor } from '#shared/text/doctor.ts';

it('names every check and every remedy once, without a final period', () => {
  const words = [...DOCTOR_CHECKS.map((check) => DOCTOR_CHECK_NAMES[check]), ...Object.values(DOCTOR_REMEDIES)];
  expect(new Set(words).size).toBe(words.length);
  for (const text of words) expect(text).toMatch(/^[A-Z].*[^.]$/);
});

it('has words for findings with their values', () => {
  expect(formatDoctorFinding({ code: 'clock', parameters: { offsetMs: 12, roundTripMs: 3 } })).toContain('+12 ms');
  expect(formatDoctorFinding({ code: 'ownerIsOther', parameters: { owner: '0xa', key: null } })).toContain('none');
  expect(formatDoctorFinding({ code: 'approvalsMissing', parameters: { calls: 1 } })).toBe('1 call is not signed yet');
  const error = { code: 'LOCKED', parameters: {} } as const;
  expect(formatDoctorFinding({ code: 'unread', parameters: { error } })).toMatch(/^[A-Z]/);
});

it('counts what failed and what was not checked', () => {
  const lines = (...verdicts: readonly ('ok' | 'failed' | 'unknown')[]) => verdicts.map((verdict) => ({ verdict }));
  expect(summarizeDoctor(lines('ok', 'ok'))).toBe('Nothing failed');
  expect(summarizeDoctor(lines('ok', 'failed', 'unknown', 'failed'))).toBe('2 failed, 1 not checked');
});
