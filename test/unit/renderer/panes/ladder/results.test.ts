import { describe, expect, it } from 'vitest';
import { openResultColumn } from '#renderer/panes/ladder/results.ts';
import type { Tick } from '#shared/market/tickGrid.ts';
import type { Stake } from '#shared/order/exposure/exposure.ts';
import { parseShares } from '#shared/units/shares.ts';
import { parseUsd } from '#shared/units/usd.ts';

const M = 1_000_000;
/** Rows 0.65, 0.64 … 0.55. */
const rows = { side: 'yes', tick: 10_000 as Tick, top: 650_000, rows: 11 } as const;
const stake = (yes: string, no: string, cost: string | null): Stake => ({
  yes: parseShares(yes),
  no: parseShares(no),
  cost: cost === null ? null : parseUsd(cost),
});
const read = (one: Stake | null, part: { readonly side?: 'no'; readonly top?: number } = {}, rate = 20_000) =>
  openResultColumn()(one, rate, { ...rows, ...part });

describe('P&L column', () => {
  it('is the result if the market trades at the row: it falls all the way down for a long position', () => {
    const gains = [...read(stake('300', '100', '226.935'))!].map((gain) => gain / M);
    expect([gains[0], gains[10]]).toEqual([2.155, -17.925]);
    expect(gains.every((gain, at) => at === 0 || gain < gains[at - 1]!)).toBe(true);
  });

  it('is the same in every row where as many of both outcomes are held', () => {
    expect(new Set(read(stake('100', '100', '100.5')))).toEqual(new Set([-0.5 * M]));
  });

  it('has the prices of no where no is shown', () => {
    const one = stake('300', '100', '226.935');
    expect(read(one, { side: 'no', top: 450_000 })![0]).toBe(-17.925 * M);
  });

  it('is empty without a position and where a cost is not known', () => {
    expect(read(null)).toBeNull();
    expect(read(stake('0', '0', '0'))).toBeNull();
    expect(read(stake('100', '0', null))).toBeNull();
  });

  it('is worked out again only for another position, fee rate or place', () => {
    const column = openResultColumn();
    const first = column(stake('300', '0', '180'), 20_000, rows);
    expect(column(stake('300', '0', '180'), 20_000, { ...rows })).toBe(first);
    expect(column(stake('300', '0', '181'), 20_000, rows)).not.toBe(first);
    const moved = column(stake('300', '0', '181'), 20_000, { ...rows, top: 660_000 });
    expect(moved![1]).toBe(column(stake('300', '0', '181'), 20_000, rows)![0]);
    expect(column(stake('300', '0', '181'), 0, rows)![0]).toBe(14 * M);
  });
});
