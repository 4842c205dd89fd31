import { describe, expect, it } from 'vitest';
import {
  buildChoices,
  describePrepared,
  describeRow,
  describeStanding,
  fillFloors,
  listExitRows,
  parseFloor,
  parseHours,
} from '#renderer/panes/wallet/preparedModel.ts';
import type { ConditionalView } from '#shared/ipc/conditionals/conditionals.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { toUsd } from '#shared/units/usd.ts';
import { conditionalOf, stopTerms } from '../conditionals/facts.ts';
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

  it('fills in what the stops of a position need, and says how it is divided and until when', () => {
    const outcome = { market: 'rain' as MarketId, side: 'yes' } as const;
    const stop = (id: string, worst: string, life: ConditionalView['life'] = { at: 'armed' }) =>
      conditionalOf(id, { life, terms: { ...stopTerms('0.4', worst), outcome, worst: parsePrice(worst) } });
    const ended = { at: 'done', reason: { code: 'filled', parameters: {} } } as const;
    const positions = [positionOf('rain', { outcome: 'yes', sellable: parseShares('100') })];
    const stops = [stop('1', '0.30'), stop('2', '0.35'), stop('3', '0.39', ended)];
    const [row] = listExitRows(positions, stops, () => NOW + 3_600_000);
    // The highest of their worst prices is good for each of them.
    expect(fillFloors([row!])).toEqual({ [row!.key]: '0.35' });
    expect(describeRow(row!, 8, NOW)).toMatch(/^100 in 4 lots of about 25, until .*13:00.*; empty: not prepared$/);
    const [bare] = listExitRows(positions);
    expect(fillFloors([bare!])).toEqual({});
    expect(describeRow(bare!, null, NOW)).toBe(
      '100 in 4 lots of about 25; no conditional order would send it; empty: not prepared',
    );
  });

  it('fills in the limit of a take profit by touch, which is sent at once, and nothing for one that rests', () => {
    const outcome = { market: 'rain' as MarketId, side: 'yes' } as const;
    const stop = stopTerms('0.7', '0.7');
    const trigger = { ...stop.trigger, crosses: 'atOrAbove' };
    const profit = (touch: object | null) =>
      conditionalOf('1', {
        terms: { ...stop, kind: 'takeProfit', outcome, limit: parsePrice('0.7'), touch } as never,
      });
    const positions = [positionOf('rain', { outcome: 'yes', sellable: parseShares('100') })];
    const floorOf = (one: ConditionalView) => listExitRows(positions, [one])[0]!.floor;
    expect([floorOf(profit(trigger)), floorOf(profit(null))]).toEqual([700_000, null]);
    // What protects comes first: at the limit of the take profit its sale would find nobody.
    const protects = conditionalOf('2', { terms: { ...stopTerms('0.4', '0.3'), outcome } });
    expect(listExitRows(positions, [profit(trigger), protects])[0]!.floor).toBe(protects.terms.worst);
  });

  it('says of a sale that was sent what it can still sell, until when, and whether it may rest', () => {
    const sale = {
      intentId: 'intent-0001' as never,
      market: 'rain' as MarketId,
      side: 'yes',
      price: parsePrice('0.5'),
      shares: parseShares('25'),
      expiresAtMs: NOW + 3_600_000,
      orderId: null,
      isOpen: true,
    } as const;
    expect(describeStanding(sale, NOW)).toMatch(/^25 YES at 0\.50 until .*: may rest on the exchange$/);
    expect(describeStanding({ ...sale, isOpen: false }, NOW)).toMatch(/: not on the exchange, still valid$/);
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
