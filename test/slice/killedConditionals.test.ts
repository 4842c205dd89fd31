/**
 * `kill -9` of a real program that has a conditional order of every kind, and a start on the same files and exchange.
 *
 * Shape       One kill interrupts all kinds, each at another of its steps. `ADYTON_ALL_STEPS=1` kills at every point that the program reaches.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConditionalView } from '#shared/ipc/conditionals/conditionals.ts';
import type { ConditionalId } from '#shared/order/conditional/declaration/termsFields.ts';
import { isTerminal } from '#shared/order/conditional/describeLife.ts';
import { KIND_NAMES } from '#shared/order/conditional/terms.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { toPrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { buildConditional, compareConditionals } from '../../tools/chaos/conditionals.ts';
import { openRecorder, type Recorder } from '../../tools/chaos/recorder.ts';
import type { ConditionalSetup } from './conditionalProcess.ts';
import { runAndKill } from './runAndKill.ts';
import { intend, openTraderBench, PASSWORD, type TraderBench, until } from './traderBench.ts';

const ENTRY = join(import.meta.dirname, 'conditionalProcess.ts');
/** A later point is seldom reached before the program is stopped. */
const LAST_POINT = 150;
const isLong = process.env.ADYTON_ALL_STEPS === '1';
const POINTS = isLong ? Array.from({ length: LAST_POINT }, (_, at) => at + 1) : [9, 40, 75, 110];
/** Of one account: killed programs' placements count against the exchange's limit of a minute. */
const KILLS_OF_ACCOUNT = 4;
const accounts = Array.from({ length: Math.ceil(POINTS.length / KILLS_OF_ACCOUNT) }, (_, at) =>
  POINTS.slice(at * KILLS_OF_ACCOUNT, (at + 1) * KILLS_OF_ACCOUNT),
);

const HELD = parseShares('600');

/** True for a life that passes by itself in a moment. */
function isPassing({ life }: ConditionalView): boolean {
  if (life.at === 'waiting') return ['reconciling', 'notRead', 'locked'].includes(life.reason.code);
  return ['triggered', 'releasing', 'placing', 'requoting'].includes(life.at);
}

const isOf = (terms: ReadonlyMap<string, unknown>, intentId: string): boolean =>
  [...terms.keys()].some((id) => intentId.startsWith(id));

describe.each(accounts.map((points) => ({ points })))('a program with every kind that is killed', ({ points }) => {
  let bench: TraderBench;
  let recorder: Recorder;
  let market: MarketId;

  beforeAll(async () => {
    recorder = openRecorder({
      now: Date.now,
      slugOf: ({ market: book }) => bench.exchange.world.ofBook(book).slug,
      onPlaced: () => {},
    });
    bench = await openTraderBench({}, { onRequest: recorder.onRequest, observer: recorder.observer });
    await bench.setUp();
    const busy = await bench.watchBusyMarket();
    market = busy.id;
    const { trading } = bench.trader;
    trading.setArmed(true);
    const buy = { market, side: 'yes', direction: 'buy', price: toPrice(busy.ask + 50_000) } as const;
    await trading.place(intend({ ...buy, shares: HELD }));
    await until(() => expect(trading.view().positions).toMatchObject([{ market, outcome: 'yes' }]));
  });
  afterAll(() => bench.close());

  const buildAll = () => {
    const { book } = bench.exchange.world.find(market)!;
    const held = { market, side: 'yes', book, shares: HELD } as const;
    return KIND_NAMES.map((conditional, number) => {
      // Sizes of their own, so that orders whose answers were lost are told apart.
      const contracts = 2 + number;
      const step = { kind: 'arm', number, market: 0, side: 'yes', conditional, contracts, away: 0 } as const;
      return { id: randomUUID() as ConditionalId, terms: buildConditional(step, held)! };
    });
  };

  it.each(points)(
    'at point %i goes on, ends or says what keeps each of them, and nothing is placed twice',
    async (point) => {
      const { dataFolder, exchange, answers } = bench;
      const armed = buildAll();
      const terms = new Map(armed.map((one) => [one.id, one.terms]));
      const setup = {
        dataFolder,
        port: answers.port,
        token: exchange.token!,
        password: PASSWORD,
        point,
        armed,
        market,
      };
      const trader = await bench.reopen(() => runAndKill<ConditionalSetup>(ENTRY, setup));
      const { trading, vault } = trader;
      const own = () => trading.conditionals.view().conditionals.filter(({ id }) => terms.has(id));
      await vault.unlock(PASSWORD);
      await until(() => expect(trading.view()).toMatchObject({ at: 'live', reason: null }));
      await until(() => expect(own().filter(isPassing)).toEqual([]));
      for (const { life } of own()) if (life.at === 'halted') expect(life.reason.code).toBe('restarted');
      for (const { id } of own()) trading.conditionals.cancel(id);
      await until(() => {
        const open = own().filter(({ life }) => life.at !== 'draft' && !isTerminal(life));
        // An order that never arrived is unknown for ten minutes, until its absence is proved.
        expect(open.every(({ life }) => life.at === 'waiting' && life.reason.code === 'orderUnknown')).toBe(true);
      });
      const entries = trader.journal.load(0);
      expect(compareConditionals({ recorder }, terms, entries)).toEqual([]);
      for (const { mark } of recorder.placements()) expect(recorder.ordersOf(mark).length).toBeLessThan(2);
      // Nothing rests that is not named: what several lost orders may be is for a person to say.
      const unknown = new Set(
        own()
          .flatMap(({ life, orders }) => (life.at === 'waiting' ? orders : []))
          .map(({ intentId }) => intentId),
      );
      const known = entries.filter(
        ({ kind, intentId }) => kind === 'signed' && !unknown.has(intentId) && isOf(terms, intentId),
      );
      const states = known.flatMap((entry) => (entry.kind === 'signed' ? recorder.ordersOf(String(entry.salt)) : []));
      const open = states.filter((id) => ['wait', 'pending'].includes(recorder.orders().get(id)!.state));
      expect(open).toEqual([]);
    },
  );
});
