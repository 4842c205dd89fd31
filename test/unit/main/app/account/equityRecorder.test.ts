import { describe, expect, it } from 'vitest';
import { buildEquityRow, type EquityRecorderOptions, openEquityRecorder } from '#main/app/account/equityRecorder.ts';
import type { EquityRow } from '#main/storage/equityHistory.ts';
import type { AccountView } from '#shared/ipc/views.ts';
import { buildLedger } from '#shared/order/account/ledger.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { parseUsd } from '#shared/units/usd.ts';
import { openFakeClock } from '#test/slice/fakeClock.ts';
import { makeBalance, makeFill, makePosition } from '#test/slice/makers.ts';

const fills = [
  makeFill('1', { price: parsePrice('0.5'), shares: parseShares('100'), fee: parseUsd('0.5') }),
  makeFill('2', { direction: 'sell', price: parsePrice('0.7'), shares: parseShares('40'), fee: parseUsd('0.2') }),
];
const live = {
  at: 'live',
  balance: makeBalance('1000'),
  positions: [makePosition('60')],
  ledger: { ...buildLedger(fills), isComplete: true },
} as unknown as AccountView;

function sourcesOf(account: AccountView): Pick<EquityRecorderOptions, 'account' | 'wallet' | 'market' | 'book'> {
  return {
    account: () => account,
    wallet: () => '0xa',
    market: () => null,
    book: () => ({ health: { at: 'live' }, bestBid: 590_000, bestAsk: 610_000, lastPrice: null }),
  };
}

describe('a row', () => {
  it('values the account at the marks', () => {
    expect(buildEquityRow(sourcesOf(live), 60_000)).toEqual({
      account: '0xa',
      atMs: 60_000,
      cash: live.balance!.total,
      positions: parseUsd('36'),
      // Fees of what is held are in its value: 0.3 of 0.5.
      unrealized: parseUsd('5.7'),
      realized: parseUsd('7.6'),
      fees: parseUsd('0.7'),
      unpriced: 0,
    });
  });

  it('counts positions without a mark as nothing, and says how many', () => {
    const row = buildEquityRow({ ...sourcesOf(live), book: () => null }, 0);
    expect(row).toMatchObject({ positions: 0n, unrealized: 0n, unpriced: 1 });
  });

  it('is not made of data that may be old or is not complete', () => {
    expect(buildEquityRow(sourcesOf({ ...live, at: 'stale' }), 0)).toBeNull();
    expect(buildEquityRow(sourcesOf({ ...live, balance: null }), 0)).toBeNull();
    expect(buildEquityRow(sourcesOf({ ...live, ledger: { ...live.ledger, isComplete: false } }), 0)).toBeNull();
    expect(buildEquityRow({ ...sourcesOf(live), wallet: () => null }, 0)).toBeNull();
    const unreadableRows = { balances: [], positions: [], fills: [], lastKnown: [] };
    expect(buildEquityRow(sourcesOf({ ...live, unreadableRows }), 0)).toBeNull();
  });
});

it('records at whole minutes, goes on after a failure, and ends', async () => {
  const clock = openFakeClock();
  const rows: EquityRow[] = [];
  const faults: string[] = [];
  let fails = true;
  const stop = openEquityRecorder({
    ...sourcesOf(live),
    now: clock.now,
    schedule: clock.schedule,
    history: {
      append(row) {
        if (fails) throw new Error('disk full');
        rows.push(row);
      },
    },
    onFault: (where) => void faults.push(where),
  });
  await clock.advance(60_000);
  expect(faults).toEqual(['equity history']);
  fails = false;
  await clock.advance(120_000);
  expect(rows.map(({ atMs }) => atMs % 60_000)).toEqual([0, 0]);
  stop();
  await clock.advance(120_000);
  expect(rows).toHaveLength(2);
});
