/**
 * Stored list of markets of one network and server, to be shown until the exchange answers.
 *
 * Shape       `last-markets.json`, version 1: names, times and terms of the most traded markets.
 * Invariants  No prices and volumes: those of an earlier run would pass for current ones. Whether labels mislead is found again.
 * Errors      StoredDataError for data that no version wrote; a market that is not readable is reported and omitted.
 */
import { z } from 'zod';
import type { Market } from '#shared/market/market.ts';
import { checkOutcomeLabels } from '#shared/market/outcome.ts';
import { type MarketId, parseMarketId, parseTokenId, type TokenId } from '#shared/units/ids.ts';
import { parsedBy, parseStored } from './storedData.ts';

type Quotes = 'lastPrice' | 'yesPrice' | 'noPrice' | 'volume24h';
/** A market in the file, where its id is `market`. */
type StoredMarket = Omit<Market, Quotes | 'id' | 'labelProblem'> & { readonly market: MarketId };

export interface LastMarketsFile {
  readonly version: 1;
  /** When the exchange answered, by this machine's clock; null with no markets. */
  readonly receivedAtMs: number | null;
  readonly markets: readonly StoredMarket[];
}

export const NO_LAST_MARKETS: LastMarketsFile = { version: 1, receivedAtMs: null, markets: [] };

export const MOST_MARKETS = 300;
const MOST_CHARACTERS = 1_000_000;

const text = z.string().nullable();
const number = z.number().nullable();
const token = parsedBy<string, TokenId>(z.string(), parseTokenId).nullable();
const file = z.object({ version: z.literal(1), receivedAtMs: number, markets: z.array(z.unknown()) });
const market: z.ZodType<StoredMarket> = z.object({
  market: parsedBy<string, MarketId>(z.string(), parseMarketId),
  numericId: number,
  title: z.string(),
  description: z.string(),
  rules: z.string(),
  category: z.string(),
  status: z.string(),
  result: text,
  imageUrl: text,
  openAtMs: number,
  closeAtMs: number,
  determinationAtMs: number,
  yesTokenId: token,
  noTokenId: token,
  eventId: number,
  eventSlug: text,
  eventTitle: text,
  eventRank: number,
  groupItemTitle: text,
  quoteCurrency: z.string(),
  outcomeLabels: z.tuple([z.string(), z.string()]),
  resolutionSource: text,
  priceTarget: z.object({ floorStrike: number, capStrike: number, threshold: number, comparator: text }).nullable(),
  priceSettlement: z
    .object({
      candleStartMs: number,
      granularitySeconds: number,
      open: number,
      close: number,
      symbol: text,
      tie: z.boolean().nullable(),
    })
    .nullable(),
  settlementPanel: z
    .object({
      id: number,
      name: text,
      description: text,
      termsUrl: text,
      inheritedFromSeries: z.boolean().nullable(),
      entries: z.array(z.object({ name: z.string(), tier: text, url: text })),
    })
    .nullable(),
  terms: z
    .object({
      kind: text,
      strikeType: text,
      floorStrike: number,
      capStrike: number,
      underlying: z.object({ source: text, symbol: text }).nullable(),
      measure: z.object({ at: text, windowStart: text, basis: text, granularitySeconds: number }).nullable(),
      settlesOn: text,
    })
    .nullable(),
});

export function parseLastMarketsFile(value: unknown, onProblem: (problem: string) => void): LastMarketsFile {
  const { receivedAtMs, markets } = parseStored(file, value, 'the last markets, version 1');
  const readable: StoredMarket[] = [];
  // This program writes no more; a longer list would only slow the start.
  for (const [at, stored] of markets.slice(0, MOST_MARKETS).entries()) {
    const found = market.safeParse(stored);
    if (found.success) readable.push(found.data);
    else onProblem(`Expected a market at markets.${at}, found other data`);
  }
  return { version: 1, receivedAtMs, markets: readable };
}

/** The most traded markets, in the order of the list. */
export function buildLastMarketsFile(markets: readonly Market[], receivedAtMs: number): LastMarketsFile {
  const ranked = markets.toSorted((a, b) => (b.volume24h ?? 0) - (a.volume24h ?? 0)).slice(0, MOST_MARKETS);
  const chosen = new Set<Market>();
  let characters = 0;
  for (const one of ranked) {
    characters += JSON.stringify(one).length;
    if (characters > MOST_CHARACTERS) break;
    chosen.add(one);
  }
  return { version: 1, receivedAtMs, markets: markets.filter((one) => chosen.has(one)).map(removeQuotes) };
}

function removeQuotes(market: Market): StoredMarket {
  const {
    id,
    lastPrice: _last,
    yesPrice: _yes,
    noPrice: _no,
    volume24h: _volume,
    labelProblem: _problem,
    ...rest
  } = market;
  return { market: id, ...rest };
}

/** As the page shows it: without prices. */
export function toMarket({ market: id, ...stored }: StoredMarket): Market {
  const labelProblem = checkOutcomeLabels(...stored.outcomeLabels);
  return { id, ...stored, labelProblem, lastPrice: null, yesPrice: null, noPrice: null, volume24h: null };
}
