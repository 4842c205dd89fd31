/** Every place that shows a result of a position agrees with every other one, on random histories of the embedded exchange. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { buildEquityRow } from '#main/app/account/equityRecorder.ts';
import { toResultFields, toTotalFields } from '#main/app/export/records.ts';
import { listResults } from '#main/app/export/results.ts';
import { holdingOf } from '#paper/engine/account.ts';
import { buildEngine } from '#paper/engine/engine.ts';
import type { Account, Fill as EngineFill } from '#paper/engine/state.ts';
import { encodeFill, encodePosition } from '#paper/server/http/encode.ts';
import { readExposures } from '#renderer/domain/account/exposure.ts';
import { readStrip } from '#renderer/domain/account/positionStrip.ts';
import { readLines } from '#renderer/domain/account/positions.ts';
import { buildLive } from '#renderer/panes/equity/model.ts';
import { buildLadder } from '#renderer/panes/ladder/model.ts';
import { openResultColumn } from '#renderer/panes/ladder/results.ts';
import { netOf as netOfRow, readRows, sumRows } from '#renderer/panes/pnl/model.ts';
import type { BookFrame } from '#shared/ipc/frames/frame.ts';
import type { AccountView, CatalogueView } from '#shared/ipc/views.ts';
import type { Side } from '#shared/market/outcome.ts';
import type { Tick } from '#shared/market/tickGrid.ts';
import type { Balance } from '#shared/order/account/account.ts';
import { buildLedger } from '#shared/order/account/ledger.ts';
import { planLeg } from '#shared/order/exits/flattenPlan.ts';
import { listExposures } from '#shared/order/exposure/account.ts';
import { isFlat, middleOfOutcome, resultAtRow, resultOfExit, stakeOf } from '#shared/order/exposure/exposure.ts';
import { equityOf } from '#shared/order/risk/day.ts';
import { lossByResult, sumHoldings, worstOf } from '#shared/order/risk/loss.ts';
import { formatGain } from '#shared/text/numbers.ts';
import type { MarketId } from '#shared/units/ids.ts';
import type { Price } from '#shared/units/price.ts';
import { toShares } from '#shared/units/shares.ts';
import { parseUsd, toUsd } from '#shared/units/usd.ts';
import { parseFill } from '#wire/messages/fill.ts';
import { parsePosition } from '#wire/messages/position.ts';
import { bookOf, marketOf } from '../unit/renderer/panes/facts.ts';

const START = 1_000_000_000;
const RATE = 20_000;
const TICK = 10_000 as Tick;
/** Times of the exchange are of these years. */
const START_MS = 1_800_000_000_000;
const NOW_MS = START_MS + 60_000_000;
const SIDES: readonly Side[] = ['yes', 'no'];

const step = fc.record({
  kind: fc.constantFrom('trade', 'trade', 'trade', 'trade', 'split', 'merge', 'deposit'),
  account: fc.integer({ min: 0, max: 2 }),
  market: fc.integer({ min: 0, max: 1 }),
  side: fc.constantFrom(...SIDES),
  direction: fc.constantFrom('buy' as const, 'buy' as const, 'sell' as const),
  ticks: fc.integer({ min: 45, max: 55 }),
  // Odd millionths, so that values have to be rounded.
  shares: fc.integer({ min: 1, max: 40_000_000 }),
  /** Of the shares held, for a sale and a merge; all of them where it is 100. */
  part: fc.oneof(fc.integer({ min: 1, max: 100 }), fc.constant(100)),
  postOnly: fc.boolean(),
});
const end = fc.record({
  result: fc.constantFrom('yes' as const, 'no' as const, 'void' as const, null, null),
  isRedeemed: fc.boolean(),
});
/** A book of up to four levels a side around a middle, with odd sizes. */
const book = fc.record({
  best: fc.integer({ min: 5, max: 94 }),
  bids: fc.array(fc.integer({ min: 1, max: 90_000_000 }), { maxLength: 4 }),
  asks: fc.array(fc.integer({ min: 1, max: 90_000_000 }), { maxLength: 4 }),
});

type History = readonly (typeof step extends fc.Arbitrary<infer S> ? S : never)[];
type Ends = readonly (typeof end extends fc.Arbitrary<infer E> ? E : never)[];
type Books = readonly (typeof book extends fc.Arbitrary<infer B> ? B : never)[];

