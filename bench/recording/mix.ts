/**
 * Events of the paper market as the recorder gets them: an hour or more of every market, without a network.
 *
 * Units       Times of the simulation, in Unix ms.
 * Shape       A market begins with a snapshot. Changes, trades and ticks of one step of the simulation arrive together.
 */
import { DIGEST_START_MS } from '../../src/paper/digest.ts';
import { TICKS } from '../../src/paper/engine/fees.ts';
import type { BookChanges } from '../../src/paper/engine/orderBook.ts';
import { buildWorld } from '../../src/paper/simulation/world.ts';
import type { Level } from '../../src/shared/market/book.ts';
import type { PublicEvent } from '../../src/shared/market/events.ts';
import { parseMarketId } from '../../src/shared/units/ids.ts';
import { toPrice } from '../../src/shared/units/price.ts';
import { toShares } from '../../src/shared/units/shares.ts';

const STRIDE_MS = 100;
const TICK = 1_000_000 / TICKS;
export const START_MS = DIGEST_START_MS;

type Changes = BookChanges['bids'];

/** Calls `emit` with each event, in order. */
export function playMarket(seed: number, hours: number, emit: (event: PublicEvent) => void): void {
  let nowMs = START_MS;
  const known = new Set<string>();
  const toLevels = (changes: Changes): Level[] =>
    changes.map(({ ticks, volume }) => ({ price: toPrice(ticks * TICK), shares: toShares(volume) }));
  const world = buildWorld({
    seed,
    startMs: nowMs,
    listener: {
      onOrder() {},
      onFill() {},
      onBalance() {},
      onPosition() {},
      onCandles() {},
      onTrades({ slug }, trades) {
        const market = parseMarketId(slug);
        const parsed = trades.map(({ id, ticks, shares, takerSide, atMs }) => ({
          id: String(id),
          price: toPrice(ticks * TICK),
          shares: toShares(shares),
          takerSide: takerSide === '' ? null : takerSide,
          exchangeTimeMs: atMs,
        }));
        emit({ kind: 'trades', market, trades: parsed, receivedAtMs: nowMs });
      },
      onTick(symbol, priceCents, atMs) {
        const tick = { symbol, price: priceCents / 100, exchangeTimeMs: atMs };
        const bucket = { bucketStartMs: null, bucketOpen: null, bucketSeconds: null };
        emit({ kind: 'tick', tick: { ...tick, ...bucket }, receivedAtMs: nowMs });
      },
      onBook({ slug }, { bids, asks, sequence }) {
        const market = parseMarketId(slug);
        const update = { bids: toLevels(bids), asks: toLevels(asks), sequence };
        const kind = known.has(slug) ? 'bookIncrement' : 'bookSnapshot';
        known.add(slug);
        emit({ kind, market, update, receivedAtMs: nowMs });
      },
    },
  });
  world.open();
  const endMs = START_MS + hours * 3_600_000;
  while (nowMs < endMs) {
    nowMs += STRIDE_MS;
    world.advance(nowMs);
  }
}
