import { afterEach, expect, it } from 'vitest';
import { formatAsOf, formatUnknownOrders, RESULT_NAMES, RESULT_TITLES } from '#shared/text/account/exposure.ts';
import { setTimeZone } from '#shared/text/times.ts';

afterEach(() => setTimeZone('local'));

it('names each result once, and begins its explanation with the name', () => {
  for (const name of ['closedNow', 'atMiddle', 'atRow'] as const) {
    expect(RESULT_TITLES[name].startsWith(`${RESULT_NAMES[name]}: `)).toBe(true);
  }
});

it('states the time of an older mark alone', () => {
  setTimeZone('exchange');
  expect(formatAsOf(Date.UTC(2026, 10, 26, 20, 45, 30))).toBe(' · as of 20:45:30');
  expect(formatAsOf(null)).toBe('');
});

it('says of unknown orders that they are in no figure', () => {
  expect([0, 1, 3].map(formatUnknownOrders)).toEqual([
    null,
    '1 unknown order is in no figure',
    '3 unknown orders are in no figure',
  ]);
});