/** Carries out a history on the exchange; answers each account as the page gets it, and the cash that was put in. */
function play(history: History, ends: Ends) {
  const fills = new Map<Account, EngineFill[]>();
  const engine = buildEngine({
    onOrder: () => {},
    onFill: (fill) => fills.set(fill.order.account, [...(fills.get(fill.order.account) ?? []), fill]),
    onBalance: () => {},
    onPosition: () => {},
    onTrade: () => {},
  });
  const markets = [engine.openMarket(50), engine.openMarket(50)];
  const accounts = [0, 1, 2].map(() => engine.openAccount(false, true));
  const deposited = new Map(accounts.map((account) => [account, START]));
  for (const account of accounts) engine.deposit(account, START, START_MS);
  history.forEach(({ kind, account: owner, market: id, part, ...request }, at) => {
    const [account, market] = [accounts[owner]!, markets[id]!];
    const free = (side: Side): number => {
      const { quantity, locked } = holdingOf(account, market.id, side);
      return Math.floor(((quantity - locked) * part) / 100);
    };
    const atMs = START_MS + 1_000 * at;
    if (kind === 'deposit') {
      engine.deposit(account, request.shares, atMs);
      deposited.set(account, deposited.get(account)! + request.shares);
    } else if (kind === 'split') engine.split(account, market, request.shares, atMs);
    else if (kind === 'merge') engine.merge(account, market, Math.min(free('yes'), free('no')), atMs);
    else {
      const shares = request.direction === 'buy' ? request.shares : Math.max(1, free(request.side));
      engine.place({ ...request, account, market, shares }, atMs);
    }
  });
  markets.forEach((market, at) => {
    const { result, isRedeemed } = ends[at]!;
    if (result === null) return;
    engine.closeMarket(market, NOW_MS);
    engine.resolveMarket(market, result, NOW_MS);
    if (isRedeemed) for (const account of accounts) engine.redeem(account, market, NOW_MS);
  });
  return accounts.map((account) => {
    const own = (fills.get(account) ?? []).map((fill) => parseFill(encodeFill(fill, `market-${fill.order.market.id}`)));
    const positions = markets.flatMap((market) =>
      SIDES.flatMap((side) => {
        const holding = holdingOf(account, market.id, side);
        // The exchange lists an outcome from its first change on.
        if (holding.updatedAtMs === 0) return [];
        return parsePosition(encodePosition(holding, `market-${market.id}`, side, 'key'));
      }),
    );
    const view = {
      at: 'live',
      balance: { currency: 'usdc', total: toUsd(BigInt(account.balance)) },
      positions,
      ledger: { ...buildLedger(own), isComplete: true },
      fills: own,
      orders: [],
      feeRateMicros: RATE,
      exits: [],
    } as unknown as AccountView;
    return { view, deposited: deposited.get(account)! };
  });
}

function frameOf(id: number, { best, bids, asks }: Books[number]): BookFrame {
  const levels = (sizes: readonly number[], price: (at: number) => number): Float64Array =>
    Float64Array.from(sizes.flatMap((size, at) => (price(at) > 0 && price(at) < 100 ? [price(at) * TICK, size] : [])));
  return bookOf(`market-${id}`, {
    bids: levels(bids, (at) => best - at),
    asks: levels(asks, (at) => best + 1 + at),
    lastPrice: best * TICK,
  });
}

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, one) => total + one, 0n);

