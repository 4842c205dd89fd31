/** An increment travels from the client's event to the page's mirror: trader, frames, codec and mirror, in one process. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { openAccountSwitch } from '#main/app/account/accountSwitch.ts';
import { openFrames } from '#main/app/frames.ts';
import { openWorkspaces } from '#main/app/workspaces/workspaces.ts';
import type { DataPort } from '#main/shell/port.ts';
import { openFrameClock } from '#renderer/feed/frameClock.ts';
import { openMirror } from '#renderer/feed/mirror.ts';
import type { Frame } from '#shared/ipc/frames/frame.ts';
import { decodeFrame } from '#shared/ipc/frames/frameCodec.ts';
import type { BookUpdate } from '#shared/market/book.ts';
import type { PublicEvent } from '#shared/market/events.ts';
import { openFakeClock } from './fakeClock.ts';
import { createFakeVenue } from './fakeVenue.ts';
import { levels, listingOf, MARKET, makeBook, makeCandle, makeMarket, makeTrade } from './makers.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function openSlice() {
  const clock = openFakeClock();
  const resubscribed: string[] = [];
  let emitPublic = (_event: PublicEvent): void => {};
  const venue = createFakeVenue({
    listMarkets: async () => listingOf([makeMarket()]),
    fetchBook: async () => ({ ...makeBook(1), maxAgeMs: 0 }),
    listCandles: async () => [makeCandle(60)],
    listRecentTrades: async () => ({ trades: [makeTrade('1')], problem: null, maxAgeMs: 0 }),
    resubscribe: (market) => void resubscribed.push(market),
    exchangeTimeMs: clock.exchangeTimeMs,
    clockOffsetMs: () => 0,
    orderBudget: () => null,
    onPublic(listener) {
      const before = emitPublic;
      emitPublic = (event) => {
        before(event);
        listener(event);
      };
      return () => {};
    },
  });
  const dataFolder = mkdtempSync(join(tmpdir(), 'adyton-tick-'));
  const accounts = openAccountSwitch({
    dataFolder,
    venue,
    exchange: { network: 'paper', baseUrl: 'http://127.0.0.1:1', wsBaseUrl: 'ws://127.0.0.1:1', headers: {} },
    log: { path: '', write: () => {} },
    now: clock.now,
    steadyMs: clock.now,
    schedule: clock.schedule,
    random: { uniform: () => 0.5, bytes: (length) => new Uint8Array(length) },
    keychain: null,
  });
  const trader = accounts.trader();
  const workspaces = openWorkspaces({
    store: trader.settings,
    shell: { openWindow: () => Promise.reject(new Error('Expected no window')) },
    onSwitch: () => undefined,
    onGone: () => undefined,
    onFault: () => undefined,
  });
  const pump = openFrames({ accounts, workspaces, schedule: clock.schedule });
  const mirror = openMirror(openFrameClock((callback) => callback()));
  const frames: Frame[] = [];
  let isSlow = false;
  let acknowledge = (_value: unknown): void => {};
  const port: DataPort = {
    post(bytes) {
      const frame = decodeFrame(bytes);
      frames.push(frame);
      mirror.applyFrame(frame);
      if (!isSlow) acknowledge({ ack: frame.seq });
    },
    onMessage: (listener) => {
      // A real port never answers during the post itself.
      acknowledge = (value) => void clock.schedule(0, () => listener(value));
    },
    onClose: () => {},
  };
  pump.add(port);
  trader.market.watch({
    books: [MARKET],
    tapes: [MARKET],
    candles: [{ market: MARKET, period: '1m' }],
    underlyings: [],
  });
  await clock.advance(100);
  closers.push(async () => {
    pump.close();
    await accounts.close();
    rmSync(dataFolder, { recursive: true, force: true });
  });
  const increment = (sequence: number, change: Partial<BookUpdate>): void =>
    emitPublic({
      kind: 'bookIncrement',
      market: MARKET,
      update: { bids: [], asks: [], sequence, ...change },
      receivedAtMs: clock.now(),
    });
  const snapshot = (sequence: number): void =>
    emitPublic({
      kind: 'bookSnapshot',
      market: MARKET,
      update: makeBook(sequence),
      receivedAtMs: clock.now(),
    });
  return {
    clock,
    emitPublic: (event: PublicEvent) => emitPublic(event),
    mirror,
    frames,
    increment,
    snapshot,
    resubscribed,
    setSlow(slow: boolean) {
      isSlow = slow;
      if (!slow) acknowledge({ ack: frames.at(-1)!.seq });
    },
  };
}

describe('a market-data increment', () => {
  it('reaches the page’s mirror within 16 ms', async () => {
    const { clock, mirror, snapshot, increment } = await openSlice();
    snapshot(1);
    await clock.advance(16);
    expect(mirror.book(MARKET)).toMatchObject({ health: { at: 'live' }, sequence: 1, lastPrice: 610_000 });
    increment(2, { bids: levels(['0.61', '7']) });
    await clock.advance(16);
    expect([...mirror.book(MARKET)!.bids.slice(0, 2)]).toEqual([610_000, 7_000_000]);
    expect(mirror.catalogue()?.at).toBe('live');
    expect(mirror.candles(MARKET, '1m')?.rows).toHaveLength(1);
  });

  it('is merged with others of a burst into few frames, the last with the newest state', async () => {
    const { clock, mirror, frames, snapshot, increment } = await openSlice();
    snapshot(1);
    await clock.advance(16);
    const before = frames.length;
    for (let sequence = 2; sequence <= 1_001; sequence += 1) {
      increment(sequence, { bids: levels(['0.61', String(sequence)]) });
      if (sequence % 100 === 0) await clock.advance(8);
    }
    await clock.advance(16);
    // At most one in 8 ms of the hundred.
    expect(frames.length - before).toBeLessThanOrEqual(14);
    expect(mirror.book(MARKET)).toMatchObject({ sequence: 1_001 });
    expect(mirror.book(MARKET)!.bids[1]).toBe(1_001_000_000);
  });

  it('waits for the page’s acknowledgement and loses no trade', async () => {
    const { clock, emitPublic, mirror, frames, snapshot, increment, setSlow } = await openSlice();
    snapshot(1);
    await clock.advance(50);
    setSlow(true);
    for (let at = 0; at < 50; at += 1) {
      increment(at + 2, { asks: levels(['0.62', String(at + 1)]) });
      emitPublic({ kind: 'trades', market: MARKET, trades: [makeTrade(`s${at}`)], receivedAtMs: clock.now() });
      await clock.advance(10);
    }
    const sentBefore = frames.filter((frame) => frame.books).length;
    setSlow(false);
    await clock.advance(50);
    expect(frames.filter((frame) => frame.books).length - sentBefore).toBeLessThanOrEqual(2);
    expect(mirror.book(MARKET)?.sequence).toBe(51);
    expect(mirror.tape(MARKET)?.trades).toHaveLength(51);
    expect(mirror.tape(MARKET)?.gapsBefore.size).toBe(0);
  });

  it('with a sequence gap makes the book resyncing on the page until the next snapshot', async () => {
    const { clock, mirror, snapshot, increment, resubscribed } = await openSlice();
    snapshot(1);
    increment(3, {});
    await clock.advance(16);
    expect(mirror.book(MARKET)?.health.at).toBe('resyncing');
    expect(resubscribed).toEqual([MARKET]);
    snapshot(4);
    await clock.advance(16);
    expect(mirror.book(MARKET)?.health.at).toBe('live');
  });

  it('sends no frame but health, once a second, while nothing changes', async () => {
    const { clock, frames, snapshot } = await openSlice();
    snapshot(1);
    await clock.advance(1_500);
    const before = frames.length;
    await clock.advance(3_900);
    const sent = frames.slice(before);
    expect(sent.filter((frame) => frame.health).length).toBeLessThanOrEqual(4);
    expect(sent.filter((frame) => !frame.health).length).toBeLessThanOrEqual(1);
    expect(sent.some((frame) => frame.books || frame.account || frame.wallet)).toBe(false);
  });
});
