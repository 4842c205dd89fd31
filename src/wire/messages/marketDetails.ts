/**
 * Structured parts of a market: price target, settlement, panel and terms.
 *
 * Source      docs/exchange-interface.md#market.
 */
import type { PriceSettlement, PriceTarget, SettlementPanel, Terms } from '#shared/market/market.ts';
import {
  Fields,
  type Reader,
  readArray,
  readBoolean,
  readInteger,
  readReal,
  readText,
  readTime,
} from './jsonReader.ts';

export const readPriceTarget: Reader<PriceTarget> = (value, path) => {
  const fields = new Fields(value, path);
  return {
    floorStrike: fields.optional('floor_strike', readReal),
    capStrike: fields.optional('cap_strike', readReal),
    threshold: fields.optional('threshold', readReal),
    comparator: fields.optional('comparator', readText),
  };
};

export const readPriceSettlement: Reader<PriceSettlement> = (value, path) => {
  const fields = new Fields(value, path);
  return {
    candleStartMs: fields.optional('candle_start', readTime),
    granularitySeconds: fields.optional('granularity_seconds', readInteger),
    open: fields.optional('open', readReal),
    close: fields.optional('close', readReal),
    symbol: fields.optional('symbol', readText),
    tie: fields.optional('tie', readBoolean),
  };
};

export const readSettlementPanel: Reader<SettlementPanel> = (value, path) => {
  const fields = new Fields(value, path);
  const readEntry: Reader<SettlementPanel['entries'][number]> = (entry, at) => {
    const entryFields = new Fields(entry, at);
    return {
      name: entryFields.optional('name', readText) ?? '',
      tier: entryFields.optional('tier', readText),
      url: entryFields.optional('url', readText),
    };
  };
  return {
    id: fields.optional('id', readInteger),
    name: fields.optional('name', readText),
    description: fields.optional('description', readText),
    termsUrl: fields.optional('terms_url', readText),
    inheritedFromSeries: fields.optional('inherited_from_series', readBoolean),
    entries: fields.optional('entries', readArray(readEntry, 200)) ?? [],
  };
};

export const readTerms: Reader<Terms> = (value, path) => {
  const fields = new Fields(value, path);
  return {
    kind: fields.optional('kind', readText),
    strikeType: fields.optional('strike_type', readText),
    floorStrike: fields.optional('floor_strike', readReal),
    capStrike: fields.optional('cap_strike', readReal),
    underlying: fields.optional('underlying', (underlying, at) => {
      const inner = new Fields(underlying, at);
      return { source: inner.optional('source', readText), symbol: inner.optional('symbol', readText) };
    }),
    measure: fields.optional('measure', (measure, at) => {
      const inner = new Fields(measure, at);
      return {
        at: inner.optional('at', readText),
        windowStart: inner.optional('window_start', readText),
        basis: inner.optional('basis', readText),
        granularitySeconds: inner.optional('granularity_seconds', readInteger),
      };
    }),
    settlesOn: fields.optional('settles_on', readText),
  };
};
