import { describe, expect, it } from 'vitest';
import { openMemoryRiskStore } from '#main/trading/risk/limits.ts';
import { DEFAULT_RISK_LIMITS } from '#shared/order/risk/limits.ts';
import { parseAddress, parseIntentId } from '#shared/units/ids.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { parseUsd, ZERO_USD } from '#shared/units/usd.ts';
import { denialCodes, listingOf, makeBalance, makeIntent, makePosition } from '#test/slice/makers.ts';
import { makeRiskBook } from '#test/slice/riskMakers.ts';
import { fill, openTradingBench, type TradingBench } from '#test/slice/tradingBench.ts';

async function openArmed(...change: Parameters<typeof openTradingBench>): Promise<TradingBench> {
  const bench = openTradingBench(...change);
  await bench.open();
  bench.trading.setArmed(true);
  return bench;
}

const id = (number: number) => parseIntentId(`intent-${1000 + number}`);
/** Gives away 2.00: 10 shares at 0.40 while the bid is 0.60. */
const cheapSale = (number: number) =>
  makeIntent({ intentId: id(number), direction: 'sell', price: parsePrice('0.40'), shares: parseShares('10') });

describe('value given away', () => {
  it('counts from the signature on, and after a restart again', async () => {
    const { trading, reopen } = await openArmed();
    await trading.place(cheapSale(1));
    await trading.place(cheapSale(2));
    expect(trading.view().risk.givenAwayToday).toBe(parseUsd('4'));
    expect(reopen().view().risk.givenAwayToday).toBe(parseUsd('4'));
  });

  it('of a rejected order is nothing, of a partly filled one its part', async () => {
    const { trading, exchange, clock } = await openArmed();
    exchange.answerPost = async () => ({ kind: 'rejected', codes: ['no'], retryAtMs: null });
    await trading.place(cheapSale(1));
    expect(trading.view().risk.givenAwayToday).toBe(ZERO_USD);
    exchange.answerPost = async (_placement, rest) => ({ kind: 'accepted', order: rest() });
    await trading.place(cheapSale(2));
    const [order] = [...exchange.orders.values()];
    const cancelled = { ...order!, state: 'cancel', filledShares: parseShares('4'), remainingShares: parseShares('6') };
    trading.applyPrivateEvent({
      kind: 'order',
      order: { ...cancelled, state: 'cancel', updatedAtMs: clock.exchangeTimeMs() + 1 },
      receivedAtMs: clock.now(),
    });
    expect(trading.view().risk.givenAwayToday).toBe(parseUsd('0.8'));
  });

  const recordOf = (givenAway: string, dayStartsAtMs: number, isLost = false) => ({
    use: () => ({ dayStartsAtMs, givenAway: parseUsd(givenAway), isLost }),
    lots: () => [],
  });

  it('is what the vault recorded, where the journal shows less by more than a tenth of the limit', async () => {
    const { trading, reopen } = await openArmed();
    await trading.place(cheapSale(1));
    const { dayStartsAtMs } = trading.view().risk;
    const countAgain = (consent: ReturnType<typeof recordOf>) => reopen({ consent }).view().risk.givenAwayToday;
    expect(countAgain(recordOf('600', dayStartsAtMs))).toBe(parseUsd('600'));
    expect(countAgain(recordOf('90', dayStartsAtMs))).toBe(parseUsd('2'));
    expect(countAgain(recordOf('600', dayStartsAtMs - 86_400_000))).toBe(parseUsd('2'));
  });

  it('is the whole limit after the journal was lost, until complete reads show less', async () => {
    const { trading, reopen } = await openArmed();
    const { dayStartsAtMs } = trading.view().risk;
    const again = reopen({ consent: recordOf('0', dayStartsAtMs, true) });
    expect(again.view().risk.givenAwayToday).toBe(DEFAULT_RISK_LIMITS.dayGivenAway);
    await again.reconcile();
    // No fill today and no open order: nothing can have been given away.
    expect(again.view().risk.givenAwayToday).toBe(ZERO_USD);
  });

  it('is counted per UTC day', async () => {
    const { trading, clock, exchange } = await openArmed();
    await trading.place(cheapSale(1));
    const [order] = [...exchange.orders.values()];
    trading.applyPrivateEvent({ kind: 'order', order: fill(order!, clock), receivedAtMs: clock.now() });
    await clock.advance(60_001);
    expect(trading.view().risk).toMatchObject({ givenAwayToday: parseUsd('2'), uses: [] });
    await clock.advance(86_400_000);
    expect(trading.view().risk.givenAwayToday).toBe(ZERO_USD);
  });

  it('refuses the order that exceeds the minute', async () => {
    const limits = { ...DEFAULT_RISK_LIMITS, minuteGivenAway: parseUsd('4') };
    const { trading, clock } = await openArmed({ riskStore: openMemoryRiskStore({ limits }) });
    await trading.place(cheapSale(1));
    await trading.place(cheapSale(2));
    expect(await trading.place(cheapSale(3))).toMatchObject({
      denials: [{ code: 'limit', parameters: { limit: 'minuteGivenAway', by: parseUsd('2') } }],
    });
    await clock.advance(60_001);
    // Both still rest, so their fills could fall into this minute.
    expect(denialCodes(await trading.place(cheapSale(4)))).toEqual(['limit']);
  });
});

