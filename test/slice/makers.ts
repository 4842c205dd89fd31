/** Plain values for tests: everything has a sensible default, a test names what matters to it. */

import type { ParseProblem } from '#shared/base/parseProblem.ts';
import type { BookUpdate, Level } from '#shared/market/book.ts';
import type { Candle } from '#shared/market/candle.ts';
import type { Market } from '#shared/market/market.ts';
import type { Trade } from '#shared/market/tape.ts';
import type {
  AccountList,
  Balance,
  ExchangeOrder,
  Fill,
  MarketWalletRecord,
  Position,
} from '#shared/order/account/account.ts';
import type { OrderIntent } from '#shared/order/intent.ts';
import type { SignedEntry } from '#shared/order/journalEntry.ts';
import type { LifeReason } from '#shared/order/life.ts';
import type { LostAnswer } from '#shared/order/lostAnswer.ts';
import type { PlaceReceipt } from '#shared/order/receipts.ts';
import {
  parseAddress,
  parseHex32,
  parseIntentId,
  parseMarketId,
  parseOrderId,
  parseTokenId,
} from '#shared/units/ids.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { parseUsd } from '#shared/units/usd.ts';
import { START_MS } from './fakeClock.ts';

export const MARKET = parseMarketId('btc-100k');
export const OTHER_MARKET = parseMarketId('rain-tomorrow');
export const SAFE = parseAddress(`0x${'5a'.repeat(20)}`);
export const OWNER = parseAddress(`0x${'0e'.repeat(20)}`);

/** Levels from pairs of text: level('0.61', '150'). */
export function levels(...pairs: readonly (readonly [string, string])[]): Level[] {
  return pairs.map(([price, shares]) => ({ price: parsePrice(price), shares: parseShares(shares) }));
}

export function makeBook(sequence: number, change: Partial<BookUpdate> = {}): BookUpdate {
  return { bids: levels(['0.60', '100'], ['0.59', '50']), asks: levels(['0.62', '80']), sequence, ...change };
}

export function makeMarket(change: Partial<Market> = {}): Market {
  return {
    id: MARKET,
    numericId: 1,
    title: 'Bitcoin above 100,000',
    description: '',
    rules: '',
    category: 'crypto',
    status: 'open',
    result: null,
    imageUrl: null,
    openAtMs: null,
    closeAtMs: START_MS + 86_400_000,
    determinationAtMs: null,
    yesTokenId: parseTokenId('111'),
    noTokenId: parseTokenId('222'),
    eventId: 1,
    eventSlug: 'btc',
    eventTitle: 'Bitcoin',
    eventRank: null,
    groupItemTitle: null,
    lastPrice: parsePrice('0.61'),
    yesPrice: parsePrice('0.61'),
    noPrice: parsePrice('0.39'),
    volume24h: parseShares('1000'),
    quoteCurrency: 'usdc',
    labelProblem: null,
    outcomeLabels: ['Yes', 'No'],
    resolutionSource: null,
    priceTarget: null,
    priceSettlement: null,
    settlementPanel: null,
    terms: null,
    ...change,
  };
}

export function makeTrade(id: string, change: Partial<Trade> = {}): Trade {
  return {
    id,
    price: parsePrice('0.61'),
    shares: parseShares('10'),
    takerSide: 'yes',
    exchangeTimeMs: START_MS,
    ...change,
  };
}

export function makeCandle(openTimeMs: number, close = '0.61'): Candle {
  const price = parsePrice(close);
  return { openTimeMs, open: price, high: price, low: price, close: price, volume: parseShares('5') };
}

export function makeIntent(change: Partial<OrderIntent> = {}): OrderIntent {
  return {
    intentId: parseIntentId('intent-0001'),
    market: MARKET,
    side: 'yes',
    direction: 'buy',
    price: parsePrice('0.61'),
    shares: parseShares('100'),
    postOnly: false,
    bookVersion: 1,
    ...change,
  };
}

