import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openBookTracker } from '#main/market/bookTracker.ts';
import { type Book, levelsOf } from '#shared/market/book.ts';
import { parseMarketId } from '#shared/units/ids.ts';
import { toPrice } from '#shared/units/price.ts';
import { toShares } from '#shared/units/shares.ts';
import { parseStreamMessage } from '#wire/messages/streamMessage.ts';
import { toProblem, WireError } from '#wire/messages/wireError.ts';
import { openFakeClock } from '../slice/fakeClock.ts';
import { explainAsCode } from '../slice/tradingBench.ts';
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
  | { readonly kind: 'none' | 'drop' | 'duplicate' | 'truncate' | 'wrongType' }
  | { readonly kind: 'delay'; readonly by: number };
type Step =
  | {
      readonly kind: 'change';
      readonly changes: readonly LevelChange[];
      readonly spelling: Spelling;
      readonly fault: Fault;
    }
  | { readonly kind: 'snapshotAgain'; readonly back: number }
  | { readonly kind: 'disconnect'; readonly early: number }
  | { readonly kind: 'otherMarket' }
  | { readonly kind: 'wait'; readonly ms: number };

const fault: fc.Arbitrary<Fault> = fc.oneof(
  { weight: 5, arbitrary: fc.constant<Fault>({ kind: 'none' }) },
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
  { weight: 12, arbitrary: fc.record({ kind: fc.constant('change' as const), changes, spelling, fault }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('snapshotAgain' as const), back: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('disconnect' as const), early: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.constant<Step>({ kind: 'otherMarket' }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 40_000 }) }) },
);

const format = (book: Book): string =>
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
  recovered: number;
  invalid: number;
}

async function runSteps(
  start: number,
  first: readonly LevelChange[],
  lag: number,
  steps: readonly Step[],
  tally: Tally,
) {
  const clock = openFakeClock();
  const server = new ServedMarket(start, first);
  /** Pending messages, each with the number of messages delivered before it. */
  let pending: { readonly text: string; after: number }[] = [];
  /** Increments of the open connection. */
  let stored: string[] = [];
  let isFaulty = true;

  const tracker = openBookTracker({
    ...clock,
    market: parseMarketId('7'),
    explainRead: explainAsCode,
    onChange: () => undefined,
    onLive: () => undefined,
    onLost: () => undefined,
    onEmptied: () => undefined,
    onHealth: () => {},
    onMissing: () => undefined,
    async fetchBook() {
      const { bids, asks, sequence } = server.levels();
      const levels = (side: [number, number][]) =>
        side.map(([slot, volume]) => ({ price: toPrice(slot * 1_000), shares: toShares(volume) }));
      return { bids: levels(bids), asks: levels(asks), sequence, maxAgeMs: 0 };
    },
    resubscribe() {
      // A new connection sends a snapshot and then increments that the snapshot contains.
      pending.push({ text: server.snapshot(), after: isFaulty ? lag : 0 });
      for (const text of stored.slice(-2)) pending.push({ text, after: isFaulty ? lag : 0 });
    },
  });

  const check = (): void => {
    if (tracker.health().at !== 'live') return;
    tally.live += 1;
    const { sequence } = tracker.book;
    expect(format(tracker.book), `sequence ${sequence}`).toBe(server.history.get(sequence ?? -1));
  };

  const receive = (text: string): void => {
    try {
      for (const message of parseStreamMessage(text)) {
        if ('market' in message && message.market !== '7') continue;
        if (message.kind === 'snapshot') tracker.onSnapshot(message.update, clock.now());
        else if (message.kind === 'increment') tracker.onIncrement(message.update, clock.now());
        else if (message.kind === 'unreadable') tracker.onUnreadable(toProblem(message.error));
      }
    } catch (error) {
      if (!(error instanceof WireError)) throw error;
      tracker.onUnreadable(toProblem(error));
    }
    if (['suspect', 'resyncing', 'stale'].includes(tracker.health().at)) tally.invalid += 1;
    check();
  };

  /** Delivers one message and then the pending ones that are due. */
  const deliver = (text: string | null): void => {
    if (text !== null) receive(text);
    for (const item of pending) item.after -= 1;
    const due = pending.filter((item) => item.after <= 0);
    pending = pending.filter((item) => item.after > 0);
    for (const item of due) receive(item.text);
  };

  const send = (text: string, fault: Fault): void => {
    stored.push(text);
    if (fault.kind === 'none') deliver(text);
    else if (fault.kind === 'duplicate') {
      deliver(text);
      deliver(text);
    } else if (fault.kind === 'truncate') deliver(text.slice(0, -3));
    else if (fault.kind === 'wrongType') deliver(text.replace(/"sequence":(\d+)/, '"sequence":"$1x"'));
    else if (fault.kind === 'delay') pending.push({ text, after: fault.by });
    else deliver(null);
  };

  deliver(server.snapshot());
  for (const next of steps) {
    switch (next.kind) {
      case 'change':
        send(server.change(next.changes, next.spelling), next.fault);
        break;
      case 'snapshotAgain':
        deliver(server.snapshot(Math.max(start, server.sequence - next.back)));
        break;
      case 'disconnect':
        pending = [];
        tracker.onDisconnected({ code: 'closedByExchange', parameters: { closeCode: 1006 } });
        check();
        for (const text of stored.slice(-next.early)) deliver(text);
        deliver(server.snapshot());
        stored = [];
        break;
      case 'otherMarket':
        deliver('{"8.ob-inc":{"bids":[["0.5","1"]],"sequence":1},"7.trades":{"trades":[]},"8.ob-snap":{"sequence":5}}');
        break;
      case 'wait':
        await clock.advance(next.ms);
        check();
        deliver(null);
    }
  }

  isFaulty = false;
  for (let turn = 0; turn < 100; turn += 1) {
    for (const item of pending) item.after = 0;
    deliver(server.change([], PLAIN));
    await clock.advance(5_000);
    deliver(null);
    if (tracker.health().at === 'live' && tracker.book.sequence === server.sequence) break;
  }
  expect(tracker.health()).toEqual({ at: 'live' });
  expect(tracker.book.sequence).toBe(server.sequence);
  expect(format(tracker.book)).toBe(server.history.get(server.sequence));
  tally.recovered += 1;
  tracker.close();
}

describe('a book with faulty delivery of increments', () => {
  it(`equals the server's book whenever it is live, and recovers, over ${RUNS} runs`, async () => {
    const tally: Tally = { live: 0, recovered: 0, invalid: 0 };
    await fc.assert(
      fc.asyncProperty(
        fc.nat(1_000),
        changes,
        fc.nat(4),
        fc.array(step, { maxLength: 24 }),
        (start, first, lag, steps) => runSteps(start, first, lag, steps, tally),
      ),
      { numRuns: RUNS },
    );
    // The faults must make the book invalid in most runs, or the property would prove nothing.
    expect(tally.recovered).toBe(RUNS);
    expect(tally.invalid).toBeGreaterThan(RUNS);
    expect(tally.live).toBeGreaterThan(RUNS * 5);
  }, 120_000);
});
