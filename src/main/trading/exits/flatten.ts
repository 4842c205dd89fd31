/**
 * Flatten: previews the exit of a position, market, event or of everything, and follows it to its end.
 *
 * Invariants  Every leg is checked before any order of any leg is cancelled. One flatten per market at a time.
 * Errors      Never throws: each leg ends with what is left and why.
 * Source      docs/exits.md#flatten
 */
import {
  type FlattenLeg,
  type FlattenScope,
  listMarketsToFlatten,
  PANIC_DISTANCE,
  planLeg,
} from '#shared/order/exits/flattenPlan.ts';
import type {
  FlattenPreview,
  FlattenReceipt,
  FlattenRequest,
  FlattenView,
  LegRequest,
} from '#shared/order/exits/progress.ts';
import type { EventOf } from '#shared/order/exits/selection.ts';
import type { StopReason } from '#shared/order/exits/stop.ts';
import type { IntentId, MarketId } from '#shared/units/ids.ts';
import type { Price } from '#shared/units/price.ts';
import type { ExitTimes, TradingContext } from '../ports.ts';
import { createFlattenLeg, type FlattenLegRun, type FlattenSources } from './flattenLeg.ts';
import type { RunningFlatten } from './interruptedExits.ts';

/** Books that a preview needs stay watched for this long after it. */
const PREVIEW_MS = 60_000;
/** How long a preview waits for books that were not watched. */
const BOOK_TIMEOUT_MS = 3_000;
const BOOK_PAUSE_MS = 50;
/** Ended flattens that stay in the view. */
const MAX_ENDED = 5;

export interface FlattenerOptions extends FlattenSources {
  readonly context: Pick<TradingContext, 'market' | 'watchBooks'>;
  readonly eventOf: EventOf;
  readonly exitTimes?: ExitTimes;
  /** A flatten begins, requests something, or ends. */
  onRunning(): void;
  onChange(): void;
  onFault(where: string, error: unknown): void;
}

export interface Flattener {
  /** Waits for the books of the scope for at most three seconds. */
  preview(scope: FlattenScope, cancelsOrders: boolean): Promise<FlattenPreview>;
  start(request: FlattenRequest): FlattenReceipt;
  /** Flattens everything on live books, for a panic; returns the number of markets whose flatten began. */
  startAll(): Promise<number>;
  /** Stops the matching flattens and cancels their working orders; returns how many were running. */
  stop(by: StopReason, isMatch?: (market: MarketId) => boolean): number;
  stopOne(id: IntentId): boolean;
  /** Running and ended flattens, oldest first. */
  views(): readonly FlattenView[];
  running(): readonly RunningFlatten[];
  /** Removes an ended flatten from the view; false when there is none. */
  dismiss(id: IntentId): boolean;
  clear(): void;
}

interface Running {
  readonly flattenId: IntentId;
  readonly startedAtMs: number;
  readonly legs: readonly FlattenLegRun[];
  endedAtMs: number | null;
}

