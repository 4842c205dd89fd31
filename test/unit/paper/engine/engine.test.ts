import { describe, expect, test } from 'vitest';
import { holdingOf } from '#paper/engine/account.ts';
import { buildEngine, type Engine, type EngineListener, type OrderRequest } from '#paper/engine/engine.ts';
import { takerFee } from '#paper/engine/fees.ts';
import { listBrokenInvariants } from '#paper/engine/invariants.ts';
import type { Account, BookMarket, Order, Trade } from '#paper/engine/state.ts';

const SHARE = 1_000_000;

interface Setting {
  engine: Engine;
  market: BookMarket;
  words: string[];
  trades: Trade[];
  open(dollars?: number, canSettle?: boolean): Account;
  send(account: Account, words: Partial<OrderRequest> & { ticks: number }): Order;
}

function buildSetting(): Setting {
  const words: string[] = [];
  const trades: Trade[] = [];
  const listener: EngineListener = {
    onOrder: (order, change) => words.push(`order ${order.id} ${change} ${order.state} ${order.remaining / SHARE}`),
    onFill: (fill) => words.push(`fill ${fill.order.id} ${fill.shares / SHARE} at ${fill.ticks} fee ${fill.fee}`),
    onBalance: (account) => words.push(`balance ${account.balance} locked ${account.locked}`),
    onPosition: () => {},
    onTrade: (_market, trade) => trades.push(trade),
  };
  const engine = buildEngine(listener);
  const market = engine.openMarket(50);
  return {
    engine,
    market,
    words,
    trades,
    open(dollars = 1_000, canSettle = true) {
      const account = engine.openAccount(false, canSettle);
      engine.deposit(account, dollars * SHARE, 0);
      return account;
    },
    send(account, request) {
      const result = engine.place(
        { account, market, side: 'yes', direction: 'buy', shares: 100 * SHARE, postOnly: false, ...request },
        1,
      );
      if (!result.ok) throw new Error(result.why);
      return result.order;
    },
  };
}

