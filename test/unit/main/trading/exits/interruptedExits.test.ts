import { describe, expect, it } from 'vitest';
import { completeWallets, type ExitMemory, type StoredExits } from '#main/trading/exits/interruptedExits.ts';
import type { ExchangeOrder } from '#shared/order/account/account.ts';
import { parseAddress, parseIntentId, parseOrderId } from '#shared/units/ids.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { MARKET, makeIntent, makeMarket, makeOrder, SAFE } from '#test/slice/makers.ts';
import { fill, openTradingBench, type TradingBench } from '#test/slice/tradingBench.ts';

const SEVEN = parseOrderId('7');
const MOVE = parseIntentId('move-0001');
const FLATTEN = parseIntentId('flatten-0001');
const never = <T>(): Promise<T> => new Promise<T>(() => {});

const OTHER_WALLET = parseAddress(`0x${'7'.repeat(40)}`);

async function openRemembering() {
  let stored: StoredExits = { flattens: [], moves: [] };
  const exitMemory: ExitMemory = {
    load: () => stored,
    save(exits) {
      stored = JSON.parse(JSON.stringify(exits)) as StoredExits;
    },
  };
  const bench = openTradingBench({ exitMemory });
  bench.exchange.put(makeOrder('7', { price: parsePrice('0.40') }));
  bench.trading.setMaker(SAFE);
  await bench.open();
  bench.trading.setArmed(true);
  return { bench, stored: () => stored, store: exitMemory.save };
}

function move({ trading }: TradingBench, orderId = SEVEN): void {
  void trading.move({ moveId: MOVE, orderId, price: parsePrice('0.45'), bookVersion: null });
}

function flatten({ trading }: TradingBench): void {
  const leg = {
    market: MARKET,
    side: 'yes',
    route: 'sell',
    worst: parsePrice('0.55'),
    shares: parseShares('1000'),
    isBookConfirmed: false,
  } as const;
  trading.flatten({ flattenId: FLATTEN, legs: [leg], cancelsOrders: true });
}

/** The program ends in the middle, and another one starts on the same files. */
async function restart(bench: TradingBench) {
  bench.trading.close();
  const calls = bench.exchange.calls.length;
  const next = bench.reopen();
  next.setMaker(SAFE);
  const isRequest = (call: string): boolean => call === 'post' || call.startsWith('cancel');
  return {
    next,
    open: async () => {
      next.applyPrivateEvent({ kind: 'open', atMs: bench.clock.now() });
      await bench.clock.advance(10_000);
    },
    requests: () => bench.exchange.calls.slice(calls).filter(isRequest),
  };
}

const cancelled = (order: ExchangeOrder, filled: string, { clock }: TradingBench): ExchangeOrder => ({
  ...order,
  state: 'cancel',
  filledShares: parseShares(filled),
  remainingShares: (order.originShares - parseShares(filled)) as ExchangeOrder['remainingShares'],
  updatedAtMs: clock.exchangeTimeMs(),
});

describe('a move that the end of the program interrupted', () => {
  it('is stored before its cancel leaves, and no longer once it ended', async () => {
    const { bench, stored } = await openRemembering();
    const answer = bench.exchange.answerCancel;
    const during: number[] = [];
    bench.exchange.answerCancel = (id, drop) => {
      during.push(stored().moves.length);
      return answer(id, drop);
    };
    move(bench);
    await bench.clock.advance(10_000);
    expect(during).toEqual([1]);
    expect(stored()).toEqual({ flattens: [], moves: [] });
  });

  it('is reported with the cancelled order, what it filled, and the rest that was not placed', async () => {
    const { bench, stored } = await openRemembering();
    const intentId = parseIntentId('own-order-1');
    await bench.trading.place(makeIntent({ intentId, price: parsePrice('0.40') }));
    bench.exchange.answerCancel = never;
    const id = parseOrderId('101');
    move(bench, id);
    await bench.clock.settle();
    // As a kill: nothing more is saved.
    const order = bench.exchange.orders.get('101')!;
    bench.exchange.put(cancelled(order, '30', bench));
    const { next, open, requests } = await restart(bench);
    await open();
    const left = parseShares('70');
    expect(next.view().exits).toMatchObject([
      {
        kind: 'move',
        moveId: MOVE,
        state: {
          at: 'ended',
          outcome: {
            code: 'programStopped',
            parameters: { old: { at: 'cancelled' }, filledMeanwhile: parseShares('30'), rest: left, placed: null },
          },
        },
      },
    ]);
    expect(requests()).toEqual([]);
    expect(stored().moves).toHaveLength(1);
  });

  it('names the new order, also when its answer was lost and is found later', async () => {
    const { bench } = await openRemembering();
    bench.exchange.answerPost = async (_placement, rest) => {
      rest();
      return never();
    };
    move(bench);
    await bench.clock.advance(5_000);
    const { next, open } = await restart(bench);
    expect(next.view().exits).toMatchObject([{ state: { outcome: { parameters: { placed: { at: 'unknown' } } } } }]);
    await open();
    expect(next.view().exits).toMatchObject([
      { state: { outcome: { parameters: { placed: { orderId: '101', at: 'resting' } } } } },
    ]);
  });

  it('says of another client’s order only whether it still rests', async () => {
    const { bench } = await openRemembering();
    bench.exchange.answerCancel = never;
    move(bench);
    await bench.clock.settle();
    const { next, open } = await restart(bench);
    const fate = () => next.view().exits?.map((one) => (one.kind === 'move' ? one.state : null));
    expect(fate()).toMatchObject([{ outcome: { parameters: { old: { at: 'notRead' } } } }]);
    await open();
    expect(fate()).toMatchObject([{ outcome: { parameters: { old: { orderId: '7', at: 'resting' } } } }]);
  });

  it('finds an own order that was signed long before and ended since', async () => {
    const { bench } = await openRemembering();
    bench.context.market = () => makeMarket({ closeAtMs: null });
    await bench.trading.place(makeIntent({ intentId: parseIntentId('own-order-1'), price: parsePrice('0.40') }));
    await bench.clock.advance(2 * 24 * 60 * 60_000);
    bench.exchange.answerPost = never;
    move(bench, parseOrderId('101'));
    await bench.clock.advance(5_000);
    const { next } = await restart(bench);
    expect(next.view().exits).toMatchObject([{ state: { outcome: { parameters: { old: { at: 'cancelled' } } } } }]);
  });
});

