import { expect, it } from 'vitest';
import { formatDayField, parsePeriod } from '#renderer/shell/exports/exportPeriod.ts';

it('covers both days whole, in UTC', () => {
  expect(parsePeriod('2025-11-28', '2025-11-29')).toEqual({
    fromMs: Date.UTC(2025, 10, 28),
    toMs: Date.UTC(2025, 10, 30),
  });
  expect(formatDayField(Date.UTC(2025, 10, 28, 23, 59))).toBe('2025-11-28');
});

it.each([
  ['', '2025-11-28', 'Choose the first day'],
  ['2025-11-28', '2025-02-31x', 'Choose the last day'],
  ['2025-11-29', '2025-11-28', 'The last day is before the first: 2025-11-28 is before 2025-11-29'],
])('refuses %s to %s', (first, last, problem) => {
  expect(parsePeriod(first, last)).toEqual({ problem });
});