describe('the matching engine', () => {
  test('mints a complete set from two buyers and gives the price improvement to the taker', () => {
    const { engine, market, trades, open, send } = buildSetting();
    const [maker, taker] = [open(), open()];
    send(maker, { side: 'no', ticks: 40 });
    const order = send(taker, { ticks: 65 });
    expect(order.state).toBe('done');
    expect(trades).toMatchObject([{ ticks: 60, shares: 100 * SHARE, takerSide: 'yes' }]);
    const fee = takerFee(60, 100 * SHARE);
    expect(fee).toBe(480_000);
    expect(taker.balance).toBe(1_000 * SHARE - 60 * SHARE - fee);
    expect(maker.balance).toBe(960 * SHARE);
    expect(maker.rewards).toBe(96_000);
    expect(market.escrow).toBe(100 * SHARE);
    expect(listBrokenInvariants(engine)).toEqual([]);
  });

  test('passes shares on between a seller and a buyer of one outcome without touching the escrow', () => {
    const { engine, market, trades, open, send } = buildSetting();
    const [first, second, third] = [open(), open(), open()];
    send(first, { side: 'no', ticks: 40 });
    send(second, { ticks: 60 });
    send(second, { direction: 'sell', ticks: 55, shares: 30 * SHARE });
    send(third, { ticks: 58, shares: 30 * SHARE });
    expect(trades.at(-1)).toMatchObject({ ticks: 55, shares: 30 * SHARE, takerSide: 'yes' });
    expect(market.escrow).toBe(100 * SHARE);
    const holding = holdingOf(second, market.id, 'yes');
    expect([holding.quantity, holding.cost, holding.realized]).toEqual([70 * SHARE, 42 * SHARE, -1.5 * SHARE]);
    expect(listBrokenInvariants(engine)).toEqual([]);
  });

  test('merges the sets of two sellers back into collateral', () => {
    const { engine, market, trades, open, send } = buildSetting();
    const [yes, no] = [open(), open()];
    send(no, { side: 'no', ticks: 40 });
    send(yes, { ticks: 60 });
    send(yes, { direction: 'sell', ticks: 30 });
    send(no, { side: 'no', direction: 'sell', ticks: 65 });
    expect(trades.at(-1)).toMatchObject({ ticks: 30, takerSide: 'yes' });
    expect(market.escrow).toBe(0);
    expect(yes.balance).toBe(1_000 * SHARE - 60 * SHARE - takerFee(60, 100 * SHARE) + 30 * SHARE);
    expect(no.balance).toBe(960 * SHARE + 70 * SHARE - takerFee(30, 100 * SHARE));
    expect(listBrokenInvariants(engine)).toEqual([]);
  });

  test('fills the better price first and, at one price, the older order first', () => {
    const { trades, open, send } = buildSetting();
    const [a, b, c, taker] = [open(), open(), open(), open()];
    const late = send(a, { side: 'no', ticks: 40, shares: 10 * SHARE });
    const later = send(b, { side: 'no', ticks: 40, shares: 10 * SHARE });
    const best = send(c, { side: 'no', ticks: 42, shares: 10 * SHARE });
    const order = send(taker, { ticks: 60, shares: 25 * SHARE });
    expect(trades.map(({ ticks, shares }) => [ticks, shares / SHARE])).toEqual([
      [58, 10],
      [60, 10],
      [60, 5],
    ]);
    expect([best.state, late.state, later.state, later.remaining]).toEqual(['done', 'done', 'wait', 5 * SHARE]);
    expect([order.state, order.fills]).toEqual(['done', 3]);
  });

  test('locks the stake and the fee reserve, and keeps the stake alone once the order rests', () => {
    const { words, open, send } = buildSetting();
    const member = open();
    words.length = 0;
    const order = send(member, { ticks: 50 });
    expect(words).toEqual([
      `order ${order.id} created wait 100`,
      `balance 1000000000 locked ${50_500_000}`,
      `balance 1000000000 locked ${50_000_000}`,
    ]);
  });

  test('releases what is left of the lock when the order is cancelled', () => {
    const { engine, open, send } = buildSetting();
    const [maker, taker] = [open(), open()];
    const order = send(taker, { ticks: 60 });
    send(maker, { side: 'no', ticks: 40, shares: 40 * SHARE });
    expect(taker.locked).toBe(36 * SHARE);
    expect(engine.cancel(order, 2)).toBe(true);
    expect([taker.locked, taker.balance, order.state]).toEqual([0, 976 * SHARE, 'cancel']);
    expect(engine.cancel(order, 3)).toBe(false);
  });

  test('refuses a post-only order that would trade, an order beyond the balance and a sale of what is not held', () => {
    const { engine, market, open, send } = buildSetting();
    const [maker, taker] = [open(), open(30)];
    send(maker, { side: 'no', ticks: 40 });
    const common = { account: taker, market, side: 'yes', ticks: 60, postOnly: false } as const;
    const place = (request: Pick<OrderRequest, 'direction' | 'shares'> & { postOnly?: boolean }) =>
      engine.place({ ...common, ...request }, 1);
    expect(place({ direction: 'buy', shares: SHARE, postOnly: true })).toEqual({ ok: false, why: 'post_only' });
    expect(place({ direction: 'buy', shares: 50 * SHARE })).toEqual({ ok: false, why: 'insufficient' });
    expect(place({ direction: 'sell', shares: SHARE })).toEqual({ ok: false, why: 'insufficient' });
    expect(taker.locked).toBe(0);
  });

  test('rejects the order of a wallet that is not set up when it meets a fill, and goes on to the next in the queue', () => {
    const { engine, open, send } = buildSetting();
    const [unready, maker, taker] = [open(1_000, false), open(), open()];
    const resting = send(unready, { side: 'no', ticks: 41 });
    send(maker, { side: 'no', ticks: 40 });
    const order = send(taker, { ticks: 60 });
    expect([resting.state, unready.locked, unready.balance]).toEqual(['reject', 0, 1_000 * SHARE]);
    expect([order.state, order.fills]).toEqual(['done', 1]);
    expect(listBrokenInvariants(engine)).toEqual([]);
  });

  test('cancels what rests when a market closes and takes nothing afterwards', () => {
    const { engine, market, open, send } = buildSetting();
    const member = open();
    const order = send(member, { ticks: 50 });
    engine.closeMarket(market, 5);
    expect([order.state, member.locked]).toEqual(['cancel', 0]);
    expect(() => send(member, { ticks: 50 })).toThrow('closed');
  });
});
