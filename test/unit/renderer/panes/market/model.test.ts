import { describe, expect, it } from 'vitest';
import {
  type Fact,
  formatCountdown,
  formatTarget,
  listChangedIds,
  listIds,
  listJudged,
  listStatus,
  listTrading,
  type Timing,
} from '#renderer/panes/market/model.ts';
import { DEFAULT_TICK } from '#shared/market/tickGrid.ts';
import type { Hex32, MarketId, TokenId } from '#shared/units/ids.ts';
import { marketOf } from '../facts.ts';

const NOON = Date.UTC(2026, 4, 4, 12);
const HOUR = 3_600_000;
const timing: Timing = { exchangeTimeMs: NOON, nowMs: NOON, phase: 'trading' };
const find = (facts: readonly Fact[], label: string): Fact | undefined => facts.find((fact) => fact.label === label);
const textOf = (facts: readonly Fact[], label: string): string | null | undefined => find(facts, label)?.value;

const PRICED = marketOf('btc', {
  resolutionSource: 'Reference candle',
  priceTarget: { floorStrike: 96_000, capStrike: null, threshold: 96_000, comparator: 'gte' },
  terms: {
    kind: 'threshold',
    strikeType: 'greater_equal',
    floorStrike: 96_000,
    capStrike: null,
    underlying: { source: 'reference', symbol: 'BTC-USD' },
    measure: { at: '2026-05-04T14:00:00Z', windowStart: null, basis: 'close', granularitySeconds: 60 },
    settlesOn: 'candle',
  },
  settlementPanel: {
    id: 7,
    name: 'Council count',
    description: '',
    termsUrl: 'https://panel.invalid/terms',
    inheritedFromSeries: true,
    entries: [{ name: 'Returning office', tier: 'primary', url: null }],
  },
});

describe('the facts of a market', () => {
  it('say what is not known, and never leave it out', () => {
    const market = marketOf('bare', { status: '', resolutionSource: ' ', volume24h: null });
    expect(textOf(listStatus(market, timing), 'Exchange’s status')).toBeNull();
    expect(textOf(listStatus(market, timing), 'Closes')).toBeNull();
    expect(textOf(listJudged(market, timing), 'Source')).toBeNull();
    expect(
      textOf(listTrading(market, { tick: DEFAULT_TICK, feeRateMicros: 0, isReserveKnown: false }), 'Volume, 24 h'),
    ).toBeNull();
  });

  it('say what the interface says where it gives a missing value a meaning', () => {
    const market = marketOf('bare', { yesTokenId: null });
    expect(textOf(listStatus(market, timing), 'Outcome expected')).toBe('at the close');
    const judged = listJudged(market, timing);
    expect(textOf(judged, 'Target')).toBe('none: not judged against a fixed level');
    expect(textOf(judged, 'Terms')).toBe('none: no automated source decides it');
    expect(textOf(judged, 'Panel')).toBe('none governs it');
    expect(find(listIds(market, null), 'Yes token')).toMatchObject({
      value: null,
      note: expect.stringContaining('not traded'),
    });
  });

  it('have every part of terms, target, panel and settlement', () => {
    const judged = listJudged(PRICED, timing);
    expect(find(judged, 'Target')).toMatchObject({ value: 'at or above 96,000', note: 'floor 96,000, no cap' });
    expect(textOf(judged, 'Condition')).toBe('at or above, floor 96,000, no cap');
    expect(find(judged, 'Underlying')).toMatchObject({ value: 'BTC-USD', note: 'reference' });
    expect(textOf(judged, 'Measured')).toBe('2026-05-04T14:00:00Z');
    expect(textOf(judged, 'Window starts')).toBeNull();
    expect(textOf(judged, 'Candle')).toBe('1 m');
    expect(find(judged, 'Panel')).toMatchObject({ value: 'Council count', note: 'of the whole series' });
    expect(textOf(judged, 'About the panel')).toBeNull();
    expect(textOf(judged, 'Panel’s terms')).toBe('https://panel.invalid/terms');
    expect(find(judged, 'Authority 1')).toMatchObject({ value: 'Returning office', note: 'primary' });
    const settled = listJudged(
      {
        ...PRICED,
        priceSettlement: {
          candleStartMs: NOON,
          granularitySeconds: 60,
          open: 95_870.12,
          close: 96_000,
          symbol: 'BTC-USD',
          tie: true,
        },
      },
      { ...timing, phase: 'resolved' },
    );
    expect(textOf(settled, 'Open and close')).toBe('95,870.12 → 96,000');
    expect(textOf(settled, 'Tie')).toBe('yes: the close equals the target');
  });

  it('explain a known status, and say that another word is not known', () => {
    expect(find(listStatus(marketOf('a', { status: 'active' }), timing), 'Exchange’s status')?.note).toBe(
      'open for trading',
    );
    expect(find(listStatus(marketOf('a', { status: 'halted' }), timing), 'Exchange’s status')?.note).toContain(
      'not known',
    );
  });

  it('count down on the exchange’s clock, and not at all before it is measured', () => {
    const market = marketOf('a', {
      openAtMs: NOON - HOUR,
      closeAtMs: NOON + 2 * HOUR,
      determinationAtMs: NOON + 3 * HOUR,
    });
    expect(formatCountdown(market, timing)).toBe('closes in 2 h 0 m');
    expect(formatCountdown(market, { ...timing, phase: 'notOpen', exchangeTimeMs: NOON - 2 * HOUR })).toBe(
      'opens in 1 h 0 m',
    );
    expect(formatCountdown(market, { ...timing, phase: 'closed' })).toBe('outcome expected in 3 h 0 m');
    expect(formatCountdown(market, { ...timing, phase: 'resolved' })).toBeNull();
    expect(formatCountdown(market, { ...timing, exchangeTimeMs: null })).toBeNull();
  });

  it('write levels without inventing one', () => {
    const none = { floorStrike: null, capStrike: null, threshold: null, comparator: 'gte' };
    expect(formatTarget(none)).toBeNull();
    expect(formatTarget({ ...none, capStrike: 5, comparator: null })).toBe('5');
    expect(formatTarget({ ...none, floorStrike: 3_400, capStrike: 3_600, comparator: 'between' })).toBe(
      'from 3,400 to 3,600',
    );
  });
});

describe('the ids of a market', () => {
  const ids = { conditionId: '0xc1' as Hex32, yesTokenId: '1' as TokenId, noTokenId: '2' as TokenId };

  it('tell a locked vault from a market that is not pinned yet', () => {
    const market = marketOf('a');
    expect(find(listIds(market, undefined), 'Condition')).toMatchObject({ value: null, note: 'unlock to read it' });
    expect(find(listIds(market, null), 'Condition')).toMatchObject({ value: null });
    expect(find(listIds(market, ids), 'Condition')).toMatchObject({ value: '0xc1', isId: true });
  });

  it('show both sides of each id that differs from its pin, and no other', () => {
    const now = { ...ids, yesTokenId: ids.noTokenId, noTokenId: ids.yesTokenId };
    const changed = listChangedIds({ market: 'a' as MarketId, before: ids, now });
    expect(changed.map(({ label, value }) => [label, value])).toEqual([
      ['Yes token, first read', '1'],
      ['Yes token, now', '2'],
      ['No token, first read', '2'],
      ['No token, now', '1'],
    ]);
  });
});
