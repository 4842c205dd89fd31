import { describe, expect, it } from 'vitest';
import { listStopLines, shownPrice, withTrigger } from '#renderer/domain/conditionals/stopLines.ts';
import type { ConditionalView } from '#shared/ipc/conditionals/conditionals.ts';
import { DEFAULT_TICK } from '#shared/market/tickGrid.ts';
import type { Trigger } from '#shared/order/conditional/trigger.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { parsePrice } from '#shared/units/price.ts';
import { conditionalOf, ocoTerms, stopTerms } from '../../panes/conditionals/facts.ts';

const MARKET = 'm' as MarketId;
const STOP = stopTerms('0.31', '0.30');
const OTHER: Trigger = {
  kind: 'underlying',
  symbol: 'BTC-USD',
  crosses: 'atOrBelow',
  price: 95_000,
  confirm: { kind: 'double' },
};

describe('stop lines', () => {
  it('are those of stops that may still fire, in this market', () => {
    const views: ConditionalView[] = [
      conditionalOf('1', { life: { at: 'armed' } }),
      conditionalOf('2', { life: { at: 'waiting', reason: { code: 'locked', parameters: {} } } }),
      conditionalOf('3', { life: { at: 'done', reason: { code: 'filled', parameters: {} } } }),
      conditionalOf('4', { terms: { ...STOP, trigger: { kind: 'all', of: [STOP.trigger, OTHER] } } }),
      // Its trigger is here, and its limit is a price of another market.
      conditionalOf('5', { terms: { ...STOP, outcome: { market: 'other' as MarketId, side: 'yes' } } }),
    ];
    expect(
      listStopLines(views, MARKET, DEFAULT_TICK).map(({ view, canMove, isBroken }) => [view.id, canMove, isBroken]),
    ).toEqual([
      ['1', true, false],
      ['2', true, true],
      ['4', true, false],
    ]);
    expect(listStopLines(views, 'other' as MarketId, DEFAULT_TICK)).toEqual([]);
  });

  it('follow the peak of a trailing stop, which nothing else moves', () => {
    const trailing = { ...STOP, kind: 'trailing', distance: { kind: 'ticks', ticks: 5 }, cap: 20_000 } as const;
    const views = [
      conditionalOf('1', { terms: trailing as never, peak: parsePrice('0.61') }),
      conditionalOf('2', { terms: trailing as never, peak: null }),
    ];
    expect(listStopLines(views, MARKET, DEFAULT_TICK)).toEqual([
      { view: views[0], side: 'yes', price: parsePrice('0.56'), canMove: false, isBroken: false },
    ]);
    expect(listStopLines(views, 'other' as MarketId, DEFAULT_TICK)).toEqual([]);
  });

  it('stand at their price in the terms of the shown outcome', () => {
    const line = { side: 'no', price: parsePrice('0.31') } as const;
    expect(shownPrice(line, 'no')).toBe(310_000);
    expect(shownPrice(line, 'yes')).toBe(690_000);
  });

  it('keep the distance to their limit when they are moved', () => {
    const moved = withTrigger(stopTerms('0.31', '0.29'), parsePrice('0.35'), DEFAULT_TICK);
    expect(moved).toMatchObject({ trigger: { price: 350_000 }, limit: 330_000, worst: 330_000 });
    const oco = withTrigger(ocoTerms('0.60', '0.31', '0.30'), parsePrice('0.28'), DEFAULT_TICK);
    const joined = withTrigger(
      { ...STOP, trigger: { kind: 'any', of: [STOP.trigger, OTHER] } },
      parsePrice('0.35'),
      DEFAULT_TICK,
    );
    expect(joined).toMatchObject({ trigger: { kind: 'any', of: [{ price: 350_000 }, OTHER] }, limit: 340_000 });
    expect(oco).toMatchObject({
      stop: { trigger: { price: 280_000 }, limit: 270_000 },
      worst: 270_000,
      takeProfit: 600_000,
    });
  });

  it('never leave the market’s prices', () => {
    const moved = withTrigger(stopTerms('0.31', '0.20'), parsePrice('0.05'), DEFAULT_TICK);
    expect(moved).toMatchObject({ trigger: { price: 50_000 }, limit: 10_000, worst: 10_000 });
  });
});
