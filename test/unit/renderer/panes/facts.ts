/** Made-up markets, orders and positions for the tests of panes: plain values with the interesting part given. */

import type { CustodyView } from '#shared/ipc/custody.ts';
import type { BookFrame } from '#shared/ipc/frames/frame.ts';
import type { OrderView, WalletView } from '#shared/ipc/views.ts';
import type { Market } from '#shared/market/market.ts';
import type { Position } from '#shared/order/account/account.ts';
import { findReadiness } from '#shared/order/account/readiness.ts';
import type { OrderLife } from '#shared/order/life.ts';
import { type MarketId, type OrderId, parseAddress, type TokenId } from '#shared/units/ids.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares, ZERO_SHARES } from '#shared/units/shares.ts';
import { ZERO_USD } from '#shared/units/usd.ts';

/** A live book of YES at 0.60 to 0.62, one share each. */
export function bookOf(id: string, part: Partial<BookFrame> = {}): BookFrame {
  return {
    market: id as MarketId,
    health: { at: 'live' },
    version: 3,
    sequence: 9,
    exchangeTimeMs: 0,
    provedAtMs: 0,
    bids: Float64Array.from([600_000, 1_000_000]),
    asks: Float64Array.from([620_000, 1_000_000]),
    traded: new Float64Array(),
    lastPrice: null,
    ...part,
  };
}

export function marketOf(id: string, part: Partial<Market> = {}): Market {
  return {
    id: id as MarketId,
    numericId: null,
    title: `Market ${id}`,
    description: '',
    rules: '',
    category: 'Other',
    status: 'open',
    result: null,
    imageUrl: null,
    openAtMs: null,
    closeAtMs: null,
    determinationAtMs: null,
    yesTokenId: '111' as TokenId,
    noTokenId: '222' as TokenId,
    eventId: null,
    eventSlug: null,
    eventTitle: null,
    eventRank: null,
    groupItemTitle: null,
    lastPrice: parsePrice('0.5'),
    yesPrice: parsePrice('0.5'),
    noPrice: parsePrice('0.5'),
    volume24h: parseShares('1000'),
    quoteCurrency: 'usdc',
    labelProblem: null,
    outcomeLabels: ['Yes', 'No'],
    resolutionSource: null,
    priceTarget: null,
    priceSettlement: null,
    settlementPanel: null,
    terms: null,
    ...part,
  };
}

export function orderOf(life: OrderLife, part: Partial<OrderView> = {}): OrderView {
  return {
    intentId: null,
    orderId: 'orderId' in life ? life.orderId : null,
    market: 'm' as MarketId,
    side: 'yes',
    direction: 'buy',
    price: parsePrice('0.6'),
    shares: parseShares('300'),
    filled: ZERO_SHARES,
    remaining: parseShares('300'),
    locked: ZERO_USD,
    postOnly: false,
    life,
    steps: [],
    createdAtMs: 1_000,
    updatedAtMs: 1_000,
    ...part,
  };
}

export function restingOf(id: string, part: Partial<OrderView> = {}): OrderView {
  return orderOf({ at: 'resting', orderId: id as OrderId }, part);
}

export function positionOf(market: string, part: Partial<Position> = {}): Position {
  return {
    market: market as MarketId,
    outcome: 'yes',
    custody: 'self',
    quantity: parseShares('100'),
    locked: ZERO_SHARES,
    sellable: parseShares('100'),
    averagePrice: parsePrice('0.45'),
    realizedPnl: ZERO_USD,
    exchangeTimeMs: null,
    ...part,
  };
}

export function custodyOf(part: Partial<CustodyView> = {}): CustodyView {
  return {
    keys: [],
    origin: 'paper:embedded',
    keysInMemory: true,
    lastLock: null,
    lockTimes: { screenMinutes: 10, keysMinutes: 30 },
    keychainUnlock: { at: 'unavailable', reason: { code: 'notRunning', parameters: {} } },
    older: null,
    loss: null,
    consentLosses: [],
    changedMarkets: [],
    preparedExits: { pack: null, ended: null },
    copiedAtMs: null,
    ...part,
  };
}

/** Readiness follows from the other parts; disarmed unless it is given. */
export function walletOf(part: Partial<WalletView> = {}): WalletView {
  const { vault = 'unlocked', setup = null, signer = null } = part;
  return {
    readiness: findReadiness({ vault, walletStatus: setup?.status ?? null, signer, clockOffsetMs: 0, isArmed: false }),
    vault,
    accounts: [],
    account: 'first',
    owner: parseAddress(`0x${'1'.repeat(40)}`),
    hasApiKey: true,
    setup: null,
    custodial: null,
    signer: null,
    backedUp: false,
    lockReason: null,
    custody: custodyOf(),
    relays: { block: null, calls: [], waitsUntilMs: null, addresses: [] },
    sessionKeys: { handler: null, verifier: null, signing: 'off', keys: [], grant: null },
    ...part,
  };
}
