/** The structured parts of a market: what it is judged against, what settled it, who decides. Source: exchange-interface, Market. */
import type { PriceSettlement, PriceTarget, SettlementPanel, Terms } from '#shared/market/market.ts';
import { Fields, type Read, readArray, readBoolean, readInteger, readReal, readText, readTime } from './reader.ts';

export const readPriceTarget: Read<PriceTarget> = (value, place) => {
  const fields = new Fields(value, place);
  return {
    floorStrike: fields.maybe('floor_strike', readReal),
    capStrike: fields.maybe('cap_strike', readReal),
    threshold: fields.maybe('threshold', readReal),
    comparator: fields.maybe('comparator', readText),
  };
};

export const readPriceSettlement: Read<PriceSettlement> = (value, place) => {
  const fields = new Fields(value, place);
  return {
    candleStartMs: fields.maybe('candle_start', readTime),
    granularitySeconds: fields.maybe('granularity_seconds', readInteger),
    open: fields.maybe('open', readReal),
    close: fields.maybe('close', readReal),
    symbol: fields.maybe('symbol', readText),
    tie: fields.maybe('tie', readBoolean),
  };
};

export const readSettlementPanel: Read<SettlementPanel> = (value, place) => {
  const fields = new Fields(value, place);
  const readEntry: Read<SettlementPanel['entries'][number]> = (entry, at) => {
    const entryFields = new Fields(entry, at);
    return {
      name: entryFields.maybe('name', readText) ?? '',
      tier: entryFields.maybe('tier', readText),
      url: entryFields.maybe('url', readText),
    };
  };
  return {
    id: fields.maybe('id', readInteger),
    name: fields.maybe('name', readText),
    description: fields.maybe('description', readText),
    termsUrl: fields.maybe('terms_url', readText),
    inheritedFromSeries: fields.maybe('inherited_from_series', readBoolean),
    entries: fields.maybe('entries', readArray(readEntry, 200)) ?? [],
  };
};

export const readTerms: Read<Terms> = (value, place) => {
  const fields = new Fields(value, place);
  return {
    kind: fields.maybe('kind', readText),
    strikeType: fields.maybe('strike_type', readText),
    floorStrike: fields.maybe('floor_strike', readReal),
    capStrike: fields.maybe('cap_strike', readReal),
    underlying: fields.maybe('underlying', (underlying, at) => {
      const inner = new Fields(underlying, at);
      return { source: inner.maybe('source', readText), symbol: inner.maybe('symbol', readText) };
    }),
    measure: fields.maybe('measure', (measure, at) => {
      const inner = new Fields(measure, at);
      return {
        at: inner.maybe('at', readText),
        windowStart: inner.maybe('window_start', readText),
        basis: inner.maybe('basis', readText),
        granularitySeconds: inner.maybe('granularity_seconds', readInteger),
      };
    }),
    settlesOn: fields.maybe('settles_on', readText),
  };
};
