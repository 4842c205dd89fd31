/** The page's preview and main's decision on the same order, each on its own data: the page's came over the frame codec. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPreTradeContext } from '#renderer/domain/orders/preTradeContext.ts';
import { openFrameClock } from '#renderer/feed/frameClock.ts';
import { openMirror } from '#renderer/feed/mirror.ts';
import type { BookFrame } from '#shared/ipc/frames/frame.ts';
import { decodeFrame, encodeFrame } from '#shared/ipc/frames/frameCodec.ts';
import type { BookHealth } from '#shared/market/bookHealth.ts';
import { DEFAULT_TICK } from '#shared/market/tickGrid.ts';
import { checkIntent, type Denial } from '#shared/order/check.ts';
import type { OrderIntent } from '#shared/order/intent.ts';
import { DEFAULT_RISK_LIMITS } from '#shared/order/risk/limits.ts';
import { type MarketId, parseIntentId } from '#shared/units/ids.ts';
import { toPrice } from '#shared/units/price.ts';
import { toShares } from '#shared/units/shares.ts';
import {
  MARKET,
  makeBalance,
  makeIntent,
  makeMarket,
  makeOrder,
  makePosition,
  OTHER_MARKET,
  TIMED_OUT,
} from '#test/slice/makers.ts';
import { flatLevels, makeRiskBook } from '#test/slice/riskMakers.ts';
import { openTradingBench, type TradingBench } from '#test/slice/tradingBench.ts';
import { walletOf } from '#test/unit/renderer/panes/facts.ts';

const SHARE = 1_000_000;
const MARKETS = [MARKET, OTHER_MARKET];

const terms = {
  market: fc.constantFrom(...MARKETS),
  side: fc.constantFrom('yes' as const, 'no' as const),
  direction: fc.constantFrom('buy' as const, 'sell' as const),
  cents: fc.integer({ min: 1, max: 99 }),
  // Small orders pass the limits, large ones do not.
  shares: fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 30_000 })),
};
const order = fc.record({
  ...terms,
  postOnly: fc.boolean(),
  isPriceTyped: fc.boolean(),
  answer: fc.constantFrom('rests' as const, 'fills in part' as const, 'lost' as const, 'refused' as const),
});
type Order = typeof order extends fc.Arbitrary<infer O> ? O : never;

const account = fc.record({
  balance: fc.integer({ min: 0, max: 40_000 }),
  held: fc.array(
    fc.record({
      market: terms.market,
      outcome: terms.side,
      shares: fc.integer({ min: 1, max: 5_000 }),
      cents: terms.cents,
    }),
    { maxLength: 3 },
  ),
  foreign: fc.array(fc.record(terms), { maxLength: 2 }),
  health: fc.constantFrom<BookHealth>({ at: 'live' }, { at: 'live' }, {
    at: 'stale',
    sinceMs: 0,
    reason: { code: 'closed', parameters: { error: '' } },
  } as unknown as BookHealth),
  isArmed: fc.constantFrom(true, true, true, false),
  isExclusive: fc.boolean(),
  placed: fc.array(order, { maxLength: 4 }),
  passMs: fc.constantFrom(0, 3_000, 61_000),
});

const listed = (id: MarketId) => makeMarket({ id });
const book = {
  ...makeRiskBook({ bids: flatLevels(['0.60', '900'], ['0.40', '90000']), asks: flatLevels(['0.62', '1000']) }),
};

let intents = 0;
const intentOf = ({ cents, shares, market, side, direction, postOnly, isPriceTyped }: Order): OrderIntent => {
  intents += 1;
  const intentId = parseIntentId(`preview-${intents}`);
  const size = { price: toPrice(cents * 10_000), shares: toShares(shares * SHARE) };
  return makeIntent({
    intentId,
    market,
    side,
    direction,
    postOnly,
    ...(isPriceTyped ? { isPriceTyped } : {}),
    ...size,
  });
};

async function openBench({ balance, held, foreign, health, isArmed, isExclusive }: Account): Promise<TradingBench> {
  const risk = { limits: DEFAULT_RISK_LIMITS, exclusiveEvents: isExclusive ? [1] : [], baseline: null };
  let stored: ReturnType<RiskStore['value']> = risk;
  const riskStore: RiskStore = {
    value: () => stored,
    save(part) {
      stored = { ...stored, ...part };
    },
  };
  const bench = openTradingBench({ riskStore });
  bench.context.market = (id) => (MARKETS.includes(id) ? listed(id) : null);
  bench.context.book = () => ({ ...book, health, bestBid: toPrice(600_000), bestAsk: toPrice(620_000) });
  bench.exchange.balances = [makeBalance(String(balance))];
  bench.exchange.positions = held.map(({ market, outcome, shares, cents }) => {
    return makePosition(String(shares), { market, outcome, averagePrice: toPrice(cents * 10_000) });
  });
  for (const [at, { cents, shares, ...rest }] of foreign.entries()) {
    bench.exchange.put(
      makeOrder(String(7 + at), { ...rest, price: toPrice(cents * 10_000), originShares: toShares(shares * SHARE) }),
    );
  }
  await bench.open();
  bench.trading.setArmed(isArmed);
  return bench;
}

type RiskStore = NonNullable<NonNullable<Parameters<typeof openTradingBench>[0]>['riskStore']>;
type Account = typeof account extends fc.Arbitrary<infer A> ? A : never;

async function place(bench: TradingBench, one: Order): Promise<readonly Denial[]> {
  const { exchange, clock } = bench;
  exchange.answerPost = async (_placement, rest) => {
    if (one.answer === 'refused') return { kind: 'rejected', codes: ['order.refused'], retryAtMs: null };
    if (one.answer === 'lost') return { kind: 'unknown', cause: TIMED_OUT };
    const made = rest();
    if (one.answer === 'rests') return { kind: 'accepted', order: made };
    const filledShares = toShares(Math.floor(made.originShares / 2 / SHARE) * SHARE);
    const remainingShares = toShares(made.originShares - filledShares);
    return { kind: 'accepted', order: exchange.put({ ...made, filledShares, remainingShares }) };
  };
  const receipt = await bench.trading.place(intentOf(one));
  await clock.settle();
  return receipt.outcome === 'denied' ? (receipt.denials as readonly Denial[]) : [];
}

/** What the ticket would show, from frames alone. */
function preview({ trading, context, clock }: TradingBench, intent: OrderIntent): Denial[] {
  const mirror = openMirror(openFrameClock(() => undefined));
  const { health, bids, asks, lastPrice } = context.book(intent.market)!;
  const books = MARKETS.map(
    (market): BookFrame => ({
      market,
      health,
      version: 1,
      sequence: 1,
      exchangeTimeMs: 0,
      provedAtMs: 0,
      bids: Float64Array.from(bids),
      asks: Float64Array.from(asks),
      traded: new Float64Array(),
      lastPrice,
    }),
  );
  const view = trading.view();
  const frame = encodeFrame({
    seq: 1,
    sentAtMs: clock.now(),
    clockOffsetMs: clock.exchangeTimeMs() - clock.now(),
    account: view,
    wallet: walletOf({ readiness: context.readiness(view.armed) }),
    catalogue: { at: 'live', markets: MARKETS.map(listed), tick: DEFAULT_TICK, receivedAtMs: 0, failure: null },
    books,
  });
  mirror.applyFrame(decodeFrame(frame));
  const { market, side, direction } = intent;
  return checkIntent(intent, readPreTradeContext(mirror, market, side, direction, clock.now()));
}

describe('the preview of an order', () => {
  it('has the denials of main’s decision, in every state of the account', async () => {
    let denied = 0;
    let passed = 0;
    await fc.assert(
      fc.asyncProperty(account, order, async (state, next) => {
        const bench = await openBench(state);
        for (const one of state.placed) await place(bench, one);
        await bench.clock.advance(state.passMs);
        const intent = intentOf(next);
        const shown = preview(bench, intent);
        const decided = await place(bench, next);
        // An agreement is asked for after the preview, outside the page.
        expect(shown).toEqual(decided.filter(({ code }) => code !== 'notConfirmed'));
        if (shown.length === 0) passed += 1;
        else denied += 1;
        bench.trading.close();
      }),
      { numRuns: 150 },
    );
    // Both cases were among them.
    expect(Math.min(denied, passed)).toBeGreaterThan(0);
  });
});
