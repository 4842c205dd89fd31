/** Encodes an untraded market for the list, without opening its book. Source: docs/exchange-interface.md#market. */
import { formatMicros } from '#shared/units/micros.ts';
import { TICKS } from '../../engine/fees.ts';
import type { UntradedMarket } from '../../simulation/untraded.ts';
import { isoTime } from '../clock.ts';
import { formatTicks } from './encode.ts';

const HOUR_MS = 3_600_000;
const HOURS = 24;
const LEVELS = 6;
const TRADES = 4;

/** Without token ids: they take the exchange milliseconds each, and nobody trades these markets. */
export function encodeUntraded(market: UntradedMarket, nowMs: number): Record<string, unknown> {
  const { plan, edition, ticks, result } = market;
  const { event } = edition;
  return {
    id: market.numericId,
    market_id: market.slug,
    title: plan.title,
    description: event.description,
    rules: event.rules,
    category: event.category,
    status: result === '' ? 'active' : 'resolved',
    result,
    image_url: '',
    open_at: isoTime(edition.openAtMs),
    close_at: isoTime(edition.closeAtMs),
    event_id: market.eventId,
    event_slug: event.slug,
    event_title: event.title,
    event_rank: plan.rank,
    group_item_title: plan.groupItemTitle,
    last_price: formatTicks(ticks),
    yes_price: formatTicks(ticks),
    no_price: formatTicks(TICKS - ticks),
    volume_24h: formatMicros(market.volume),
    quote_currency: 'usdc',
    outcome_labels: ['Yes', 'No'],
    resolution_source: event.source,
    kline: listHours(market, nowMs),
    order_book: result === '' ? buildLevels(ticks) : { yes_bids: [], yes_asks: [], no_bids: [], no_asks: [] },
    recent_contracts: listTrades(market, nowMs),
    price_target: null,
    price_settlement: null,
    settlement_panel: null,
  };
}

function listHours({ ticks, volume }: UntradedMarket, nowMs: number): unknown[] {
  const price = formatTicks(ticks);
  const share = formatMicros(Math.floor(volume / HOURS / 1_000_000) * 1_000_000);
  const lastMs = Math.floor(nowMs / HOUR_MS) * HOUR_MS;
  return Array.from({ length: HOURS }, (_, hour) => [
    (lastMs - (HOURS - 1 - hour) * HOUR_MS) / 1_000,
    price,
    price,
    price,
    price,
    share,
  ]);
}

function buildLevels(ticks: number): Record<string, unknown> {
  const side = (first: number, step: 1 | -1, name: string): unknown[] =>
    Array.from({ length: LEVELS }, (_, at) => first + step * at)
      .filter((price) => price > 0 && price < TICKS)
      .map((price, at) => ({ price: formatTicks(price), side: name, volume: formatMicros((at + 1) * 40_000_000) }));
  return {
    yes_bids: side(ticks - 1, -1, 'yes'),
    yes_asks: side(ticks + 1, 1, 'yes'),
    no_bids: side(TICKS - ticks - 1, -1, 'no'),
    no_asks: side(TICKS - ticks + 1, 1, 'no'),
    sequence: 1,
  };
}

function listTrades({ slug, numericId, ticks, result }: UntradedMarket, nowMs: number): unknown[] {
  if (result !== '') return [];
  const price = formatTicks(ticks);
  return Array.from({ length: TRADES }, (_, at) => ({
    id: numericId * TRADES + TRADES - at,
    market_id: slug,
    price,
    volume: formatMicros((at + 1) * 5_000_000),
    state: 'active',
    taker_side: '',
    created_at: isoTime(nowMs - (at + 1) * HOUR_MS),
  }));
}
