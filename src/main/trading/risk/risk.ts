/**
 * Risk of the account: limits, exclusive events, the day's baseline, and what signed orders use of the limits.
 *
 * Units       Usd in millionths; times on this machine's clock; days begin at 00:00 UTC.
 * Invariants  An order's use counts from the moment it is in the journal, and after a restart again. Orders that ended without
 *             a fill gave nothing away. A fill counts as an open order until the positions include it.
 * Errors      `change` passes on what the store throws, and then changes nothing.
 * Source      docs/risk.md
 */
import type { Clock } from '#shared/base/clock.ts';
import type { Direction } from '#shared/market/outcome.ts';
import type { DayUse } from '#shared/order/consent.ts';
import type { OrderIntent } from '#shared/order/intent.ts';
import { isTerminal } from '#shared/order/life.ts';
import type { DayBaseline, SignedUse } from '#shared/order/risk/context.ts';
import { dayLoss, equityOf } from '#shared/order/risk/day.ts';
import { evaluateUse } from '#shared/order/risk/evaluate.ts';
import type { RiskOrder } from '#shared/order/risk/loss.ts';
import type { RiskState, RiskView, StoredRisk } from '#shared/order/risk/state.ts';
import { MICROS } from '#shared/units/micros.ts';
import type { Price } from '#shared/units/price.ts';
import type { Shares } from '#shared/units/shares.ts';
import { startOfDay } from '#shared/units/time.ts';
import { toUsd, type Usd, ZERO_USD } from '#shared/units/usd.ts';
import type { Portfolio } from '../account/portfolio.ts';
import { listUnended, type OrderRecord } from '../orders/orderRecord.ts';
import type { Orders } from '../orders/orders.ts';
import type { TradingContext } from '../ports.ts';

const MINUTE_MS = 60_000;
/** The record follows in steps of this part of the bound: a smaller difference is no loss. */
const RECORD_PARTS = 10n;
/** A complete read that ended this long after a fill includes it. */
const READ_LAG_MS = 15_000;

/** Risk settings that a person makes. */
export type RiskSettings = Partial<Pick<StoredRisk, 'limits' | 'exclusiveEvents'>>;

export interface RiskStore {
  /** May change by itself: the vault that protects it is unlocked later. */
  value(): StoredRisk;
  /** Throws when it could not be written. `isConfirmed`: after a step-up. */
  save(part: Partial<StoredRisk>, isConfirmed: boolean): void;
}

export interface RiskSources {
  readonly store: RiskStore;
  readonly context: TradingContext;
  readonly clock: Clock;
  readonly portfolio: Portfolio;
  readonly orders: Orders;
  readonly feeRateMicros: number;
  /** Use of the day's bound that the vault recorded, as at the latest unlock; null: none. */
  recordedUse(): DayUse | null;
  /** Null until the account has been read completely. */
  readAtMs(): number | null;
  onFault(where: string, error: unknown): void;
}

export interface Risk {
  /** `without`: orders that count as cancelled. */
  state(without?: readonly OrderRecord[]): RiskState;
  /** What an order uses of the limits once it is signed. */
  evaluateUse(intent: OrderIntent): { readonly notional: Usd; readonly givenAway: Usd };
  view(): RiskView;
  /** Counts a signed order; its entry is in the journal. */
  add(record: OrderRecord): void;
  /** Sets the day's baseline if the account is read and today has none. */
  noteAccount(): void;
  /** Start of the next UTC day. */
  nextDayAtMs(): number;
  change(part: RiskSettings, isConfirmed: boolean): void;
  /** A start of the day's loss at what the account is worth now; null while the account is not read. */
  planDayStart(): DayStart | null;
  /** The loss of the day begins at the plan's; what was lost since the plan counts. False while the account is not read. */
  restartDay(plan: DayStart): boolean;
}

/** Frozen before a person is asked. */
export interface DayStart {
  readonly equity: Usd;
  /** Until now; null: not known. */
  readonly loss: Usd | null;
}

interface Use {
  readonly record: OrderRecord;
  readonly atMs: number;
  readonly notional: Usd;
  readonly givenAway: Usd;
}

