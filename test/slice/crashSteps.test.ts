/**
 * A crash at each numbered step of docs/life-of-an-order.md, and a start on the same journal and exchange.
 *
 * Shape       The crashed program is abandoned in the middle of the step: nothing of it is closed, and its answers never arrive.
 */
import { describe, expect, it } from 'vitest';
import { ABSENT_AFTER_MS } from '#main/trading/orders/absence.ts';
import { type OrderId, parseIntentId, parseOrderId } from '#shared/units/ids.ts';
import { makeIntent, TIMED_OUT } from './makers.ts';
import { fill, openTradingBench, type TradingBench } from './tradingBench.ts';

const INTENT = parseIntentId('crash-intent');
const never = <T>(): Promise<T> => new Promise<T>(() => {});

interface Crash {
  readonly name: string;
  /** Makes the program stop in the step; what the exchange does there happens. */
  readonly arrange: (bench: TradingBench) => void;
  /** What happens after the order was placed, in the same run. */
  readonly afterwards?: (bench: TradingBench) => Promise<void>;
  /** Orders that the exchange has afterwards, and the state that the next run shows; null: no order at all. */
  readonly reached: number;
  readonly life: string | null;
}

const accept: TradingBench['exchange']['answerPost'] = async (_placement, rest) => ({
  kind: 'accepted',
  order: rest(),
});
const ID = parseOrderId('101');
const cancelOnly = (bench: TradingBench, id: OrderId): void => {
  const order = bench.exchange.orders.get(id)!;
  bench.exchange.put({ ...order, state: 'cancel', updatedAtMs: bench.clock.exchangeTimeMs() });
};

const CRASHES: readonly Crash[] = [
  {
    name: '5: the check denied it',
    arrange: (bench) => bench.trading.setArmed(false),
    reached: 0,
    life: null,
  },
  {
    name: '6: the wallet record is being read',
    arrange: ({ exchange }) => {
      exchange.fetchMarketWallet = never;
    },
    reached: 0,
    life: null,
  },
  {
    name: '8: it is in the journal, and no byte has left',
    arrange: ({ exchange }) => {
      exchange.answerPost = never;
    },
    reached: 0,
    life: 'absent',
  },
  {
    name: '9: the exchange has it, and the answer is on its way',
    arrange: ({ exchange }) => {
      exchange.answerPost = async (_placement, rest) => {
        rest();
        return never();
      };
    },
    reached: 1,
    life: 'resting',
  },
  {
    name: '9: it filled at once, and the answer is on its way',
    arrange: ({ exchange, clock }) => {
      exchange.answerPost = async (_placement, rest) => {
        exchange.put(fill(rest(), clock));
        return never();
      };
    },
    reached: 1,
    life: 'done',
  },
  {
    name: '10: the answer was applied',
    arrange: ({ exchange }) => {
      exchange.answerPost = accept;
    },
    reached: 1,
    life: 'resting',
  },
  {
    name: '10: it filled while no program ran',
    arrange: ({ exchange }) => {
      exchange.answerPost = accept;
    },
    afterwards: async ({ exchange, clock }) => {
      exchange.put(fill(exchange.orders.get(ID)!, clock));
    },
    reached: 1,
    life: 'done',
  },
  {
    name: '11: its answer was lost, and it is being looked for',
    arrange: ({ exchange }) => {
      exchange.answerPost = async (_placement, rest) => {
        rest();
        exchange.isDown = true;
        return { kind: 'unknown', cause: TIMED_OUT };
      };
    },
    afterwards: async ({ exchange }) => {
      exchange.isDown = false;
    },
    reached: 1,
    life: 'resting',
  },
  {
    name: 'cancel: requested, and not carried out',
    arrange: ({ exchange }) => {
      exchange.answerPost = accept;
      exchange.answerCancel = never;
    },
    afterwards: async (bench) => {
      void bench.trading.cancel(ID);
      await bench.clock.settle();
    },
    reached: 1,
    life: 'resting',
  },
  {
    name: 'cancel: carried out, and the answer is on its way',
    arrange: (bench) => {
      bench.exchange.answerPost = accept;
      bench.exchange.answerCancel = (id) => {
        cancelOnly(bench, id);
        return never();
      };
    },
    afterwards: async (bench) => {
      void bench.trading.cancel(ID);
      await bench.clock.settle();
    },
    reached: 1,
    life: 'cancelled',
  },
];

/** Places the order and stops in the middle; answers the next run, after the exchange was read. */
async function crash({ arrange, afterwards }: Crash, change: Parameters<typeof openTradingBench>[0] = {}) {
  const bench = openTradingBench(change);
  await bench.open();
  bench.trading.setArmed(true);
  arrange(bench);
  void bench.trading.place(makeIntent({ intentId: INTENT }));
  await bench.clock.settle();
  await afterwards?.(bench);
  // From here on the abandoned run must do nothing.
  bench.trading.close();
  const posted = bench.exchange.posted.length;
  const next = bench.reopen();
  next.applyPrivateEvent({ kind: 'open', atMs: bench.clock.now() });
  await bench.clock.advance(ABSENT_AFTER_MS + 120_000);
  return { bench, next, posted };
}

describe('after a crash at step', () => {
  it.each(CRASHES)('$name, the view is the exchange’s and nothing is placed twice', async (one) => {
    const { bench, next, posted } = await crash(one);
    const { orders } = next.view();
    expect(orders.map((order) => order.life.at)).toEqual(one.life === null ? [] : [one.life]);
    expect(bench.exchange.orders.size).toBe(one.reached);
    expect(bench.exchange.posted).toHaveLength(posted);
    expect(posted).toBeLessThanOrEqual(1);
    for (const order of bench.exchange.orders.values()) {
      const shown = orders.find(({ orderId }) => orderId === order.id);
      expect(shown).toMatchObject({ intentId: INTENT, filled: order.filledShares, remaining: order.remainingShares });
    }
    expect(next.view().at).toBe('live');
  });

  it('7: the order is being signed, nothing was written or sent', async () => {
    const signer = { signOrder: () => never<never>(), signSecondKeyOrder: () => never<never>() };
    const { bench, next, posted } = await crash({ name: '', arrange: () => {}, reached: 0, life: null }, { signer });
    expect([posted, bench.journal.length, bench.exchange.orders.size]).toEqual([0, 0, 0]);
    expect(next.view().orders).toEqual([]);
  });

  it('9: the same intent again gets the receipt of the first, and is not placed again', async () => {
    const { bench, next } = await crash(CRASHES.find(({ name }) => name.startsWith('9: the exchange has it'))!);
    next.setArmed(true);
    expect(await next.place(makeIntent({ intentId: INTENT }))).toEqual({ outcome: 'accepted', orderId: '101' });
    expect(bench.exchange.posted).toHaveLength(1);
  });
});