describe('the baseline of the day', () => {
  it('is not taken while a position is unreadable', async () => {
    const { exchange, trading, open } = openTradingBench();
    const { listPositions } = exchange;
    const problem = { path: 'positions[0].qty', expected: 'text', found: '1' };
    const unreadable = [{ id: null, market: null, outcome: null, problem }];
    exchange.listPositions = async () => ({ ...listingOf([]), unreadable });
    await open();
    expect(trading.view().risk.baseline).toBeNull();
    exchange.listPositions = listPositions;
    await trading.reconcile();
    expect(trading.view().risk.baseline?.equity).toBe(parseUsd('1030.5'));
  });

  it('is the equity of the first complete read, stored with its owner', async () => {
    const riskStore = openMemoryRiskStore();
    const { trading, clock } = await openArmed({ riskStore });
    const startsAtMs = Math.floor(clock.now() / 86_400_000) * 86_400_000;
    expect(trading.view().risk.baseline).toMatchObject({ startsAtMs, equity: parseUsd('1030.5') });
    expect(riskStore.value().baseline).toMatchObject({ startsAtMs, equity: parseUsd('1030.5') });
  });

  it('survives a restart, and is not that of another key', async () => {
    const { trading, exchange, reopen, context } = await openArmed({ riskStore: openMemoryRiskStore() });
    exchange.balances = [makeBalance('900')];
    const again = reopen();
    await again.reconcile();
    expect(again.view().risk.baseline?.equity).toBe(parseUsd('1030.5'));
    context.owner = () => parseAddress(`0x${'77'.repeat(20)}`);
    await again.reconcile();
    expect(again.view().risk.baseline?.equity).toBe(parseUsd('930.5'));
    expect(trading.view().risk.limits).toBe(DEFAULT_RISK_LIMITS);
  });

  it('stops orders that are no exits once the day lost the limit, until a person starts it again', async () => {
    const limits = { ...DEFAULT_RISK_LIMITS, dayLoss: parseUsd('50') };
    const { trading, exchange, clock } = await openArmed({ riskStore: openMemoryRiskStore({ limits }) });
    await clock.advance(10_001);
    exchange.balances = [makeBalance('940')];
    await trading.reconcile();
    expect(await trading.place(makeIntent({ intentId: id(1) }))).toMatchObject({
      denials: [{ code: 'limit', parameters: { limit: 'dayLoss', found: parseUsd('60') } }],
    });
    const exit = makeIntent({
      intentId: id(2),
      direction: 'sell',
      price: parsePrice('0.60'),
      shares: parseShares('50'),
    });
    expect(await trading.place(exit)).toMatchObject({ outcome: 'accepted' });
    expect(trading.restartDay(trading.planDayStart()!)).toBe(true);
    expect(await trading.place(makeIntent({ intentId: id(3) }))).toMatchObject({ outcome: 'accepted' });
  });
});

