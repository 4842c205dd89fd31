import { describe, expect, it } from 'vitest';
import { JsonPath } from '#wire/messages/jsonPath.ts';
import { readPriceSettlement, readPriceTarget, readSettlementPanel, readTerms } from '#wire/messages/marketDetails.ts';
import { createSchemaDrift } from '#wire/messages/schemaDrift.ts';

const path = new JsonPath('market');

describe('market details', () => {
  it('reads a price target', () => {
    const target = { floor_strike: 100000, cap_strike: null, threshold: 100000.5, comparator: 'gte' };
    expect(readPriceTarget(target, path)).toEqual({
      floorStrike: 100_000,
      capStrike: null,
      threshold: 100_000.5,
      comparator: 'gte',
    });
  });

  it('reads the settlement of a price market', () => {
    const settlement = {
      candle_start: '2026-01-01T00:00:00Z',
      granularity_seconds: 60,
      open: 1.5,
      close: 2,
      symbol: 'BTC-USD',
      tie: false,
    };
    expect(readPriceSettlement(settlement, path)).toEqual({
      candleStartMs: 1767225600000,
      granularitySeconds: 60,
      open: 1.5,
      close: 2,
      symbol: 'BTC-USD',
      tie: false,
    });
  });

  it('reads the panel with its authorities in order', () => {
    const panel = {
      id: 4,
      name: 'Panel',
      description: 'Who decides',
      terms_url: 'https://example.org/t',
      inherited_from_series: true,
      entries: [{ name: 'First', tier: 'primary', url: 'https://example.org/1' }, { name: 'Second' }],
    };
    expect(readSettlementPanel(panel, path)).toEqual({
      id: 4,
      name: 'Panel',
      description: 'Who decides',
      termsUrl: 'https://example.org/t',
      inheritedFromSeries: true,
      entries: [
        { name: 'First', tier: 'primary', url: 'https://example.org/1' },
        { name: 'Second', tier: null, url: null },
      ],
    });
  });

  it('reads the terms down to their measure', () => {
    const terms = {
      kind: 'threshold',
      strike_type: 'greater_equal',
      floor_strike: 5,
      underlying: { source: 'feed', symbol: 'ETH-USD' },
      measure: { at: 'close', window_start: '2026-01-01T00:00:00Z', basis: 'close', granularity_seconds: 60 },
      settles_on: 'feed',
    };
    expect(readTerms(terms, path)).toEqual({
      kind: 'threshold',
      strikeType: 'greater_equal',
      floorStrike: 5,
      capStrike: null,
      underlying: { source: 'feed', symbol: 'ETH-USD' },
      measure: { at: 'close', windowStart: '2026-01-01T00:00:00Z', basis: 'close', granularitySeconds: 60 },
      settlesOn: 'feed',
    });
  });

  it('leaves out an unreadable inner field, keeps the others and counts it', () => {
    const drift = createSchemaDrift();
    const terms = readTerms(
      { measure: { granularity_seconds: 'x', at: 'close' } },
      new JsonPath('market', null, drift),
    );
    expect(terms.measure).toMatchObject({ at: 'close', granularitySeconds: null });
    expect([...drift.drainLeftOut().keys()]).toEqual(['market.measure.granularity_seconds']);
  });
});
