/**
 * A program with one conditional order on a simulated exchange, in one process, that can be stopped at any step.
 *
 * Shape       Every write of a journal and every request is a point before and after which the program can stop. A stopped program
 *             is abandoned in the middle of the step: nothing of it is closed, its timers never run, its answers never arrive. The
 *             next one starts on the same exchange, order journal and SQLite file.
 * Invariants  Checked by the exchange at every change: no intent twice, no order beyond the terms, never more than intended or held.
 */
import { openConditionalJournal } from '#main/storage/conditionalJournal.ts';
import type { WatchedBook } from '#main/trading/conditionals/ports.ts';
import type { Trading } from '#main/trading/trading.ts';
import type { ArmReceipt } from '#shared/ipc/conditionals/conditionals.ts';
import { DEFAULT_TICK } from '#shared/market/tickGrid.ts';
import type { ExchangeOrder } from '#shared/order/account/account.ts';
import type { ConditionalTerms } from '#shared/order/conditional/terms.ts';
import type { IntentId, OrderId } from '#shared/units/ids.ts';
import { MICROS } from '#shared/units/micros.ts';
import { type Price, parsePrice } from '#shared/units/price.ts';
import { parseShares, toShares } from '#shared/units/shares.ts';
import { ID } from '#test/unit/shared/order/conditional/makers.ts';
import { MARKET, makeFill, makeMarket, makePosition, SAFE } from './makers.ts';
import { makeRiskBook } from './riskMakers.ts';
import { openTradingBench } from './tradingBench.ts';

/** The program is gone: what it would do next never happens. */
class Stopped extends Error {}
const never = <T>(): Promise<T> => new Promise<T>(() => {});

export interface CrashWorld {
  readonly trading: Trading;
  readonly clock: ReturnType<typeof openTradingBench>['clock'];
  /** Points that the programs reached. */
  readonly points: readonly string[];
  readonly faults: readonly string[];
  /** Rules that were broken. */
  readonly broken: readonly string[];
  /** As the exchange has them. */
  orders(): readonly ExchangeOrder[];
  isStopped(): boolean;
  /** The next program; everything is read again. */
  start(): Promise<void>;
  /** Null: the program stopped before it answered. */
  arm(terms: ConditionalTerms): ArmReceipt | null;
  /** A person ends it. */
  end(): void;
  /** The other traders' best prices; what crosses fills, and the program is told. */
  setBook(bid: string, ask: string): void;
  /** Another version of the same book. */
  touchBook(): void;
  /** Fills a part of the first order that rests. */
  fillPart(shares: string): void;
  view(): ReturnType<Trading['conditionals']['view']>['conditionals'][number] | undefined;
  close(): void;
}

/** An offset sells for more than it bought; what that is the machine's own tests check. */
function worstSale(terms: ConditionalTerms): number {
  if (terms.kind === 'offset') return 0;
  return 'stop' in terms && terms.stop ? terms.stop.worst : terms.worst;
}