it('starts the loss of the day again at what the question showed: what is lost while it is open counts', async () => {
  const { trading, exchange, clock } = await openArmed();
  const lossOf = () => {
    const { baseline } = trading.view().risk;
    return baseline === null ? null : baseline.equity - trading.planDayStart()!.equity;
  };
  await clock.advance(10_001);
  exchange.balances = [makeBalance('940')];
  await trading.reconcile();
  const plan = trading.planDayStart()!;
  expect([lossOf(), plan.loss]).toEqual([parseUsd('60'), parseUsd('60')]);
  await clock.advance(10_001);
  exchange.balances = [makeBalance('900')];
  await trading.reconcile();
  expect(trading.restartDay(plan)).toBe(true);
  expect(lossOf()).toBe(parseUsd('40'));
  await clock.advance(10_001);
  exchange.balances = [makeBalance('980')];
  await trading.reconcile();
  expect(trading.restartDay(plan)).toBe(true);
  expect(lossOf()).toBe(0n);
});

it('counts two orders that were checked before either was signed', async () => {
  const limits = { ...DEFAULT_RISK_LIMITS, marketLoss: parseUsd('90') };
  const { trading } = await openArmed({ riskStore: openMemoryRiskStore({ limits }) });
  const receipts = await Promise.all([1, 2].map((number) => trading.place(makeIntent({ intentId: id(number) }))));
  expect(receipts.map(({ outcome }) => outcome).sort()).toEqual(['accepted', 'denied']);
});

it('counts a fill until the positions include it', async () => {
  const { trading, exchange, clock } = await openArmed();
  await trading.place(makeIntent());
  const [order] = [...exchange.orders.values()];
  await clock.advance(1_000);
  const filled = fill(order!, clock);
  trading.applyPrivateEvent({ kind: 'order', order: filled, receivedAtMs: clock.now() });
  expect(trading.view().risk.unsettled).toMatchObject([{ side: 'yes', direction: 'buy', open: 100_000_000 }]);
  const position = makePosition('150', { exchangeTimeMs: filled.updatedAtMs });
  trading.applyPrivateEvent({ kind: 'position', position, receivedAtMs: clock.now() });
  expect(trading.view().risk.unsettled).toEqual([]);
});

describe('an exit on a book that is not live', () => {
  const exit = makeIntent({ direction: 'sell', price: parsePrice('0.60'), shares: parseShares('50') });

  it('needs a typed price and a person’s agreement', async () => {
    const { trading, context } = await openArmed();
    const health = { at: 'stale', sinceMs: 0, reason: { code: 'crossed', parameters: {} } } as const;
    context.book = () => ({ ...makeRiskBook({ health }), bestBid: null, bestAsk: null });
    expect(denialCodes(await trading.place(exit))).toEqual(['priceNotTyped']);
    const typed = { ...exit, isPriceTyped: true } as const;
    expect(trading.needsConfirmation(exit)).toBe(false);
    expect(trading.needsConfirmation(typed)).toBe(true);
    expect(denialCodes(await trading.place({ ...typed, intentId: id(1) }))).toEqual(['notConfirmed']);
    expect(await trading.place({ ...typed, intentId: id(2) }, { isConfirmed: true })).toMatchObject({
      outcome: 'accepted',
    });
    const buy = makeIntent({ intentId: id(3), isPriceTyped: true });
    expect(trading.needsConfirmation(buy)).toBe(false);
    expect(denialCodes(await trading.place(buy, { isConfirmed: true }))).toEqual(['bookNotLive']);
  });
});
