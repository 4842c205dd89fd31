/** A silent stream of the embedded exchange: the trader notices it, suspends, disarms and recovers what was missed. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { FAULTS } from '#main/app/drills.ts';
import { type BookHealth, isLost } from '#shared/market/bookHealth.ts';
import { ALL_ORDERS } from '#shared/order/exits/selection.ts';
import { parseMarketId } from '#shared/units/ids.ts';
import { toPrice } from '#shared/units/price.ts';
import { denialCodes } from './makers.ts';
import { intend, openTraderBench, RESTING_PRICE, type TraderBench, until } from './traderBench.ts';

/** Several changes a second. */
const BUSY = parseMarketId('harbour-list');
/** After this many changes the usual gaps are known; a book that stays watched keeps them. */
const LEARNT = 22;

let bench: TraderBench;

beforeAll(async () => {
  bench = await openTraderBench();
  await bench.setUp();
});

afterEach(() => bench.trader.venue.stopPaperFaults());
afterAll(() => bench.close());

interface Recorded {
  readonly health: BookHealth;
  readonly atMs: number;
  readonly provedAtMs: number;
  readonly isArmed: boolean;
}

/** Watches the busy market until its gaps are known, and records every state of its book from then on. */
async function watchAndRecord(learnt = 1): Promise<{ readonly states: Recorded[]; stop(): void }> {
  const { market, trading, venue } = bench.trader;
  let changes = 0;
  const stopCounting = venue.onPublic((event) => {
    if (event.kind === 'bookIncrement' && event.market === BUSY) changes += 1;
  });
  market.watch({ books: [BUSY], tapes: [BUSY], candles: [{ market: BUSY, period: '1m' }], underlyings: [] });
  await until(() => expect(changes).toBeGreaterThanOrEqual(learnt));
  stopCounting();
  await until(() => expect(market.book(BUSY)!.health.at).toBe('live'));
  const states: Recorded[] = [];
  const cursor = market.buildCursor();
  const record = (): void => {
    const frame = market.collect(cursor).books?.find((book) => book.market === BUSY);
    if (!frame || frame.provedAtMs === null) return;
    const { health, provedAtMs } = frame;
    states.push({ health, atMs: Date.now(), provedAtMs, isArmed: trading.view().armed });
  };
  record();
  const stop = market.onDirty(record);
  return { states, stop };
}

const stateNames = (states: readonly Recorded[]): string[] => states.map(({ health }) => health.at);

async function expectWholeTape(): Promise<void> {
  const { market, venue } = bench.trader;
  const cursor = market.buildCursor();
  const seen = new Map<string, number>();
  await until(async () => {
    const tape = market.collect(cursor).tapes?.find((part) => part.market === BUSY);
    for (const trade of tape?.trades ?? []) seen.set(trade.id, trade.exchangeTimeMs);
    const { trades } = await venue.listRecentTrades(BUSY);
    expect(trades.filter(({ id }) => !seen.has(id))).toEqual([]);
  });
}

describe('a silent stream', () => {
  it('makes the book quiet within ten seconds, then stale and disarmed, and live only after a change', async () => {
    const { market, trading, venue } = bench.trader;
    const { states, stop } = await watchAndRecord(LEARNT);
    trading.setArmed(true);
    await venue.startPaperFaults(FAULTS.silentStream);
    await until(() => expect(isLost(market.book(BUSY)!.health)).toBe(true));
    expect(trading.view().armed).toBe(false);
    // Opened again more than once, with a snapshot each time, and never live.
    const connections = (): number =>
      states.filter(({ health }) => 'reason' in health && health.reason.code === 'resubscribed').length;
    await until(() => expect(connections()).toBeGreaterThanOrEqual(2));
    const lastLive = states.findLastIndex(({ health }) => health.at === 'live');
    const during = states.slice(lastLive + 1);
    const first = during[0]!;
    expect(first.atMs - first.provedAtMs).toBeLessThan(10_000);
    expect(during.filter(({ health }) => isLost(health)).length).toBeGreaterThanOrEqual(2);
    expect(new Set(during.map(({ provedAtMs }) => provedAtMs))).toEqual(new Set([first.provedAtMs]));
    await venue.stopPaperFaults();
    await until(() => expect(market.book(BUSY)!.health.at).toBe('live'));
    expect(trading.view().armed).toBe(false);
    await expectWholeTape();
    stop();
  });

  it('is not live while the check is not answered, stays armed, and goes on without arming again', async () => {
    const { market, trading, venue } = bench.trader;
    const { states, stop } = await watchAndRecord();
    trading.setArmed(true);
    await venue.startPaperFaults([{ kind: 'lost_answer', target: '/order-book', count: 0 }, ...FAULTS.silentStream]);
    await until(() => {
      const { health } = market.book(BUSY)!;
      expect(health).toMatchObject({ at: 'quiet', reason: { code: 'checkFailed' } });
    });
    expect(trading.view().armed).toBe(true);
    const order = intend({ market: BUSY, side: 'yes', direction: 'buy', price: RESTING_PRICE });
    expect(denialCodes(await trading.place(order))).toEqual(['bookNotLive']);
    const from = states.findIndex(({ health }) => health.at === 'quiet');
    expect(new Set(stateNames(states.slice(from)))).toEqual(new Set(['quiet']));
    await venue.stopPaperFaults();
    await until(() => expect(market.book(BUSY)!.health.at).toBe('live'));
    if (!states.some(({ health }) => isLost(health))) expect(trading.view().armed).toBe(true);
    await expectWholeTape();
    stop();
  });

  it('with skipped messages reads the trades among them again', async () => {
    const { market, venue } = bench.trader;
    const { states, stop } = await watchAndRecord();
    await venue.startPaperFaults([
      { kind: 'sequence_skip', target: `${BUSY}.trades`, count: 2 },
      { kind: 'sequence_skip', target: `${BUSY}.ob-inc`, count: 3 },
    ]);
    await until(() => expect(stateNames(states)).toContain('resyncing'));
    await venue.stopPaperFaults();
    await until(() => expect(market.book(BUSY)!.health.at).toBe('live'));
    await expectWholeTape();
    stop();
  });

  it('cancels orders whatever the book does', async () => {
    const { market, trading, venue } = bench.trader;
    const { stop } = await watchAndRecord();
    trading.setArmed(true);
    const order = intend({ market: BUSY, side: 'yes', direction: 'buy', price: toPrice(20_000), postOnly: true });
    const receipt = await trading.place(order);
    expect(receipt.outcome).toBe('accepted');
    await venue.startPaperFaults(FAULTS.silentStream);
    await until(() => expect(market.book(BUSY)!.health.at).not.toBe('live'));
    expect(await trading.cancelAll(ALL_ORDERS)).toMatchObject({ asked: 1, confirmed: 1 });
    await venue.stopPaperFaults();
    stop();
  });
});
