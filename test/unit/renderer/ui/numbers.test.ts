import { expect, it } from 'vitest';
import { showMoment } from '#renderer/ui/numbers.ts';

const at = (year: number, month: number, day: number) => new Date(year, month - 1, day, 9, 5).getTime();

it('shortens a moment to what is still clear: today, the day, the year', () => {
  const now = at(2026, 7, 28);
  expect(showMoment(now - 60_000, now)).toBe('today 09:04');
  expect(showMoment(at(2026, 7, 27), now)).toBe('27 Jul, 09:05');
  expect(showMoment(at(2025, 7, 28), now)).toBe('28 Jul 2025, 09:05');
});
