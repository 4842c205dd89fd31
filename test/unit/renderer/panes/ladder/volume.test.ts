import { expect, it } from 'vitest';
import { buildVolume } from '#renderer/panes/ladder/volume.ts';
import type { Trade } from '#shared/market/tape.ts';

const MINUTE = 60_000;
const NOW = 10 * 60 * MINUTE;
const trade = (minutesAgo: number, price: number, shares: number) =>
  ({ id: `${minutesAgo}`, price, shares, exchangeTimeMs: NOW - minutesAgo * MINUTE }) as Trade;
const trades = [trade(1, 600_000, 5), trade(2, 600_000, 7), trade(4, 610_000, 1), trade(30, 600_000, 100)];

it('adds the trades of the chosen time by price', () => {
  expect([...buildVolume('5m', null, trades, NOW).levels]).toEqual([600_000, 12, 610_000, 1]);
  expect([...buildVolume('1h', null, trades, NOW).levels]).toEqual([600_000, 112, 610_000, 1]);
});

it('says from when on trades are known where that is later than the start', () => {
  expect(buildVolume('5m', null, trades, NOW).knownSinceMs).toBeNull();
  expect(buildVolume('1h', null, trades, NOW).knownSinceMs).toBe(NOW - 30 * MINUTE);
});

it('is main’s own sum since the market was first watched', () => {
  const watched = Float64Array.of(600_000, 900);
  expect(buildVolume('watched', watched, trades, NOW)).toEqual({ levels: watched, knownSinceMs: null });
  expect(buildVolume('watched', null, [], NOW).levels).toHaveLength(0);
});
