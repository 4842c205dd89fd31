import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ExchangeOrder } from '#shared/order/account/account.ts';
import { parseIntentId, parseOrderId } from '#shared/units/ids.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares, toShares } from '#shared/units/shares.ts';
import { makeOrder, TIMED_OUT } from '#test/slice/makers.ts';
import { openTradingBench } from '#test/slice/tradingBench.ts';

const SEVEN = parseOrderId('7');
const INTENDED = parseShares('100');
const delay = fc.integer({ min: 0, max: 20_000 });

/** What the exchange does while an order is moved. */
const script = fc.record({
  /** Fills of whatever rests, each with the delay of its stream event; null: no event. */
  fills: fc.array(
    fc.record({ atMs: delay, shares: fc.integer({ min: 1, max: 60 }), eventMs: fc.option(fc.nat(9_000)) }),
    { maxLength: 5 },
  ),
  cancel: fc.record({
    /** Null: never carried out. */
    afterMs: fc.option(fc.nat(18_000)),
    answer: fc.constantFrom('cancelled', 'triggered', 'unknown', 'rejected'),
    answerMs: fc.nat(4_000),
    eventMs: fc.option(fc.nat(9_000)),
  }),
  post: fc.record({
    rests: fc.boolean(),
    answer: fc.constantFrom('accepted', 'unknown', 'rejected'),
    answerMs: fc.nat(4_000),
  }),
  readsDown: fc.option(fc.record({ fromMs: delay, forMs: delay })),
  person: fc.option(fc.record({ atMs: delay, act: fc.constantFrom('cancel', 'moveAgain', 'panic') })),
});

const isWorking = (order: ExchangeOrder): boolean => order.state === 'wait';

describe('a move under every interleaving of fills, answers, events and reads', () => {
  it('never has two working orders and never trades and rests more than the order was for', async () => {
    const outcomes = new Set<string>();
    await fc.assert(
      fc.asyncProperty(script, async (plan) => {
        const bench = openTradingBench();
        const { exchange, clock, trading } = bench;
        const at = (delayMs: number, run: () => void): void => void clock.schedule(delayMs, run);
        const check = (): void => {
          const orders = [...exchange.orders.values()];
          const working = orders.filter(isWorking);
          const open = working.reduce((sum, order) => sum + order.remainingShares, 0);
          const filled = orders.reduce((sum, order) => sum + order.filledShares, 0);
          expect(working.length).toBeLessThanOrEqual(1);
          expect(open + filled).toBeLessThanOrEqual(INTENDED);
        };
        const change = (id: string, part: Partial<ExchangeOrder>, eventMs: number | null): void => {
          const order = { ...exchange.orders.get(id)!, ...part, updatedAtMs: clock.exchangeTimeMs() };
          exchange.put(order);
          check();
          if (eventMs === null) return;
          at(eventMs, () => trading.applyPrivateEvent({ kind: 'order', order, receivedAtMs: clock.now() }));
        };
        exchange.put(makeOrder('7', { price: parsePrice('0.40') }));
        await bench.open();
        trading.setArmed(true);
        exchange.answerCancel = (id) =>
          new Promise((resolve) => {
            const { afterMs, answer, answerMs, eventMs } = plan.cancel;
            if (afterMs !== null) {
              at(afterMs, () => {
                if (isWorking(exchange.orders.get(id)!)) change(id, { state: 'cancel' }, eventMs);
              });
            }
            at(answerMs, () => {
              if (answer === 'unknown') resolve({ kind: 'unknown', cause: TIMED_OUT });
              else if (answer === 'rejected') resolve({ kind: 'rejected', codes: ['market.order.invalid_state'] });
              else resolve({ kind: answer });
            });
          });
        exchange.answerPost = (_placement, rest) =>
          new Promise((resolve) => {
            const { rests, answer, answerMs } = plan.post;
            const order = rests || answer === 'accepted' ? rest() : null;
            check();
            at(answerMs, () => {
              if (answer === 'accepted' && order) resolve({ kind: 'accepted', order });
              else if (answer === 'rejected' && !order) resolve({ kind: 'rejected', codes: ['x'], retryAtMs: null });
              else resolve({ kind: 'unknown', cause: TIMED_OUT });
            });
          });
        for (const { atMs, shares, eventMs } of plan.fills) {
          at(atMs, () => {
            const order = [...exchange.orders.values()].find(isWorking);
            if (!order) return;
            const traded = Math.min(order.remainingShares, shares * 1_000_000);
            const remainingShares = toShares(order.remainingShares - traded);
            const filledShares = toShares(order.filledShares + traded);
            change(
              order.id,
              { filledShares, remainingShares, state: remainingShares === 0 ? 'done' : 'wait' },
              eventMs,
            );
          });
        }
        if (plan.readsDown) {
          at(plan.readsDown.fromMs, () => {
            exchange.isDown = true;
          });
          at(plan.readsDown.fromMs + plan.readsDown.forMs, () => {
            exchange.isDown = false;
          });
        }
        const move = (moveId: string, price: string) =>
          trading.move({
            moveId: parseIntentId(moveId),
            orderId: SEVEN,
            price: parsePrice(price),
            bookVersion: null,
          });
        if (plan.person) {
          const { atMs, act } = plan.person;
          at(atMs, () => {
            if (act === 'cancel') void trading.cancel(SEVEN);
            else if (act === 'panic') trading.stopExits('panic');
            else void move('move-0002', '0.44');
          });
        }
        const receipt = move('move-0001', '0.45');
        await clock.advance(90_000);
        check();
        const { outcome, ...rest } = await receipt;
        outcomes.add('result' in rest ? rest.result.code : outcome);
        trading.close();
      }),
      { numRuns: 300 },
    );
    // The scripts reach every outcome, so that the law is not kept by moves that never begin.
    for (const code of ['moved', 'filled', 'cancelNotProved', 'newRefused', 'newUnknown', 'stopped']) {
      expect(outcomes).toContain(code);
    }
  });
});
