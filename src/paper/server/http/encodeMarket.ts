/** Encodes a market and its ticker for the interface. Source: docs/exchange-interface.md#market; docs/assumptions.md#market-status, #ticker-shape. */
import { formatMicros } from '#shared/units/micros.ts';
import { TICKS } from '../../engine/fees.ts';
import { capOf } from '../../simulation/catalogue.ts';
import type { Driver } from '../../simulation/eventPlan.ts';
import { decidingCandle, type PaperMarket } from '../../simulation/paperMarket.ts';
import type { ConditionIds } from '../chain/conditionalTokens.ts';
import { isoTime } from '../clock.ts';
import { encodeBook, encodeCandle, encodeTrade, formatTicks } from './encode.ts';

const DAY_MS = 86_400_000;

export function encodeMarket(market: PaperMarket, ids: ConditionIds, nowMs: number): Record<string, unknown> {
  const { plan, event, book } = market;
  const { driver } = plan;
  const day = dayOf(market, nowMs);
  return {
    id: market.numericId,
    market_id: market.slug,
    title: market.title,
    description: event.description,
    rules: event.rules,
    category: event.category,
    status: statusOf(market),
    result: book.result === 'void' ? '' : book.result,
    image_url: '',
    open_at: isoTime(market.openAtMs),
    close_at: isoTime(market.closeAtMs),
    ...(market.determinationAtMs === null ? {} : { determination_at: isoTime(market.determinationAtMs) }),
    ctf_yes_token_id: ids.yesTokenId,
    ctf_no_token_id: ids.noTokenId,
    event_id: market.eventId,
    event_slug: event.slug,
    event_title: event.title,
    event_rank: plan.rank,
    group_item_title: plan.groupItemTitle,
    last_price: formatTicks(book.lastTicks),
    yes_price: formatTicks(book.lastTicks),
    no_price: formatTicks(TICKS - book.lastTicks),
    volume_24h: formatMicros(day.volume),
    quote_currency: 'usdc',
    outcome_labels: plan.labels ?? ['Yes', 'No'],
    resolution_source: event.source,
    kline: market.candles.list('1h', nowMs, null, null, 24).map(encodeCandle),
    order_book: encodeBook(book),
    recent_contracts: market.tape
      .slice(-10)
      .reverse()
      .map((trade) => encodeTrade(trade, market.slug, market.book.result)),
    price_target: encodeTarget(market),
    price_settlement: encodeSettlement(market),
    settlement_panel: encodePanel(market),
    ...(isPriced(driver) ? { terms: encodeTerms(driver, market) } : {}),
  };
}

export function encodeTicker(market: PaperMarket, nowMs: number): Record<string, unknown> {
  const { open, high, low, volume } = dayOf(market, nowMs);
  const last = market.book.lastTicks;
  const change = Math.round(((last - open) * 10_000) / open);
  const atSeconds = Math.floor(nowMs / 1_000);
  return {
    at: atSeconds,
    ticker: {
      low: formatTicks(low),
      high: formatTicks(high),
      open: formatTicks(open),
      last: formatTicks(last),
      volume: formatMicros(volume),
      amount: formatMicros(volume),
      vol: formatMicros(volume),
      avg_price: formatTicks(Math.round((high + low + last) / 3)),
      price_change_percent: `${change < 0 ? '-' : '+'}${formatMicros(Math.abs(change) * 10_000, 2)}%`,
      at: atSeconds,
    },
  };
}

function dayOf(market: PaperMarket, nowMs: number): { open: number; high: number; low: number; volume: number } {
  const hours = market.candles.list('1h', nowMs, nowMs - DAY_MS, null, 25);
  return {
    open: hours[0]!.open,
    high: Math.max(...hours.map((candle) => candle.high)),
    low: Math.min(...hours.map((candle) => candle.low)),
    volume: hours.reduce((sum, candle) => sum + candle.volume, 0),
  };
}

type PriceDriver = Exclude<Driver, { kind: 'alone' | 'share' }>;

function isPriced(driver: Driver): driver is PriceDriver {
  return driver.kind === 'strike' || driver.kind === 'updown';
}

function statusOf({ book }: PaperMarket): string {
  if (book.result === 'void') return 'voided';
  if (book.result !== '') return 'resolved';
  return book.isOpen ? 'active' : 'closed';
}

function encodeTarget({ plan, targetCents }: PaperMarket): Record<string, unknown> | null {
  if (!isPriced(plan.driver)) return null;
  const level = targetCents / 100;
  const cap = capOf(plan.driver, targetCents);
  return cap === null
    ? { floor_strike: level, cap_strike: null, threshold: level, comparator: 'gte' }
    : { floor_strike: level, cap_strike: cap / 100, threshold: null, comparator: 'between' };
}

function encodeSettlement({ settlement, targetCents }: PaperMarket): Record<string, unknown> | null {
  if (!settlement) return null;
  return {
    candle_start: isoTime(settlement.candleStartMs),
    granularity_seconds: settlement.granularitySeconds,
    open: settlement.openCents / 100,
    close: settlement.closeCents / 100,
    symbol: settlement.symbol,
    tie: settlement.closeCents === targetCents,
  };
}

function encodeTerms(driver: PriceDriver, market: PaperMarket): Record<string, unknown> {
  const { startMs, seconds } = decidingCandle(market.edition);
  const cap = capOf(driver, market.targetCents);
  return {
    kind: cap === null ? 'threshold' : 'range',
    strike_type: cap === null ? 'greater_equal' : 'between',
    floor_strike: market.targetCents / 100,
    cap_strike: cap === null ? null : cap / 100,
    underlying: { source: 'reference', symbol: driver.symbol },
    measure: {
      at: isoTime(market.closeAtMs),
      window_start: isoTime(startMs),
      basis: 'close',
      granularity_seconds: seconds,
    },
    settles_on: 'candle',
  };
}

function encodePanel(market: PaperMarket): Record<string, unknown> | null {
  const { panel } = market.event;
  if (!panel) return null;
  return {
    id: market.eventId,
    name: panel.name,
    description: 'Consulted in this order',
    terms_url: `https://panels.invalid/${market.event.slug}`,
    inherited_from_series: market.edition.number > 0,
    entries: panel.entries.map(([name, tier], at) => ({ name, tier, url: at === 0 ? 'https://source.invalid/' : '' })),
  };
}