function checkPlaces(view: AccountView, deposited: number, ends: Ends, books: readonly BookFrame[]): void {
  const markets = ends.map(({ result }, at) =>
    marketOf(String(books[at]!.market), {
      result: result === 'void' ? 'void' : result,
      eventId: 1,
      eventTitle: 'One event',
    }),
  );
  const mirror = {
    account: () => view,
    book: (id: MarketId) => books.find(({ market }) => market === id) ?? null,
    catalogue: () => ({ at: 'live', markets, tick: TICK, receivedAtMs: 1, failure: null }) as CatalogueView,
    conditionals: () => null,
  };
  const exposures = readExposures(mirror);

  // Cash is what was put in, what was realised, and what is in the cost of what is held: from the exchange's own balance.
  const costs = exposures.all.map(({ cost }) => cost!);
  const difference = BigInt(deposited) + exposures.sum.realized - sum(costs) - view.balance!.total;
  // A void loses the half millionth of an odd holding, and no fill says whether shares that are gone were merged or redeemed.
  const voided = ends.filter(({ result }) => result === 'void').length;
  expect(difference < 0n ? -difference : difference).toBeLessThanOrEqual(BigInt(voided));

  // The top bar, the P&L pane by market and by event, the Equity pane, and the row that main stores.
  const byMarket = readRows(mirror, exposures, 'markets');
  const byEvent = readRows(mirror, exposures, 'events');
  expect(sumRows(byMarket)).toMatchObject({ atMiddle: exposures.sum.atMiddle, realized: exposures.sum.realized });
  expect(sumRows(byEvent)).toEqual(sumRows(byMarket));
  expect(byMarket.map(({ fills }) => fills)).toEqual(
    byMarket.map(({ market }) =>
      view.ledger.positions.filter((line) => line.market === market).reduce((count, { fills }) => count + fills, 0),
    ),
  );
  const live = buildLive(view, exposures.sum, NOW_MS)!;
  expect(live.pnl).toBe(sum(byMarket.map((row) => netOfRow(row)!)));
  expect(live.equity).toBe(view.balance!.total + sum(exposures.all.map(({ value }) => value!)));
  const row = buildEquityRow(
    {
      account: () => view,
      wallet: () => '0xa',
      market: (id) => markets.find((one) => one.id === id) ?? null,
      book: (id) => {
        const frame = mirror.book(id)!;
        const [bestBid = null, bestAsk = null] = [frame.bids[0], frame.asks[0]];
        return { health: frame.health, bestBid, bestAsk, lastPrice: frame.lastPrice };
      },
    },
    NOW_MS,
  )!;
  expect([row.cash + row.positions, row.realized + row.unrealized]).toEqual([live.equity, live.pnl]);

  // The export, as text: of every market of the P&L pane, with the figures of the panes.
  const exported = listResults(
    listExposures(view, {
      tick: TICK,
      listedAtMs: 1,
      find: (id) => markets.find((one) => one.id === id) ?? null,
      book: mirror.book,
    }),
    view.fills,
    { fromMs: null, toMs: null, market: null },
  );
  const written = exported.rows.map((one) => toResultFields(one, NOW_MS));
  const amounts = (field: 'realised' | 'at_the_middle' | 'net' | 'fees' | 'period_result'): readonly bigint[] =>
    written.map((one) => parseUsd(one[field]!));
  expect(written.map(({ market }) => market)).toEqual(byMarket.map(({ market }) => market));
  expect(amounts('realised')).toEqual(byMarket.map(({ realized }) => realized));
  expect(amounts('at_the_middle')).toEqual(byMarket.map(({ atMiddle }) => atMiddle));
  expect(amounts('net')).toEqual(byMarket.map((one) => netOfRow(one)));
  expect(amounts('fees')).toEqual(byMarket.map(({ fees }) => fees));
  expect(sum(amounts('period_result'))).toBe(sum(readRows(mirror, exposures, 'days').map(({ realized }) => realized)));
  exposures.all.forEach((exposure, at) => {
    const own = written[at]!;
    const { closedNow, atMiddle } = exposure;
    if (isFlat(exposure)) {
      expect([own.closed_now, own.closed_now_as_of, own.mark, own.at_the_middle_as_of]).toEqual([
        null,
        null,
        null,
        null,
      ]);
      return;
    }
    expect([own.closed_now, own.if_yes, own.if_no, own.if_void, own.cost].map((text) => parseUsd(text!))).toEqual([
      closedNow!.result,
      exposure.ifYes,
      exposure.ifNo,
      exposure.ifVoid,
      exposure.cost,
    ]);
    const asOf = [closedNow!.asOfMs, atMiddle!.asOfMs].map((atMs) => new Date(atMs ?? NOW_MS).toISOString());
    expect([own.closed_now_as_of, own.at_the_middle_as_of]).toEqual(asOf);
  });
  const total = toTotalFields(exported.sum, NOW_MS);
  expect(parseUsd(total.closed_now!)).toBe(exposures.sum.closedNow);
  expect(parseUsd(total.net!)).toBe(live.pnl);

  // Rows of Positions: none of what is flat, and those of a market are together its result.
  const lines = readLines(mirror);
  expect(lines.filter(({ position }) => position.quantity === 0)).toEqual([]);
  // A split that was merged again leaves no trace but in the exchange's average.
  expect(lines.flatMap(({ differences }) => differences).filter(({ code }) => code === 'quantity')).toEqual([]);
  for (const exposure of exposures.open) {
    const own = lines.filter(({ position }) => position.market === exposure.market);
    expect(own.length).toBeGreaterThan(0);
    const parts = own.map(({ position }) => middleOfOutcome(exposure, position.outcome)!);
    const whole = own.length === 2 ? exposure.atMiddle!.result : middleOfOutcome(exposure, own[0]!.position.outcome)!;
    expect(sum(parts)).toBe(whole);
    expect(whole).toBe(exposure.atMiddle!.result);
  }
  if (exposures.open.length === 0) {
    expect([live.equity, exposures.sum.atMiddle, exposures.sum.closedNow]).toEqual([view.balance!.total, 0n, 0n]);
    expect(lines).toEqual([]);
  }

  // The limits: the same shares and payouts, at the exchange's cost and without fees of purchase; open orders never lower a loss.
  const held = toUsd(sum(exposures.all.map(({ value }) => value!)));
  const valued = equityOf({
    balance: { total: view.balance!.total } as Balance,
    positions: view.positions,
    market: (id) => markets.find((one) => one.id === id) ?? null,
    book: (id) => {
      const frame = mirror.book(id)!;
      return { ...frame, bestBid: frame.bids[0] ?? null, bestAsk: frame.asks[0] ?? null, bids: [], asks: [] };
    },
  })!;
  const unrounded = view.balance!.total + held - valued;
  expect(unrounded >= 0n && unrounded <= BigInt(exposures.all.length)).toBe(true);
  for (const { market, yes, no, cost, ifYes, ifNo, ifVoid } of exposures.all) {
    const holdings = sumHoldings(view.positions, market);
    expect([holdings.yes.shares, holdings.no.shares]).toEqual([yes, no]);
    const stated = holdings.yes.cost + holdings.no.cost - cost!;
    const losses = lossByResult(holdings, [], market, RATE);
    expect(losses).toEqual({ yes: stated - ifYes!, no: stated - ifNo!, void: stated - ifVoid! });
    const orders = SIDES.flatMap((side) =>
      (['buy', 'sell'] as const).map((direction) => {
        return { market, side, direction, price: 300_000 as Price, open: toShares(7_000_001) };
      }),
    );
    expect(worstOf(lossByResult(holdings, orders, market, RATE))).toBeGreaterThanOrEqual(worstOf(losses));
  }

  exposures.all.forEach((exposure) => {
    const at = markets.findIndex(({ id }) => id === exposure.market);
    const { result } = ends[at]!;
    const frame = books[at]!;
    const strip = readStrip(mirror, exposure, exposure.market, NOW_MS);
    const partOf = (id: string) => strip.parts.find((part) => part.id === id)?.value;
    expect(strip.isFlat).toBe(isFlat(exposure));

    // The ladder of either outcome.
    for (const side of SIDES) {
      const rows = { side, tick: TICK, top: 990_000, rows: 99 } as const;
      const gains = openResultColumn()(stakeOf(exposure.holding), RATE, rows);
      const ladder = buildLadder({
        ...rows,
        book: frame,
        traded: new Float64Array(),
        orders: [],
        holding: exposure.holding,
        gains,
        queue: { atLeast: () => null, atMost: () => null },
      });
      if (isFlat(exposure)) expect([ladder.gains, ladder.average, ladder.breakEven]).toEqual([null, null, null]);
      else {
        const [first, last] = [ladder.gains![0]!, ladder.gains![98]!];
        expect(BigInt(first)).toBe(resultAtRow(exposure, side === 'yes' ? 990_000 : 10_000, RATE));
        expect(Math.max(...ladder.gains!)).toBe(Math.max(first, last));
        expect(Math.min(...ladder.gains!)).toBe(Math.min(first, last));
      }
    }
    if (isFlat(exposure)) {
      expect([exposure.cost, exposure.value]).toEqual([0n, 0n]);
      return;
    }

    // Close and its preview, and the strip.
    expect(partOf('closedNow')?.replace(' …', '')).toBe(formatGain(exposure.closedNow!.result));
    if (result !== null) {
      const paid = { yes: exposure.ifYes, no: exposure.ifNo, void: exposure.ifVoid }[result];
      expect([exposure.closedNow!.result, exposure.atMiddle!.result]).toEqual([paid, paid]);
      return;
    }
    const leg = planLeg({
      market: exposure.market,
      listed: markets[at]!,
      positions: view.positions,
      orders: [],
      depth: frame,
      tick: TICK,
      feeRateMicros: RATE,
      exchangeTimeMs: NOW_MS,
      cancelsOrders: true,
    });
    expect(leg === null).toBe(exposure.net === null);
    const quote = leg === null ? null : leg.route === 'buyOther' ? leg.buyOther : leg.sell;
    expect(resultOfExit(exposure, quote)).toBe(exposure.closedNow!.result);
    if (leg?.sell && leg.buyOther && leg.sell.shares === leg.buyOther.shares) {
      expect(resultOfExit(exposure, leg.sell)).toBe(resultOfExit(exposure, leg.buyOther));
    }
    // Closing never brings more than the middle does where the book is whole and has both sides.
    if (frame.bids.length > 0 && frame.asks.length > 0) {
      expect(exposure.closedNow!.result).toBeLessThanOrEqual(exposure.atMiddle!.result);
    }
  });
}

it('agrees in every place, to the millionth, on 1,000 random histories', () => {
  fc.assert(
    fc.property(
      fc.array(step, { minLength: 5, maxLength: 40 }),
      fc.tuple(end, end),
      fc.tuple(book, book),
      (history, ends, books) => {
        const frames = books.map((one, at) => frameOf(at + 1, one));
        for (const { view, deposited } of play(history, ends)) {
          // The exchange numbers its markets from 1.
          checkPlaces(view, deposited, ends, frames);
        }
      },
    ),
    { numRuns: 1_000 },
  );
});
