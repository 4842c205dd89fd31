import { describe, expect, it } from 'vitest';
import { NO_EXITS, parseExitFile } from '#main/storage/exitMemory.ts';
import { StoredDataError } from '#main/storage/storedData.ts';

const request = {
  market: 'btc-100k',
  side: 'yes',
  route: 'sell',
  worst: 550_000,
  isBookConfirmed: false,
  toExit: 200_000_000,
};
const leg = { ...request, cancels: ['7'], placed: ['exit-order-1'] };
const move = {
  moveId: 'move-0001',
  orderId: '7',
  market: 'btc-100k',
  side: 'no',
  direction: 'buy',
  from: 400_000,
  to: 450_000,
  shares: 100_000_000,
  filledBefore: 0,
  startedAtMs: 2,
};
const flatten = { flattenId: 'flatten-0001', startedAtMs: 1, legs: [leg] };
const WALLET = `0x${'5'.repeat(40)}`;
const file = { version: 3, flattens: [{ ...flatten, wallet: WALLET }], moves: [{ ...move, wallet: null }] };

describe('the memory of running moves and flattens', () => {
  it('reads what was stored, and nothing', () => {
    expect(parseExitFile(JSON.parse(JSON.stringify(file)))).toEqual(file);
    expect(parseExitFile(NO_EXITS)).toEqual(NO_EXITS);
  });

  it('reads version 1, which knew no orders', () => {
    const old = { ...request, exited: 0, at: 'ended', left: null };
    const running = [{ ...flatten, legs: [old] }];
    expect(parseExitFile({ version: 1, running })).toEqual({
      version: 3,
      flattens: [{ ...flatten, wallet: null, legs: [{ ...request, cancels: [], placed: [] }] }],
      moves: [],
    });
  });

  it('reads version 2, which knew no wallets', () => {
    expect(parseExitFile({ version: 2, flattens: [flatten], moves: [move] })).toEqual({
      version: 3,
      flattens: [{ ...flatten, wallet: null }],
      moves: [{ ...move, wallet: null }],
    });
  });

  it('refuses prices, sizes, ids and versions that no version wrote', () => {
    const badLeg = (change: object) => ({ ...file, flattens: [{ ...flatten, legs: [{ ...leg, ...change }] }] });
    const badMove = (change: object) => ({ ...file, moves: [{ ...move, ...change }] });
    const bad = [
      badLeg({ worst: 0 }),
      badLeg({ toExit: -1 }),
      badLeg({ market: 'a/b' }),
      badLeg({ cancels: [7] }),
      badMove({ to: 1_000_000 }),
      badMove({ direction: 'hold' }),
      badMove({ moveId: '' }),
      badMove({ wallet: '0x5' }),
      badMove({ wallet: undefined }),
      { ...file, version: 4 },
      7,
    ];
    for (const value of bad) expect(() => parseExitFile(value)).toThrow(StoredDataError);
  });
});
