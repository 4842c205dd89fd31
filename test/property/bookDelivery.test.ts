import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openBookTracker } from '#main/market/bookTracker.ts';
import { type Book, levelsOf } from '#shared/market/book.ts';
import { parseMarketId } from '#shared/units/ids.ts';
import { toPrice } from '#shared/units/price.ts';
import { toShares } from '#shared/units/shares.ts';
import { parseStreamMessage } from '#wire/messages/streamMessage.ts';
import { WireError } from '#wire/messages/wireError.ts';
import { openFakeClock } from '../slice/fakeClock.ts';
import { type LevelChange, ServedMarket, type Spelling } from './servedMarket.ts';

const RUNS = 10_000;

const change: fc.Arbitrary<LevelChange> = fc
  .record({
    side: fc.constantFrom('bids' as const, 'asks' as const),
    slot: fc.oneof(fc.integer({ min: 1, max: 499 }), fc.integer({ min: 1, max: 4 })),
    volume: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 10 ** 11 }), fc.constant(1_000_000)),
  })
  .map(({ side, slot, volume }) => ({ side, slot: side === 'bids' ? slot : 1_000 - slot, volume }));
const changes = fc.uniqueArray(change, { maxLength: 6, selector: ({ side, slot }) => `${side}${slot}` });
const spelling: fc.Arbitrary<Spelling> = fc.record({
  form: fc.constantFrom('pairs', 'objects', 'flat'),
  empty: fc.constantFrom('missing', 'null', 'array'),
  removal: fc.constantFrom('', '0', '0.0'),
  zeros: fc.nat(6),
});

type Fault =
  | { readonly kind: 'straight' | 'drop' | 'duplicate' | 'truncate' | 'wrongType' }
  | { readonly kind: 'delay'; readonly by: number };
type Step =
  | {
      readonly kind: 'move';
      readonly changes: readonly LevelChange[];
      readonly spelling: Spelling;
      readonly fault: Fault;
    }
  | { readonly kind: 'snapshotAgain'; readonly back: number }
  | { readonly kind: 'cut'; readonly early: number }
  | { readonly kind: 'elsewhere' }
  | { readonly kind: 'wait'; readonly ms: number };

const fault: fc.Arbitrary<Fault> = fc.oneof(
  { weight: 5, arbitrary: fc.constant<Fault>({ kind: 'straight' }) },
  {
    weight: 5,
    arbitrary: fc.constantFrom<Fault>(
      { kind: 'drop' },
      { kind: 'duplicate' },
      { kind: 'truncate' },
      { kind: 'wrongType' },
    ),
  },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 6 }).map((by): Fault => ({ kind: 'delay', by })) },
);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 12, arbitrary: fc.record({ kind: fc.constant('move' as const), changes, spelling, fault }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('snapshotAgain' as const), back: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cut' as const), early: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.constant<Step>({ kind: 'elsewhere' }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 40_000 }) }) },
);

const show = (book: Book): string =>
  (['bid', 'ask'] as const)
    .map((column) => {
      const levels = levelsOf(book, column);
      const parts: string[] = [];
      for (let at = 0; at < levels.length; at += 2) parts.push(`${levels[at]}:${levels[at + 1]}`);
      return parts.join(' ');
    })
    .join('|');

const PLAIN: Spelling = { form: 'pairs', empty: 'array', removal: '0', zeros: 0 };

interface Tally {
  live: number;
  healed: number;
  spoilt: number;
}