export function createFlattener(options: FlattenerOptions): Flattener {
  const { clock, schedule, portfolio, orders, eventOf, exitTimes } = options;
  let flattens: readonly Running[] = [];
  /** Markets of the latest preview, and until when they are watched. */
  let previewed: { readonly markets: readonly MarketId[]; readonly untilMs: number } = { markets: [], untilMs: 0 };

  const running = (): Running[] => flattens.filter(({ endedAtMs }) => endedAtMs === null);
  const marketsOf = (one: Running): MarketId[] => one.legs.map((leg) => leg.view().market);

  function updateBooks(): void {
    const inPreview = previewed.untilMs > clock.now() ? previewed.markets : [];
    options.context.watchBooks([...new Set([...running().flatMap(marketsOf), ...inPreview])]);
  }

  function waitMs(ms: number): Promise<void> {
    return new Promise((resolve) => void schedule(ms, resolve));
  }

  async function preview(scope: FlattenScope, cancelsOrders: boolean): Promise<FlattenPreview> {
    const markets = listMarketsToFlatten(scope, portfolio.positions(), eventOf);
    previewed = { markets, untilMs: clock.now() + PREVIEW_MS };
    updateBooks();
    schedule(PREVIEW_MS, updateBooks);
    const untilMs = clock.now() + BOOK_TIMEOUT_MS;
    const isWaiting = (): boolean => markets.some((id) => (options.depth(id)?.health.at ?? 'waiting') === 'waiting');
    while (isWaiting() && clock.now() < untilMs) await waitMs(BOOK_PAUSE_MS);
    const legs = markets.map((market) => plan(market, cancelsOrders)).filter((leg) => leg !== null);
    return { scope, legs };
  }

  function plan(market: MarketId, cancelsOrders: boolean): FlattenLeg | null {
    return planLeg({
      market,
      listed: options.context.market(market),
      positions: portfolio.positions(),
      orders: orders.all(),
      depth: options.depth(market),
      tick: options.tick(),
      feeRateMicros: options.feeRateMicros(),
      exchangeTimeMs: clock.exchangeTimeMs(),
      cancelsOrders,
    });
  }

  function start({ flattenId, legs: requests, cancelsOrders }: FlattenRequest): FlattenReceipt {
    if (flattens.some((one) => one.flattenId === flattenId)) return { outcome: 'started' };
    const busy = new Set(running().flatMap(marketsOf));
    if (requests.some(({ market }) => busy.has(market))) return { outcome: 'running' };
    exitTimes?.noteStarted(flattenId);
    const onFirstOrder = (order: IntentId): void => exitTimes?.noteOrder(flattenId, order);
    const legs = requests.map((request) =>
      createFlattenLeg({ ...options, request, cancelsOrders, onRequest: options.onRunning, onFirstOrder }),
    );
    const one: Running = { flattenId, startedAtMs: clock.now(), legs, endedAtMs: null };
    const ended = flattens.filter(({ endedAtMs }) => endedAtMs !== null).slice(-MAX_ENDED);
    flattens = [...ended, ...running(), one];
    options.onRunning();
    updateBooks();
    options.onChange();
    void runAll(one);
    return { outcome: 'started' };
  }

  async function runAll(one: Running): Promise<void> {
    const refusals = await Promise.all(one.legs.map((leg) => leg.check()));
    await Promise.all(
      one.legs.map(async (leg, at) => {
        const refusal = refusals[at] ?? null;
        if (refusal !== null) leg.end(refusal);
        else await leg.run();
      }),
    ).catch((error: unknown) => options.onFault('flatten', error));
    one.endedAtMs = clock.now();
    exitTimes?.noteEnded(one.flattenId);
    options.onRunning();
    updateBooks();
    options.onChange();
  }

  return {
    preview,
    start,
    async startAll() {
      const { legs } = await preview({ kind: 'all' }, true);
      const requests = legs.flatMap(buildPanicLeg);
      if (requests.length > 0) start({ flattenId: options.newIntentId(), legs: requests, cancelsOrders: true });
      return requests.length;
    },
    stop(by, isMatch = () => true) {
      const matching = running().filter((one) => marketsOf(one).some(isMatch));
      for (const one of matching) for (const leg of one.legs) leg.stop(by);
      return matching.length;
    },
    stopOne(id) {
      const one = running().find(({ flattenId }) => flattenId === id);
      for (const leg of one?.legs ?? []) leg.stop('person');
      return one !== undefined;
    },
    views: () =>
      flattens.map(({ flattenId, startedAtMs, endedAtMs, legs }) => ({
        kind: 'flatten',
        flattenId,
        startedAtMs,
        endedAtMs,
        legs: legs.map((leg) => leg.view()),
      })),
    running: () =>
      running().map(({ flattenId, startedAtMs, legs }) => ({
        flattenId,
        startedAtMs,
        legs: legs.map((leg) => leg.stored()),
      })),
    dismiss(id) {
      const count = flattens.length;
      flattens = flattens.filter(({ flattenId, endedAtMs }) => flattenId !== id || endedAtMs === null);
      return flattens.length < count;
    },
    clear() {
      for (const one of running()) for (const leg of one.legs) leg.stop('accountChanged');
      flattens = running();
      options.onChange();
    },
  };
}

/** A panic sells on live books only, at most `PANIC_DISTANCE` below the best price. */
function buildPanicLeg({ market, side, toExit, route, book, sell, buyOther, block }: FlattenLeg): LegRequest[] {
  const quote = route === 'sell' ? sell : buyOther;
  if (block !== null || route === null || quote === null || book !== 'live') return [];
  const worst = boundPanicPrice(route, quote.best, quote.limit);
  return [{ market, side, route, worst, shares: toExit, isBookConfirmed: false }];
}

function boundPanicPrice(route: LegRequest['route'], best: Price, limit: Price): Price {
  return (route === 'sell' ? Math.max(limit, best - PANIC_DISTANCE) : Math.min(limit, best + PANIC_DISTANCE)) as Price;
}