export function makeOrder(id: string, change: Partial<ExchangeOrder> = {}): ExchangeOrder {
  const originShares = change.originShares ?? parseShares('100');
  const filledShares = change.filledShares ?? parseShares('0');
  return {
    id: parseOrderId(id),
    market: MARKET,
    side: 'yes',
    direction: 'buy',
    ordType: 'limit',
    price: parsePrice('0.61'),
    state: 'wait',
    originShares,
    remainingShares: parseShares(String((originShares - filledShares) / 1_000_000)),
    filledShares,
    contractsCount: 0,
    locked: parseUsd('61'),
    createdAtMs: START_MS,
    updatedAtMs: START_MS,
    ...change,
  };
}

export function makeSigned(change: Partial<SignedEntry> = {}): SignedEntry {
  const intent = change.intent ?? makeIntent(change.intentId ? { intentId: change.intentId } : {});
  return {
    kind: 'signed',
    intentId: intent.intentId,
    atMs: START_MS,
    exchangeTimeMs: START_MS,
    intent,
    maker: SAFE,
    tokenId: parseTokenId('111'),
    salt: 12345n,
    digest: parseHex32(`0x${'ab'.repeat(32)}`),
    expiresAtMs: START_MS + 7 * 86_400_000,
    ...change,
  };
}

export function makeWallet(change: Partial<MarketWalletRecord> = {}): MarketWalletRecord {
  return {
    proxyAddress: SAFE,
    ownerAddress: OWNER,
    signatureType: 2,
    exchangeAddress: parseAddress(`0x${'e1'.repeat(20)}`),
    conditionalTokensAddress: parseAddress(`0x${'c1'.repeat(20)}`),
    usdcAddress: parseAddress(`0x${'d1'.repeat(20)}`),
    chainId: 137,
    domainName: 'Exchange',
    nextNonce: 0,
    threshold: null,
    setupReady: true,
    setupCalls: [],
    safeStatus: 'ready',
    conditionId: parseHex32(`0x${'cc'.repeat(32)}`),
    yesTokenId: parseTokenId('111'),
    noTokenId: parseTokenId('222'),
    ...change,
  };
}

export function makeBalance(available = '1000', change: Partial<Balance> = {}): Balance {
  return {
    currency: 'usdc',
    total: parseUsd(available),
    locked: parseUsd('0'),
    available: parseUsd(available),
    exchangeTimeMs: null,
    ...change,
  };
}

export function makePosition(quantity = '50', change: Partial<Position> = {}): Position {
  return {
    market: MARKET,
    outcome: 'yes',
    custody: 'self',
    quantity: parseShares(quantity),
    locked: parseShares('0'),
    sellable: parseShares(quantity),
    averagePrice: parsePrice('0.5'),
    realizedPnl: parseUsd('0'),
    exchangeTimeMs: START_MS,
    ...change,
  };
}

export function makeFill(id: string, change: Partial<Fill> = {}): Fill {
  return {
    id,
    orderId: parseOrderId('7'),
    market: MARKET,
    side: 'yes',
    direction: 'buy',
    price: parsePrice('0.61'),
    shares: parseShares('10'),
    value: null,
    fee: null,
    takerSide: 'yes',
    state: 'active',
    exchangeTimeMs: START_MS,
    ...change,
  };
}

/** A complete list. */
export function listingOf<T>(items: readonly T[]): AccountList<T> {
  return { items, partial: null, total: items.length, unreadable: [] };
}

/** Why an answer was lost: the exchange did not answer in time. */
export const TIMED_OUT: LostAnswer = { code: 'unreachable', parameters: { fault: 'timeout' } };

/** The reason of an order whose answer was lost; with a text, as an older journal stored it. */
export function noAnswer(text?: string): LifeReason {
  const cause: LostAnswer = text === undefined ? TIMED_OUT : { code: 'storedText', parameters: { text } };
  return { code: 'noAnswer', parameters: { cause } };
}

export const PROBLEM: ParseProblem = { path: 'orders[0].price', expected: 'a price', found: 'nothing' };

/** Codes of a denied order; empty for every other receipt. */
export function denialCodes(receipt: PlaceReceipt): string[] {
  return receipt.outcome === 'denied' ? receipt.denials.map((denial) => denial.code) : [];
}