async function play(start: number, first: readonly LevelChange[], lag: number, steps: readonly Step[], tally: Tally) {
  const clock = openFakeClock();
  const server = new ServedMarket(start, first);
  /** Messages on their way, each with how many others pass it first. */
  let onTheWay: { readonly text: string; after: number }[] = [];
  let stored: string[] = [];
  let isHostile = true;

  const keeper = openBookTracker({
    ...clock,
    market: parseMarketId('7'),
    onChange: () => undefined,
    onLive: () => undefined,
    async fetchBook() {
      const { bids, asks, sequence } = server.levels();
      const levels = (side: [number, number][]) =>
        side.map(([slot, volume]) => ({ price: toPrice(slot * 1_000), shares: toShares(volume) }));
      return { bids: levels(bids), asks: levels(asks), sequence, maxAgeMs: 0 };
    },
    resubscribe() {
      // A new connection: its snapshot, and then what was stored since, which the snapshot already holds.
      onTheWay.push({ text: server.snapshot(), after: isHostile ? lag : 0 });
      for (const text of stored.slice(-2)) onTheWay.push({ text, after: isHostile ? lag : 0 });
    },
  });

  const check = (): void => {
    if (keeper.health().at !== 'live') return;
    tally.live += 1;
    const { sequence } = keeper.book;
    expect(show(keeper.book), `sequence ${sequence}`).toBe(server.history.get(sequence ?? -1));
  };

  const hand = (text: string): void => {
    try {
      for (const message of parseStreamMessage(text)) {
        if ('market' in message && message.market !== '7') continue;
        if (message.kind === 'snapshot') keeper.onSnapshot(message.update, clock.now());
        else if (message.kind === 'increment') keeper.onIncrement(message.update, clock.now());
        else if (message.kind === 'unreadable') keeper.onUnreadable(message.error.message);
      }
    } catch (error) {
      if (!(error instanceof WireError)) throw error;
      keeper.onUnreadable(error.message);
    }
    if (['suspect', 'resyncing', 'stale'].includes(keeper.health().at)) tally.spoilt += 1;
    check();
  };

  /** Hands over one text, and then whatever has waited for as many. */
  const deliver = (text: string | null): void => {
    if (text !== null) hand(text);
    for (const item of onTheWay) item.after -= 1;
    const due = onTheWay.filter((item) => item.after <= 0);
    onTheWay = onTheWay.filter((item) => item.after > 0);
    for (const item of due) hand(item.text);
  };

  const send = (text: string, how: Fault): void => {
    stored.push(text);
    if (how.kind === 'straight') deliver(text);
    else if (how.kind === 'duplicate') {
      deliver(text);
      deliver(text);
    } else if (how.kind === 'truncate') deliver(text.slice(0, -3));
    else if (how.kind === 'wrongType') deliver(text.replace(/"sequence":(\d+)/, '"sequence":"$1x"'));
    else if (how.kind === 'delay') onTheWay.push({ text, after: how.by });
    else deliver(null);
  };

  deliver(server.snapshot());
  for (const next of steps) {
    switch (next.kind) {
      case 'move':
        send(server.move(next.changes, next.spelling), next.fault);
        break;
      case 'snapshotAgain':
        deliver(server.snapshot(Math.max(start, server.sequence - next.back)));
        break;
      case 'cut':
        onTheWay = [];
        keeper.onDisconnected('cut');
        check();
        for (const text of stored.slice(-next.early)) deliver(text);
        deliver(server.snapshot());
        stored = [];
        break;
      case 'elsewhere':
        deliver('{"8.ob-inc":{"bids":[["0.5","1"]],"sequence":1},"7.trades":{"trades":[]},"8.ob-snap":{"sequence":5}}');
        break;
      case 'wait':
        await clock.advance(next.ms);
        check();
        deliver(null);
    }
  }

  isHostile = false;
  for (let turn = 0; turn < 100; turn += 1) {
    for (const item of onTheWay) item.after = 0;
    deliver(server.move([], PLAIN));
    await clock.advance(5_000);
    deliver(null);
    if (keeper.health().at === 'live' && keeper.book.sequence === server.sequence) break;
  }
  expect(keeper.health()).toEqual({ at: 'live' });
  expect(keeper.book.sequence).toBe(server.sequence);
  expect(show(keeper.book)).toBe(server.history.get(server.sequence));
  tally.healed += 1;
  keeper.close();
}

describe('a snapshot and any faulty delivery of increments', () => {
  it(`keep the book equal to the server's whenever it is live, and live again in the end, over ${RUNS} runs`, async () => {
    const tally: Tally = { live: 0, healed: 0, spoilt: 0 };
    await fc.assert(
      fc.asyncProperty(
        fc.nat(1_000),
        changes,
        fc.nat(4),
        fc.array(step, { maxLength: 24 }),
        (start, first, lag, steps) => play(start, first, lag, steps, tally),
      ),
      { numRuns: RUNS },
    );
    // The generator must do harm in most runs, or the law would say nothing.
    expect(tally.healed).toBe(RUNS);
    expect(tally.spoilt).toBeGreaterThan(RUNS);
    expect(tally.live).toBeGreaterThan(RUNS * 5);
  }, 120_000);
});
