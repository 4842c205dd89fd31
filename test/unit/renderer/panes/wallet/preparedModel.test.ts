import { describe, expect, it } from 'vitest';
import {
  buildChoices,
  describePrepared,
  listExitRows,
  parseFloor,
  parseHours,
} from '#renderer/panes/wallet/preparedModel.ts';
import { parseShares } from '#shared/units/shares.ts';
import { toUsd } from '#shared/units/usd.ts';
import { positionOf } from '../facts.ts';

const NOW = Date.UTC(2026, 10, 23, 12, 0);

describe('prepared exits in the wallet pane', () => {
  const rows = listExitRows([
    positionOf('rain', { outcome: 'yes', sellable: parseShares('100') }),
    positionOf('rain', { outcome: 'no', sellable: parseShares('0') }),
  ]);

  it('lists what can be sold', () => {
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ side: 'yes', sellable: 100_000_000 });
  });

  it('chooses the positions with a floor, and none while a floor is wrong', () => {
    const [row] = rows;
    expect(buildChoices(rows, {})).toBeNull();
    expect(buildChoices(rows, { [row!.key]: ' ' })).toBeNull();
    expect(buildChoices(rows, { [row!.key]: '1.2' })).toBeNull();
    expect(buildChoices(rows, { [row!.key]: '0.31' })).toEqual([
      { market: row!.market, side: 'yes', price: 310_000, shares: null },
    ]);
  });

  it('takes prices between 0 and 1, and whole hours from 1 to 12', () => {
    expect(['0.31', '0', '1', 'x', ''].map(parseFloor)).toEqual([310_000, null, null, null, null]);
    expect(['1', '12', '0', '13', '1.5', ''].map(parseHours)).toEqual([1, 12, null, null, null, null]);
  });

  it('says what is prepared, until when, and why the last ones ended', () => {
    expect(describePrepared({ pack: null, ended: null }, NOW)).toBe('none prepared');
    expect(describePrepared({ pack: null, ended: { reason: 'suspend', atMs: NOW } }, NOW)).toBe(
      'none: the computer was suspended',
    );
    const pack = { preparedAtMs: NOW, expiresAtMs: NOW, positions: 1, floorValue: toUsd(31_000_000n), lots: [] };
    expect(describePrepared({ pack, ended: null }, NOW)).toMatch(/^1 position until /);
    const lots = [{} as never];
    expect(describePrepared({ pack: { ...pack, positions: 2, lots }, ended: null }, NOW)).toMatch(
      /^2 positions until .*, worst case \$?31\.00/,
    );
  });
});
