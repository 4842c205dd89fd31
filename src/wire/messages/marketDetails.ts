/**
 * Structured parts of a market: price target, settlement, panel and terms.
 *
 * Source      docs/exchange-interface.md#market.
 */
import type { PriceSettlement, PriceTarget, SettlementPanel, Terms } from '#shared/market/market.ts';
import { Fields, type Reader, readArray, readBoolean, readInteger, readReal, readTime } from './jsonReader.ts';
import { readServed } from './servedText.ts';

export const readPriceTarget: Reader<PriceTarget> = (value, path) => {
  const fields = new Fields(value, path);
  return {
    floorStrike: fields.optional('floor_strike', readReal),
    capStrike: fields.optional('cap_strike', readReal),
    threshold: fields.optional('threshold', readReal),
    comparator: fields.optional('comparator', readServed('word')),
  };
};

export const readPriceSettlement: Reader<PriceSettlement> = (value, path) => {
  const fields = new Fields(value, path);
  return {
    candleStartMs: fields.optional('candle_start', readTime),
    granularitySeconds: fields.optional('granularity_seconds', readInteger),
    open: fields.optional('open', readReal),
    close: fields.optional('close', readReal),
    symbol: fields.optional('symbol', readServed('symbol')),
    tie: fields.optional('tie', readBoolean),
  };
};

export const readSettlementPanel: Reader<SettlementPanel> = (value, path) => {
  const fields = new Fields(value, path);
  const readEntry: Reader<SettlementPanel['entries'][number]> = (entry, at) => {
    const entryFields = new Fields(entry, at);
    return {
      name: entryFields.optional('name', readServed('name')) ?? '',
      tier: entryFields.optional('tier', readServed('word')),
      url: entryFields.optional('url', readServed('url')),
    };
  };
  return {
    id: fields.optional('id', readInteger),
    name: fields.optional('name', readServed('name')),
    description: fields.optional('description', readServed('description')),
    termsUrl: fields.optional('terms_url', readServed('url')),
    inheritedFromSeries: fields.optional('inherited_from_series', readBoolean),
    entries: fields.optional('entries', readArray(readEntry, 200)) ?? [],
  };
};

export const readTerms: Reader<Terms> = (value, path) => {
  const fields = new Fields(value, path);
  return {
    kind: fields.optional('kind', readServed('word')),
    strikeType: fields.optional('strike_type', readServed('word')),
    floorStrike: fields.optional('floor_strike', readReal),
    capStrike: fields.optional('cap_strike', readReal),
    underlying: fields.optional('underlying', (underlying, at) => {
      const inner = new Fields(underlying, at);
      return {
        source: inner.optional('source', readServed('name')),
        symbol: inner.optional('symbol', readServed('symbol')),
      };
    }),
    measure: fields.optional('measure', (measure, at) => {
      const inner = new Fields(measure, at);
      return {
        at: inner.optional('at', readServed('word')),
        windowStart: inner.optional('window_start', readServed('word')),
        basis: inner.optional('basis', readServed('word')),
        granularitySeconds: inner.optional('granularity_seconds', readInteger),
      };
    }),
    settlesOn: fields.optional('settles_on', readServed('word')),
  };
};
