/**
 * Carries out a plan: sends intents and cancels to the trader, injects faults, kills and restarts processes.
 *
 * Units       Ms of the shared clock.
 * Shape       While the trader's process or the exchange is down the plan waits.
 */
import { TICKS } from '#paper/engine/fees.ts';
import type { Fault } from '#paper/server/faults.ts';
import { bookColumn, otherSide } from '#shared/market/outcome.ts';
import type { OrderIntent } from '#shared/order/intent.ts';
import { parseIntentId, parseMarketId } from '#shared/units/ids.ts';
import { toPrice } from '#shared/units/price.ts';
import { toShares } from '#shared/units/shares.ts';
import { buildConditional, type Held, nameConditional } from './conditionals.ts';
import type { ExchangeHost } from './exchangeHost.ts';
import type { Episode } from './faultKinds.ts';
import type { FaultTimes, Handle } from './faultTimes.ts';
import { BUYING_KINDS, type Step, type TimedStep } from './plan.ts';
import type { ScaledClock } from './scaledClock.ts';
import type { TraderSide } from './traderSide.ts';

const TICK = 10_000;
const SHARE = 1_000_000;
/** The part of a contract that marks an intent: no two of a run have the same volume, unless the plan repeats one. */
const MARK = 100;
const POLL_MS = 20;
const MIN_POLL_MS = 2;
/** A placement that a kill waits for may not come. */
const KILL_DEADLINE_MS = 10_000;
/** Row of the report. */
const LOCKED = 'keys locked, exits prepared';
/** A person looks at the wallet some seconds after its orders were refused. */
const REVIEW_AFTER_MS = 6_000;
const LONGEST_REST_MS = 60_000;
const MAX_PLACING = 8;
/** Beyond the proof that an order never arrived. */
const LONGEST_UNSOUND_MS = 12 * 60_000;

export interface DriverOptions {
  readonly plan: readonly TimedStep[];
  readonly markets: readonly string[];
  readonly host: ExchangeHost;
  readonly trader: TraderSide;
  readonly clock: ScaledClock;
  readonly times: FaultTimes;
  /** A fault begins only on a sound view, after the one before has ended. */
  readonly isOneByOne: boolean;
  /** Orders have no salt: their volumes tell them apart, so a repeated one has a volume of its own. */
  readonly isCustodial: boolean;
  log(line: string): void;
}

export interface Driver {
  run(): Promise<void>;
  /** Called when the exchange placed an order whose answer has not left. */
  onPlaced(): void;
  /** Ends every fault, and waits for processes that are starting. */
  stopFaults(): Promise<void>;
}

interface Running {
  readonly episode: Episode;
  readonly handle: Handle;
  readonly faults: readonly Fault[];
  readonly endsAtMs: number;
  done: number;
}