/** `stopAt`: the point at which the first program stops; null: never. */
export async function openCrashWorld(
  path: string,
  terms: ConditionalTerms,
  stopAt: number | null,
): Promise<CrashWorld> {
  const points: string[] = [];
  const faults: string[] = [];
  const broken: string[] = [];
  const law = (holds: boolean, text: string): void => void (holds || broken.push(text));
  const intents = new Map<string, IntentId>();
  const worst = { buy: terms.worst, sell: worstSale(terms) };
  const held = { yes: terms.direction === 'buy' ? 0 : terms.shares, no: 0 };
  const parts = terms.kind === 'oneCancelsAll' ? terms.legs : [{ outcome: terms.outcome, shares: terms.shares }];
  let [bid, ask]: readonly [Price, Price] = [parsePrice('0.40'), parsePrice('0.42')];
  let version = 1;
  /** Counts programs: a stopped one has an older number. */
  let running = 0;
  const bench = openTradingBench();
  const { clock, exchange } = bench;
  bench.account.isArmed = true;
  const watched = (): WatchedBook => ({
    health: { at: 'live' },
    version,
    sequence: version,
    provedAtMs: clock.now(),
    bids: [bid, parseShares('500')],
    asks: [ask, parseShares('500')],
  });

  function point(name: string, program: number): void {
    if (program !== running) throw new Stopped();
    points.push(name);
    if (points.length !== stopAt) return;
    running += 1;
    throw new Stopped();
  }

  /** What a stopped program does throws nothing into the test. */
  function shield<T>(run: () => T): T | null {
    try {
      return run();
    } catch (error) {
      if (error instanceof Stopped) return null;
      throw error;
    }
  }

  /** When the exchange has carried it out, and its answer is on its way. Before: as after the entry that it follows. */
  async function request<T>(name: string, program: number, run: () => Promise<T>): Promise<T> {
    try {
      if (program !== running) throw new Stopped();
      const answer = await run();
      point(`after the ${name}`, program);
      return answer;
    } catch (error) {
      if (error instanceof Stopped) return never();
      throw error;
    }
  }

  function tell(): void {
    const program = running;
    clock.schedule(10, () => {
      if (program !== running) return;
      const receivedAtMs = clock.now();
      shield(() => {
        for (const order of exchange.orders.values()) {
          world.trading.applyPrivateEvent({ kind: 'order', order, receivedAtMs });
        }
        for (const one of exchange.fills) {
          world.trading.applyPrivateEvent({ kind: 'fill', fill: one, receivedAtMs });
        }
        for (const position of exchange.positions) {
          world.trading.applyPrivateEvent({ kind: 'position', position, receivedAtMs });
        }
      });
    });
  }

  const isOpen = ({ state }: ExchangeOrder): boolean => state === 'wait';
  const sumOf = (direction: 'buy' | 'sell', read: (order: ExchangeOrder) => number): number =>
    [...exchange.orders.values()].reduce((sum, one) => sum + (one.direction === direction ? read(one) : 0), 0);

  function settle(): void {
    const locked = sumOf('sell', (one) => (isOpen(one) ? one.remainingShares : 0));
    const at = clock.exchangeTimeMs();
    exchange.positions = [
      makePosition('0', {
        quantity: toShares(held.yes),
        locked: toShares(Math.min(held.yes, locked)),
        sellable: toShares(Math.max(0, held.yes - locked)),
        exchangeTimeMs: at,
      }),
    ];
    if (held.no > 0) {
      const quantity = toShares(held.no);
      exchange.positions.push(makePosition('0', { outcome: 'no', quantity, sellable: quantity, exchangeTimeMs: at }));
    }
    const atRisk = (one: ExchangeOrder): number => (isOpen(one) ? one.originShares : one.filledShares);
    const bought = sumOf('buy', (one) => one.filledShares);
    const limit = terms.direction === 'buy' ? bought : terms.shares;
    const boughtParts = parts.reduce((sum, { outcome, shares }) => {
      const ofPart = [...exchange.orders.values()].filter(
        ({ side, direction }) => side === outcome.side && direction === 'buy',
      );
      return sum + ofPart.reduce((of, one) => of + atRisk(one), 0) / shares;
    }, 0);
    law(boughtParts <= (terms.direction === 'buy' ? 1 : 0), 'more is bought than intended');
    law(sumOf('sell', atRisk) <= limit, 'more is sold than intended');
    law(held.yes >= 0 && locked <= held.yes, 'more is sold than held');
  }

  function fill(order: ExchangeOrder, shares: number): void {
    held[order.side] += order.direction === 'buy' ? shares : -shares;
    const { id: orderId, side, direction, price } = order;
    exchange.fills.push(
      makeFill(String(exchange.fills.length + 1), {
        orderId,
        side,
        direction,
        price,
        shares: toShares(shares),
        exchangeTimeMs: clock.exchangeTimeMs(),
      }),
    );
    const remaining = order.remainingShares - shares;
    exchange.put({
      ...order,
      state: remaining === 0 ? 'done' : 'wait',
      filledShares: toShares(order.filledShares + shares),
      remainingShares: toShares(remaining),
      updatedAtMs: clock.exchangeTimeMs(),
    });
  }

  const crosses = ({ side, direction, price }: ExchangeOrder): boolean => {
    if (side === 'no') return direction === 'sell' ? price <= MICROS - ask : price >= MICROS - bid;
    return direction === 'sell' ? price <= bid : price >= ask;
  };

  function match(): void {
    for (const order of exchange.orders.values()) {
      if (isOpen(order) && crosses(order)) fill(order, order.remainingShares);
    }
    settle();
    tell();
  }

  exchange.answerPost = async ({ intent }, rest) => {
    law(![...intents.values()].includes(intent.intentId), `intent ${intent.intentId} is sent twice`);
    const leg = terms.kind === 'oneCancelsAll' && terms.legs.find(({ outcome }) => outcome.side === intent.side);
    const isWithin =
      intent.direction === 'sell' ? intent.price >= worst.sell : intent.price <= (leg ? leg.price : worst.buy);
    law(isWithin, `an order at ${intent.price} is beyond the worst price`);
    const { id } = rest();
    intents.set(id, intent.intentId);
    match();
    return { kind: 'accepted', order: exchange.orders.get(id)! };
  };
  exchange.answerCancel = async (id: OrderId) => {
    const order = exchange.orders.get(id)!;
    if (isOpen(order)) exchange.put({ ...order, state: 'cancel', updatedAtMs: clock.exchangeTimeMs() });
    settle();
    tell();
    return { kind: 'cancelled' };
  };

  function open(): Trading {
    const program = running;
    const journal = openConditionalJournal(path);
    closers.push(journal.close);
    const alive = <T>(run: () => T): T => {
      if (program !== running) throw new Stopped();
      return run();
    };
    return bench.reopen({
      onFault: (where) => void (program === running && faults.push(where)),
      schedule: (delayMs, run) => clock.schedule(delayMs, () => program === running && shield(run)),
      journal: {
        ...bench.options.journal,
        append(entry) {
          alive(() => bench.options.journal.append(entry));
          point(`after the line ${entry.kind === 'event' ? entry.event.kind : 'signed'} of the order journal`, program);
        },
      },
      gateway: {
        ...bench.options.gateway,
        postOrder: (placement) => request('placement', program, () => exchange.postOrder(placement)),
        cancelOrder: (id) => request('cancel', program, () => exchange.cancelOrder(id)),
        reopenPrivate: () => {},
      },
      conditionals: {
        store: {
          ...journal,
          load: (account) => journal.load(account).map((one) => ({ ...one, distrust: null })),
          areOrdersLost: () => false,
          noteDistrusted: () => {},
          record: () => {},
          isRecorded: () => true,
          canRecord: () => true,
          append(account, stored) {
            const { entry, after } = stored;
            const cause = entry.kind === 'event' ? entry.event.kind : 'created';
            const life = /"life":\{"at":"(\w+)"/.exec(after)?.[1];
            point(`before the entry of ${cause}: ${life}`, program);
            journal.append(account, stored);
            point(`after the entry of ${cause}: ${life}`, program);
          },
          noteWatched: (account, atMs) => alive(() => journal.noteWatched(account, atMs)),
        },
        clockReading: () => ({ offsetMs: 0, measuredAtMs: clock.now() }),
        clockDriftMs: () => 0,
        measureClock: () => {},
        markets: {
          watch: () => {},
          hasListed: () => true,
          hasUnderlying: () => true,
          market: () => makeMarket(),
          grid: () => DEFAULT_TICK,
          book: watched,
          fetchBook: () => Promise.reject(new Error('Expected no read')),
          proveBook: () => {
            version += 1;
          },
          tick: () => null,
          watchForDryRun: () => {},
          listMinutes: async () => [],
        },
      },
    });
  }

  function notice(kind: 'bookSnapshot' | 'bookIncrement'): void {
    version += 1;
    const update = { bids: [], asks: [], sequence: version };
    shield(() => world.trading.conditionals.onPublic({ kind, market: MARKET, update, receivedAtMs: clock.now() }));
  }

  bench.context.book = () => ({
    ...makeRiskBook({ bids: [bid, 500_000_000], asks: [ask, 500_000_000] }),
    bestBid: bid,
    bestAsk: ask,
  });
  bench.context.depth = () => watched();
  const closers: (() => void)[] = [];
  const world: CrashWorld & { trading: Trading } = {
    trading: bench.trading,
    clock,
    points,
    faults,
    broken,
    orders: () => [...exchange.orders.values()],
    isStopped: () => running !== started,
    async start() {
      started = running;
      world.trading = open();
      shield(() => {
        world.trading.setMaker(SAFE);
        world.trading.setArmed(true);
        world.trading.applyPrivateEvent({ kind: 'open', atMs: clock.now() });
      });
      await clock.settle();
      notice('bookSnapshot');
    },
    arm: (armed) => shield(() => world.trading.conditionals.arm(ID, armed)),
    end: () => void shield(() => world.trading.conditionals.cancel(ID)),
    setBook(nextBid, nextAsk) {
      [bid, ask] = [parsePrice(nextBid), parsePrice(nextAsk)];
      match();
      notice('bookIncrement');
    },
    touchBook: () => notice('bookIncrement'),
    fillPart(shares) {
      const order = [...exchange.orders.values()].find((one) => isOpen(one));
      if (order === undefined) return;
      fill(order, Math.min(order.remainingShares, parseShares(shares)));
      settle();
      tell();
    },
    view: () => world.trading.conditionals.view().conditionals[0],
    close() {
      running += 1;
      for (const close of closers) close();
    },
  };
  let started = running;
  settle();
  await world.start();
  return world;
}