export function openRisk(sources: RiskSources): Risk {
  const { store, context, clock, portfolio, orders } = sources;
  let uses: Use[] = [];
  let dayStartsAtMs = startOfDay(clock.now());
  /** Value given away today by orders that are no longer in `uses`. */
  let closedGivenAway = 0n;
  /** The record that the journal was compared with last. */
  let compared: DayUse | null = null;
  let isJournalShort = false;

  function add(record: OrderRecord): void {
    const { signed } = record;
    if (!signed?.risk) return;
    const { notional, givenAway } = signed.risk;
    uses.push({ record, atMs: signed.atMs, notional, givenAway });
  }

  function sweep(): void {
    const nowMs = clock.now();
    if (startOfDay(nowMs) !== dayStartsAtMs) {
      dayStartsAtMs = startOfDay(nowMs);
      closedGivenAway = 0n;
    }
    uses = uses.filter((use) => {
      const isToday = use.atMs >= dayStartsAtMs;
      // The exchange's data may still contradict an absence.
      const isOver = isTerminal(use.record.life) && (use.record.life.at !== 'absent' || !isToday);
      if (!isOver || use.atMs > nowMs - MINUTE_MS) return true;
      if (isToday) closedGivenAway += givenAwayBy(use);
      return false;
    });
  }

  function listUnsettled(): RiskOrder[] {
    const unsettled: RiskOrder[] = [];
    const readAtMs = sources.readAtMs() ?? 0;
    for (const record of orders.all()) {
      const { market, side, direction, price, filled, latest, updatedAtMs } = record;
      if (filled === 0 || latest === null || readAtMs - READ_LAG_MS > updatedAtMs) continue;
      const position = portfolio.position(market, side);
      if ((position?.exchangeTimeMs ?? 0) < latest.updatedAtMs)
        unsettled.push({ market, side, direction, price, open: filled });
    }
    return unsettled;
  }

  function findBaseline(): DayBaseline | null {
    const { baseline } = store.value();
    if (baseline === null || baseline.owner !== context.owner()) return null;
    return baseline.startsAtMs === startOfDay(clock.now()) ? baseline : null;
  }

  /** What the reads show to be the most that was given away today; null while they do not show everything. */
  function findProvedMost(): bigint | null {
    if (sources.readAtMs() === null || !portfolio.ledger().isComplete) return null;
    let most = 0n;
    for (const { direction, price, shares } of portfolio.fillsSince(dayStartsAtMs))
      most += findMost(direction, price, shares);
    for (const { direction, price, shares } of listUnended(orders.all())) most += findMost(direction, price, shares);
    return most;
  }

  /** What counts at least: the vault's record where the journal shows less, the whole bound where the journal was lost. */
  function findLeast(journalled: bigint): bigint {
    const use = sources.recordedUse();
    const bound = store.value().limits.dayGivenAway;
    if (use !== compared) {
      compared = use;
      isJournalShort = use !== null && (use.givenAway - journalled) * RECORD_PARTS > bound;
    }
    if (use === null || use.dayStartsAtMs !== dayStartsAtMs) return 0n;
    if (!use.isLost) return isJournalShort ? use.givenAway : 0n;
    const proved = findProvedMost();
    const worst = bound > use.givenAway ? bound : use.givenAway;
    return proved === null || proved > worst ? worst : proved;
  }

  function view(): RiskView {
    sweep();
    const nowMs = clock.now();
    let givenAwayToday = closedGivenAway;
    const recent: SignedUse[] = [];
    for (const use of uses) {
      const isOpen = !isTerminal(use.record.life);
      const givenAway = givenAwayBy(use);
      if (isOpen || use.atMs >= dayStartsAtMs) givenAwayToday += givenAway;
      if (isOpen || use.atMs > nowMs - MINUTE_MS)
        recent.push({ atMs: use.atMs, notional: use.notional, givenAway, isOpen });
    }
    const least = findLeast(givenAwayToday);
    if (least > givenAwayToday) givenAwayToday = least;
    return {
      limits: store.value().limits,
      exclusiveEvents: store.value().exclusiveEvents,
      baseline: findBaseline(),
      uses: recent,
      dayStartsAtMs,
      givenAwayToday: toUsd(givenAwayToday),
      unsettled: listUnsettled(),
    };
  }

  function state(without: readonly OrderRecord[] = []): RiskState {
    return {
      ...view(),
      nowMs: clock.now(),
      exchangeTimeMs: clock.exchangeTimeMs(),
      feeRateMicros: sources.feeRateMicros,
      balance: portfolio.balance(),
      positions: sources.readAtMs() === null ? null : portfolio.positions(),
      orders: listUnended(orders.all(), without),
      orderBudget: context.orderBudget(),
      market: (id) => context.market(id),
      book: (id) => context.book(id),
    };
  }

  function readEquity(): Usd | null {
    const rows = portfolio.unreadableRows();
    const isReadable = rows === null || rows.balances.length + rows.positions.length === 0;
    return sources.readAtMs() !== null && isReadable ? equityOf(state()) : null;
  }

  /** At the equity now, or at `least` if that is more. */
  function setBaseline(least: Usd | null): boolean {
    const now = readEquity();
    if (now === null) return false;
    const equity = least !== null && least > now ? least : now;
    store.save({ baseline: { startsAtMs: startOfDay(clock.now()), equity, owner: context.owner() } }, false);
    return true;
  }

  for (const record of orders.all()) {
    if ((record.signed?.atMs ?? 0) >= dayStartsAtMs || !isTerminal(record.life)) add(record);
  }

  return {
    state,
    evaluateUse: (intent) => evaluateUse(intent, context),
    view,
    add,
    noteAccount() {
      if (sources.readAtMs() === null || findBaseline() !== null) return;
      try {
        setBaseline(null);
      } catch (error) {
        sources.onFault('risk', error);
      }
    },
    nextDayAtMs: () => startOfDay(clock.now()) + 24 * 60 * MINUTE_MS,
    change: store.save,
    planDayStart() {
      const equity = readEquity();
      return equity === null ? null : { equity, loss: dayLoss(state()) };
    },
    restartDay: ({ equity }) => setBaseline(equity),
  };
}

/** The most that a fill can have given away: all that it paid, or all that the shares could have paid. */
function findMost(direction: Direction | null, price: Price, shares: Shares): bigint {
  const unit = BigInt(price);
  const lost = direction === 'buy' ? unit : direction === 'sell' ? BigInt(MICROS) - unit : BigInt(MICROS);
  return (lost * BigInt(shares)) / BigInt(MICROS);
}

/** Value given away by an order: all of it while the order may still fill, only the filled part after its end. */
function givenAwayBy({ record, givenAway }: Use): Usd {
  if (givenAway === 0n || !isTerminal(record.life)) return givenAway;
  if (record.filled === 0) return ZERO_USD;
  const shares = BigInt(record.shares);
  return toUsd((givenAway * BigInt(record.filled) + shares - 1n) / shares);
}
