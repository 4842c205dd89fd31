/**
 * Structured parts of a market: price target, settlement, panel and terms.
 *
 * Source      docs/exchange-interface.md#market.
 */
import type { PriceSettlement, PriceTarget, SettlementPanel, Terms } from '#shared/market/market.ts';
import { Fields, type Reader, readArray, readBoolean } from './jsonReader.ts';
import { readTime, readUnderlying, readWhole } from './plausible.ts';
import { readServed } from './servedText.ts';

export const readPriceTarget: Reader<PriceTarget> = (value, path) => {
  const fields = new Fields(value, path);
  return {
    floorStrike: fields.lenient('floor_strike', readUnderlying),
    capStrike: fields.lenient('cap_strike', readUnderlying),
    threshold: fields.lenient('threshold', readUnderlying),
    comparator: fields.lenient('comparator', readServed('word')),
  };
};

export const readPriceSettlement: Reader<PriceSettlement> = (value, path) => {
  const fields = new Fields(value, path);
  return {
    candleStartMs: fields.lenient('candle_start', readTime),
    granularitySeconds: fields.lenient('granularity_seconds', readWhole('seconds')),
    open: fields.lenient('open', readUnderlying),
    close: fields.lenient('close', readUnderlying),
    symbol: fields.lenient('symbol', readServed('symbol')),
    tie: fields.lenient('tie', readBoolean),
  };
};

export const readSettlementPanel: Reader<SettlementPanel> = (value, path) => {
  const fields = new Fields(value, path);
  const readEntry: Reader<SettlementPanel['entries'][number]> = (entry, at) => {
    const entryFields = new Fields(entry, at);
    return {
      name: entryFields.lenient('name', readServed('name')) ?? '',
      tier: entryFields.lenient('tier', readServed('word')),
      url: entryFields.lenient('url', readServed('url')),
    };
  };
  return {
    id: fields.lenient('id', readWhole('numericId')),
    name: fields.lenient('name', readServed('name')),
    description: fields.lenient('description', readServed('description')),
    termsUrl: fields.lenient('terms_url', readServed('url')),
    inheritedFromSeries: fields.lenient('inherited_from_series', readBoolean),
    entries: fields.lenient('entries', readArray(readEntry, 200)) ?? [],
  };
};

export const readTerms: Reader<Terms> = (value, path) => {
  const fields = new Fields(value, path);
  return {
    kind: fields.lenient('kind', readServed('word')),
    strikeType: fields.lenient('strike_type', readServed('word')),
    floorStrike: fields.lenient('floor_strike', readUnderlying),
    capStrike: fields.lenient('cap_strike', readUnderlying),
    underlying: fields.lenient('underlying', (underlying, at) => {
      const inner = new Fields(underlying, at);
      return {
        source: inner.lenient('source', readServed('name')),
        symbol: inner.lenient('symbol', readServed('symbol')),
      };
    }),
    measure: fields.lenient('measure', (measure, at) => {
      const inner = new Fields(measure, at);
      return {
        at: inner.lenient('at', readServed('word')),
        windowStart: inner.lenient('window_start', readServed('word')),
        basis: inner.lenient('basis', readServed('word')),
        granularitySeconds: inner.lenient('granularity_seconds', readWhole('seconds')),
      };
    }),
    settlesOn: fields.lenient('settles_on', readServed('word')),
  };
};