export function openDriver({
  plan,
  markets,
  host,
  trader,
  clock,
  times,
  isOneByOne,
  isCustodial,
}: DriverOptions): Driver {
  const running = new Set<Running>();
  const raced = new Set<string>();
  let lastIntent: OrderIntent | null = null;
  let killAtPlacement: (() => void) | null = null;
  /** Restarts in progress; the plan waits for them. */
  let restarting: Promise<void> = Promise.resolve();
  let isDown = false;
  let restUntilMs = 0;
  let isLocked = false;
  let unlock = (): void => undefined;

  trader.onPlaced((intentId, receipt) => {
    if (receipt.outcome === 'accepted' && receipt.orderId && raced.delete(intentId)) {
      trader.send({ kind: 'cancel', orderId: receipt.orderId });
    }
    const [denial] = receipt.outcome === 'denied' ? receipt.denials : [];
    if (denial?.code === 'rateLimited') {
      restUntilMs = Math.max(restUntilMs, clock.steadyMs() + Math.min(denial.parameters.waitMs, LONGEST_REST_MS));
    }
  });

  const wait = (ms: number): Promise<void> => new Promise((resolve) => void clock.schedule(ms, resolve));

  const restart = (what: () => Promise<void>): void => {
    isDown = true;
    restarting = restarting.then(what).finally(() => {
      isDown = false;
    });
  };

  /** Buys in YES terms are bids; prices are of the intent's own side. */
  const buildIntent = (step: Extract<Step, { kind: 'place' }>): OrderIntent => {
    const intentId = parseIntentId(`chaos-${String(step.number).padStart(6, '0')}`);
    const mark = (step.number % 10_000) * MARK;
    if (step.aim.kind === 'repeat' && lastIntent) {
      if (!isCustodial) return { ...lastIntent, intentId };
      const whole = lastIntent.shares - (lastIntent.shares % SHARE);
      return { ...lastIntent, intentId, shares: toShares(whole + mark) };
    }
    const slug = markets[step.market]!;
    const { book } = host.market(slug);
    const { side, contracts, postOnly } = step;
    const holding = host.account().holdings.get(book.id)?.[side];
    const sellable = holding ? holding.quantity - holding.locked : 0;
    const shares = contracts * SHARE + mark;
    const direction = step.wanted === 'sell' && sellable >= shares ? 'sell' : 'buy';
    const isBid = bookColumn(side, direction) === 'bid';
    const { ticks: away } = step.aim.kind === 'repeat' ? { ticks: 0 } : step.aim;
    const isCross = step.aim.kind === 'cross';
    const yesTicks = isCross
      ? isBid
        ? book.bestAsk + away
        : book.bestBid - away
      : isBid
        ? book.bestBid - away
        : book.bestAsk + away;
    const bounded = Math.min(TICKS - 1, Math.max(1, yesTicks));
    const ticks = side === 'yes' ? bounded : TICKS - bounded;
    return {
      intentId,
      market: parseMarketId(slug),
      side,
      direction,
      price: toPrice(ticks * TICK),
      shares: toShares(shares),
      postOnly,
      bookVersion: null,
    };
  };

  /** The position of the step, or the next one that is held. */
  const findHeld = ({ market, side, conditional }: Extract<Step, { kind: 'arm' }>): Held | null => {
    const inTurn = [...markets.slice(market), ...markets.slice(0, market)];
    for (const slug of inTurn) {
      const { book } = host.market(slug);
      for (const outcome of [side, otherSide(side)]) {
        const shares = host.account().holdings.get(book.id)?.[outcome]?.quantity ?? 0;
        if (shares >= SHARE || BUYING_KINDS.has(conditional))
          return { market: parseMarketId(slug), side: outcome, book, shares };
      }
    }
    return null;
  };

  const carryOut = (step: Step): void => {
    switch (step.kind) {
      case 'place': {
        const intent = buildIntent(step);
        lastIntent = intent;
        if (step.isRaced) raced.add(intent.intentId);
        trader.send({ kind: 'place', intent });
        return;
      }
      case 'cancel': {
        const open = trader.openOrders();
        const { orderId } = open[Math.floor(step.at * open.length)] ?? { orderId: null };
        if (orderId === null) return;
        trader.send({ kind: 'cancel', orderId });
        if (step.isTwice) trader.send({ kind: 'cancel', orderId });
        return;
      }
      case 'arm': {
        const held = findHeld(step);
        const terms = held === null ? null : buildConditional(step, held);
        if (terms !== null) trader.send({ kind: 'arm', id: nameConditional(step.number), terms });
        return;
      }
      case 'cancelAll': {
        const market = step.market === null ? null : parseMarketId(markets[step.market]!);
        trader.send({ kind: 'cancelAll', market });
        return;
      }
      case 'lock':
        lockKeys(step.forMs);
        return;
      case 'episode':
        begin(step.episode);
    }
  };

  /** No fault, but the view is not whole behind it. */
  const lockKeys = (forMs: number): void => {
    if (isLocked || !trader.send({ kind: 'lock' })) return;
    isLocked = true;
    const handle = times.begin(LOCKED);
    handle.noteEffects(1, clock.now());
    unlock = () => {
      if (!isLocked) return;
      isLocked = false;
      trader.send({ kind: 'unlock' });
      handle.end(clock.now());
    };
    clock.schedule(forMs, unlock);
  };

  const begin = (episode: Episode): void => {
    trader.note(`fault: ${episode.label}`);
    const handle = times.begin(episode.label);
    const { faults } = host.exchange();
    const before = new Set(faults.list());
    faults.add(episode.plans);
    const added = faults.list().filter((one) => !before.has(one));
    const one: Running = {
      episode,
      handle,
      faults: added,
      endsAtMs: clock.now() + episode.durationMs,
      done: 0,
    };
    running.add(one);
    const effect = (): void => handle.noteEffects(1, clock.now());
    switch (episode.act) {
      case 'killTrader':
        effect();
        restart(trader.restart);
        return;
      case 'killAtPlacement': {
        const kill = (): void => {
          if (killAtPlacement !== kill) return;
          killAtPlacement = null;
          effect();
          restart(trader.restart);
        };
        killAtPlacement = kill;
        clock.schedule(KILL_DEADLINE_MS, kill);
        return;
      }
      case 'restartExchange':
        effect();
        restart(async () => {
          await host.restart();
          // The plan of a restarted exchange is empty.
          for (const each of running) if (each.episode.plans.length > 0) end(each);
        });
        return;
      case 'jumpClock':
        effect();
        trader.setJump(episode.jumpMs);
        return;
      case 'changeDomain':
        effect();
        faults.add([CHANGED_DOMAIN]);
        clock.schedule(REVIEW_AFTER_MS, () => trader.send({ kind: 'review' }));
        return;
      case null:
        if (episode.plans.some(({ kind }) => kind === 'clock_skew')) effect();
    }
  };

  const end = (one: Running): void => {
    if (!running.delete(one)) return;
    const { episode } = one;
    for (const fault of one.faults) host.exchange().faults.remove(fault);
    if (episode.act === 'jumpClock') trader.setJump(0);
    if (episode.act === 'changeDomain') {
      const { faults } = host.exchange();
      for (const fault of faults.list()) if (fault.kind === 'domain_change') faults.remove(fault);
      clock.schedule(REVIEW_AFTER_MS, () => trader.send({ kind: 'review' }));
    }
    one.handle.end(clock.now());
  };

  /** Notes new effects, and ends episodes whose time is over. */
  const attend = (): void => {
    for (const one of running) {
      const done = one.faults.reduce((sum, fault) => sum + (fault.kind === 'clock_skew' ? 0 : fault.done), 0);
      if (done > one.done) one.handle.noteEffects(done - one.done, clock.now());
      one.done = done;
      const isExhausted =
        one.faults.length > 0 && one.faults.every(({ count, done: seen }) => count > 0 && seen >= count);
      const isLasting = one.faults.some(({ kind }) => LASTING.includes(kind));
      if (clock.now() >= one.endsAtMs || (isExhausted && !isLasting)) end(one);
    }
  };

  /** A trader waits when told to, and does not leave many orders unanswered behind. */
  const awaitPlace = async (nowMs: number): Promise<void> => {
    await wait(Math.max(0, restUntilMs - nowMs));
    while (trader.placing() >= MAX_PLACING && !isDown) {
      trader.checkRunning();
      await wait(POLL_MS);
    }
    await restarting;
  };

  const awaitSound = async (sinceMs: number): Promise<void> => {
    while ((running.size > 0 || !times.isSound()) && clock.steadyMs() < sinceMs + LONGEST_UNSOUND_MS) {
      trader.checkRunning();
      await wait(POLL_MS);
    }
  };

  const carryOutAll = async (): Promise<void> => {
    let startMs = clock.steadyMs();
    for (const { atMs, step } of plan) {
      await wait(Math.max(0, startMs + atMs - clock.steadyMs()));
      trader.checkRunning();
      const sinceMs = clock.steadyMs();
      if (isDown) await restarting;
      else if (step.kind === 'place') await awaitPlace(sinceMs);
      else if (step.kind === 'episode' && isOneByOne) await awaitSound(sinceMs);
      startMs += clock.steadyMs() - sinceMs;
      carryOut(step);
    }
  };

  return {
    async run() {
      const attending = setInterval(attend, Math.max(MIN_POLL_MS, clock.toRealMs(POLL_MS)));
      try {
        await carryOutAll();
      } finally {
        clearInterval(attending);
      }
    },
    onPlaced: () => killAtPlacement?.(),
    async stopFaults() {
      killAtPlacement = null;
      unlock();
      for (const one of [...running]) end(one);
      await restarting;
      host.exchange().faults.clear();
      trader.setJump(0);
      trader.send({ kind: 'review' });
      trader.note('faults stopped');
    },
  };
}

/** Kinds whose effect goes on after it happened for the last time. */
const LASTING: readonly string[] = [
  'silent_socket',
  'black_hole',
  'rate_limit',
  'clock_skew',
  'pending',
  'cancel_lag',
  'slow_answer',
];
const CHANGED_DOMAIN = {
  kind: 'domain_change',
  target: '',
  after: 0,
  count: 0,
  ms: 0,
  status: 503,
  code: 'server.internal_error',
} as const;