describe('a flatten that the end of the program interrupted', () => {
  it('is reported with the orders that it cancelled and placed, and what they filled', async () => {
    const { bench, stored } = await openRemembering();
    flatten(bench);
    await bench.clock.advance(5_000);
    expect(stored().flattens).toMatchObject([{ legs: [{ cancels: ['7'], placed: [expect.any(String)] }] }]);
    bench.exchange.put(fill(bench.exchange.orders.get('101')!, bench.clock));
    const { next, open, requests } = await restart(bench);
    next.clearAccount();
    next.setMaker(SAFE);
    await open();
    expect(next.view().exits).toMatchObject([
      {
        flattenId: FLATTEN,
        legs: [
          {
            at: 'ended',
            exited: parseShares('50'),
            left: {
              code: 'programStopped',
              parameters: { cancels: [{ orderId: '7' }], placed: [{ orderId: '101', at: 'done' }] },
            },
          },
        ],
      },
    ]);
    expect(requests()).toEqual([]);
  });
});

describe('the report of an interrupted exit', () => {
  it('stays over further restarts until it is dismissed, and then goes for good', async () => {
    const { bench, stored } = await openRemembering();
    bench.exchange.answerCancel = never;
    move(bench);
    flatten(bench);
    await bench.clock.settle();
    bench.trading.close();
    bench.reopen().close();
    const next = bench.reopen();
    next.setMaker(SAFE);
    expect(next.view().exits).toHaveLength(2);
    next.dismissExit(FLATTEN);
    expect(next.view().exits).toMatchObject([{ moveId: MOVE }]);
    next.dismissExit(MOVE);
    expect(next.view().exits).toEqual([]);
    expect(stored()).toEqual({ flattens: [], moves: [] });
    expect(bench.reopen().view().exits).toEqual([]);
  });
});

describe('the report of an interrupted exit and the accounts of one data folder', () => {
  async function interruptBoth() {
    const opened = await openRemembering();
    const { bench } = opened;
    bench.exchange.answerCancel = never;
    move(bench);
    flatten(bench);
    await bench.clock.settle();
    bench.trading.close();
    return opened;
  }

  it('is stored with the wallet that was in use', async () => {
    const { stored } = await interruptBoth();
    expect([...stored().flattens, ...stored().moves].map(({ wallet }) => wallet)).toEqual([SAFE, SAFE]);
  });

  it('is neither shown to another account nor dismissed by it', async () => {
    const { bench, stored } = await interruptBoth();
    const next = bench.reopen();
    expect(next.view().exits).toEqual([]);
    next.setMaker(OTHER_WALLET);
    expect(next.view().exits).toEqual([]);
    next.dismissExit(FLATTEN);
    next.dismissExit(MOVE);
    expect(stored().flattens.length + stored().moves.length).toBe(2);
    next.clearAccount();
    next.setMaker(SAFE);
    expect(next.view().exits).toHaveLength(2);
    next.dismissExit(MOVE);
    expect(next.view().exits).toMatchObject([{ flattenId: FLATTEN }]);
    expect(stored().moves).toEqual([]);
  });

  it('of a move that runs while the account changes stays with the earlier one', async () => {
    const { bench, stored } = await openRemembering();
    bench.exchange.answerCancel = never;
    flatten(bench);
    await bench.clock.settle();
    bench.trading.clearAccount();
    bench.trading.setMaker(OTHER_WALLET);
    expect(bench.trading.view().exits).toEqual([]);
    move(bench);
    await bench.clock.settle();
    expect(stored().flattens).toMatchObject([{ wallet: SAFE }]);
  });

  it('of an earlier version goes to the wallet that signed its orders, else to the first account', async () => {
    const { stored } = await interruptBoth();
    const old: StoredExits = {
      flattens: stored().flattens.map((one) => ({ ...one, wallet: null })),
      moves: stored().moves.map((one) => ({ ...one, wallet: null })),
    };
    const { bench, stored: storedNow, store } = await openRemembering();
    await bench.trading.place(makeIntent({ intentId: MOVE, price: parsePrice('0.40') }));
    expect(bench.journal[0]).toMatchObject({ kind: 'signed', maker: SAFE });
    expect(completeWallets(old, bench.journal).moves).toMatchObject([{ moveId: MOVE, wallet: SAFE }]);
    store(old);
    const next = bench.reopen();
    next.setMaker(OTHER_WALLET);
    expect(next.view().exits).toMatchObject([{ flattenId: FLATTEN }]);
    expect(storedNow().flattens).toMatchObject([{ wallet: OTHER_WALLET }]);
    expect(storedNow().moves).toMatchObject([{ wallet: SAFE }]);
  });
});
