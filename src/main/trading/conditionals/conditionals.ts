/**
 * Conditional orders of the account: armed, watched, carried out, and shown.
 *
 * Invariants  A conditional runs only for its own account, and after a start or a reconnection only once orders, fills and
 *             positions were read. A key lock leaves them waiting, and each one says so. Panic ends all of them.
 * Errors      Commands answer receipts, never exceptions.
 * Source      docs/conditionals.md#engine
 */
import { createEmitter } from '#shared/base/emitter.ts';
import { openRateWindow } from '#shared/base/rateWindow.ts';
import type { ArmReceipt, ArmRefusal, ConditionalsView } from '#shared/ipc/conditionals/conditionals.ts';
import { isTrading } from '#shared/market/market.ts';
import type { ConditionalId } from '#shared/order/conditional/declaration/termsFields.ts';
import { CLOCK_MAX_JUMP_MS } from '#shared/order/conditional/defaults.ts';
import type { ConditionalAction, ConditionalEvent } from '#shared/order/conditional/events.ts';
import type { OutcomeRef } from '#shared/order/conditional/observation.ts';
import { type ConditionalTerms, listOutcomes } from '#shared/order/conditional/terms.ts';
import { isByMarketOnly, isMarketSelected } from '#shared/order/exits/selection.ts';
import type { AccountId, MarketId } from '#shared/units/ids.ts';
import { type Shares, ZERO_SHARES } from '#shared/units/shares.ts';
import { createDelayedRun } from '../delayedRun.ts';
import { findArmRefusal } from './armCheck.ts';
import type { ConditionalsControl, ConditionalsOptions, NoticeOf } from './conditionalsApi.ts';
import { buildConditionalsView } from './conditionalView.ts';
import { createDryRunPlanner } from './dryRun/dryRunPlanner.ts';
import { createEngine } from './engine.ts';
import { createExecutor } from './executor.ts';
import { createGates } from './gates.ts';
import { createLockedExits } from './lockedExits.ts';
import { createObserver } from './observer.ts';
import { buildProtections } from './protections.ts';
import { createRequestBudget } from './requestBudget.ts';
import { createRestarts } from './restarts.ts';
import { isActive, type Run } from './run.ts';
import { createTiming } from './timing.ts';
import { createWatchedUntil } from './watchedUntil.ts';

/** Armed and changed ones together. */
const MAX_CHANGES_PER_MINUTE = 30;

export type { Conditionals } from './conditionalsApi.ts';

export function createConditionals(options: ConditionalsOptions): ConditionalsControl {
  const { clock, schedule, markets, store, onFault } = options;
  const changes = createEmitter<void>((error) => onFault('conditionals listener', error));
  const notices = createEmitter<NoticeOf>((error) => onFault('conditionals listener', error));
  const countChange = openRateWindow({ max: MAX_CHANGES_PER_MINUTE, windowMs: 60_000, now: clock.now });
  let cached: ConditionalsView | null = null;
  let account: AccountId | null = null;
  /** No events are fed: there is no account, its keys are locked, or the program ends. */
  let isSuspended = true;
  let isClosed = false;

  const now = (): number => clock.exchangeTimeMs();
  const active = (): readonly Run[] => (isSuspended ? [] : [...engine.runs()].filter(isActive));
  const change = (): void => {
    cached = null;
    observer.noteRuns();
    changes.emit();
    planSoon.start();
  };
  const feed = (id: ConditionalId, event: ConditionalEvent): void => {
    if (isSuspended) return;
    if (event.kind !== 'book') observer.catchUp(id);
    feedJump(id);
    engine.feed(id, event);
  };
  /** Feeds a jump of this machine's clock ahead of the event, whose time is wrong by that jump. */
  const feedJump = (id: ConditionalId): void => {
    const driftMs = options.clockDriftMs();
    const clockKnown = engine.run(id)?.state.known.clock ?? null;
    if (Math.abs(driftMs) <= CLOCK_MAX_JUMP_MS || clockKnown?.isSteady !== true) return;
    engine.feed(id, { kind: 'clock', atMs: now(), offsetMs: clockKnown.offsetMs - driftMs });
  };

  const locked = createLockedExits({ prepared: options.prepared, readiness: options.readiness });
  const gates = createGates({
    readiness: options.readiness,
    markets,
    locked,
    now,
    isExit: options.isExit,
    available: (outcome) => executor.available(outcome),
  });
  const executor = createExecutor({
    placer: options.placer,
    canceller: options.canceller,
    isArmed: gates.isEntriesArmed,
    locked,
    budget: createRequestBudget({ now: clock.now, orderBudget: options.orderBudget }),
    clock,
    orderOf: options.orderOf,
    findOrder: options.findOrder,
    ordersOf: options.ordersOf,
    position: options.position,
    feed,
    onUnauthorised() {
      gates.setUnauthorised(true);
      observer.observe();
    },
    onChange: change,
  });
  const engine = createEngine({ store, execute, onChange: change, onFault });
  const observer = createObserver({
    clock,
    markets,
    clockReading: options.clockReading,
    measureClock: options.measureClock,
    runs: () => active(),
    ordersOf: options.ordersOf,
    position: (outcome) => {
      const quantity = quantityOf(outcome);
      return quantity === null ? null : { quantity, available: executor.available(outcome) };
    },
    fillsOf: options.fillsOf,
    gates: gates.gatesOf,
    feed,
  });
  const timing = createTiming({ schedule, now, active, feed, onLook: look });
  const planSoon = createDelayedRun(schedule, 0, () => {
    recordEnds();
    observer.updateWatch();
    timing.plan();
  });
  const watched = createWatchedUntil({ store, now, onFault });
  const restarts = createRestarts({
    markets,
    store,
    observer,
    now,
    active,
    feed,
    latestPass: options.latestPass,
    latestCompletePass: options.latestCompletePass,
    readAccount: options.readAccount,
    onRead: () => void gates.setUnauthorised(false),
    onFault,
  });
  const dryRuns = createDryRunPlanner({
    markets,
    schedule,
    now,
    isTrading: isTradingNow,
    available: (outcome) => (options.isRead() && !isSuspended ? executor.available(outcome) : null),
  });
  const context = { now, quantityOf };

  function execute(action: ConditionalAction, run: Run): void {
    switch (action.kind) {
      case 'place':
        executor.place(action, run);
        return;
      case 'cancel':
        executor.cancel(action.intentId);
        return;
      case 'notify':
        notices.emit({ id: run.id, terms: run.state.terms, notice: action.notice });
    }
  }

  function quantityOf(outcome: OutcomeRef): Shares | null {
    return options.isRead() ? (options.position(outcome)?.quantity ?? ZERO_SHARES) : null;
  }

  function noteAccount(): void {
    const runs = active();
    if (runs.length === 0) return;
    executor.follow(runs);
    restarts.noteReads();
    observer.observe();
  }

  const listOpen = (): ConditionalId[] => [...engine.runs()].filter(isActive).map((run) => run.id);

  /** Has the vault vouch for what is armed, with `id`; stops that one when it cannot. */
  function record(id: ConditionalId): boolean {
    try {
      if (account !== null) store.record(account, [...new Set([...listOpen(), id])]);
      return true;
    } catch (error) {
      engine.stop(id, error);
      return false;
    }
  }

  /** Records ends: an older copy of the journal does not bring back what ended. */
  function recordEnds(): void {
    if (account === null || !store.canRecord()) return;
    try {
      if (!store.isRecorded(account, listOpen())) store.record(account, listOpen());
    } catch (error) {
      onFault('conditional journal', error);
    }
  }

  function look(): void {
    noteAccount();
    if (account !== null && active().length > 0) watched.note(account);
    if (cached === null) return;
    const protections = buildProtections(engine.runs(), context);
    if (JSON.stringify(protections) !== JSON.stringify(cached.protections)) change();
  }

  function findRefusal(terms: ConditionalTerms, others: number): ArmRefusal | null {
    return findArmRefusal(terms, {
      nowMs: now(),
      tick: markets.grid(),
      active: others,
      isArmed: gates.isEntriesArmed(),
      hasListed: markets.hasListed,
      hasUnderlying: markets.hasUnderlying,
      isTrading: isTradingNow,
      quantityOf,
      isExit: options.isExit,
      checkTogether: options.checkTogether,
    });
  }

  /** Ending one is never refused: there are no more ends than orders that were armed. */
  function findStoreRefusal(): ArmRefusal | null {
    const seconds = countChange();
    if (seconds !== null) return { code: 'tooOften', parameters: { seconds } };
    return engine.isFull() ? { code: 'storeFull', parameters: {} } : null;
  }

  function isTradingNow(id: MarketId): boolean {
    const listed = markets.market(id);
    return listed !== null && isTrading(listed, now());
  }

  /** Notifies of each conditional order that has to wait until the keys are unlocked. */
  function emitWaiting(): void {
    for (const run of active()) {
      const known = gates.gatesOf(run);
      feed(run.id, { kind: 'gates', atMs: now(), gates: known });
      if (known.exits.at === 'locked') emitLocked(run);
    }
  }

  function emitLocked(run: Run): void {
    const notice = { code: 'waiting', parameters: { reason: { code: 'locked', parameters: {} } } } as const;
    notices.emit({ id: run.id, terms: run.state.terms, notice });
  }

  const going = (id: ConditionalId): Run | undefined => active().find((run) => run.id === id);

  return {
    arm(id, terms) {
      const known = engine.run(id);
      // A conditional order that was stored but not armed stays a draft: a second request does not arm it.
      if (known !== undefined) {
        return known.state.life.at === 'draft'
          ? refuse({ code: 'notStored', parameters: {} })
          : { outcome: 'armed', id };
      }
      const refusal = findRefusal(terms, active().length) ?? findStoreRefusal();
      if (refusal !== null) return refuse(refusal);
      if (isSuspended || !engine.create(id, terms, now())) return refuse({ code: 'notStored', parameters: {} });
      // Consent counts once the vault vouches for it: before that nothing acts.
      if (!record(id)) return refuse({ code: 'notStored', parameters: {} });
      feed(id, { kind: 'arm', atMs: now() });
      if (engine.run(id)?.fault !== null) return refuse({ code: 'notStored', parameters: {} });
      observer.updateWatch();
      observer.observe();
      return { outcome: 'armed', id };
    },
    cancel(id) {
      if (going(id) === undefined) return false;
      feed(id, { kind: 'cancel', atMs: now() });
      return true;
    },
    change(id, terms) {
      const run = going(id);
      if (run === undefined) return null;
      const { generation } = run.state;
      const refusal = findRefusal(terms, active().length - 1) ?? findStoreRefusal();
      if (refusal !== null) return refuse(refusal);
      feed(id, { kind: 'change', atMs: now(), terms });
      // The machine refuses a change of kind, and any change while an order is live.
      if (run.state.generation === generation) return refuse({ code: 'notChangeable', parameters: {} });
      if (!record(id)) return refuse({ code: 'notStored', parameters: {} });
      observer.forget(id);
      observer.updateWatch();
      observer.observe();
      return { outcome: 'armed', id };
    },
    answer(id, answer) {
      if (going(id)?.state.life.at !== 'halted') return false;
      feed(id, { kind: 'answer', atMs: now(), answer });
      observer.observe();
      return true;
    },
    dismiss: engine.dismiss,
    planDryRun: dryRuns.plan,
    view() {
      cached ??= buildConditionalsView([...engine.runs()], engine.unreadable(), context);
      return cached;
    },
    onChange: changes.on,
    onNotice: notices.on,
    onPublic(event) {
      observer.onPublic(event);
    },
    open(next) {
      // The wallet may have been read while the account was closed.
      if (isClosed || (account === next && !isSuspended)) return;
      executor.stop();
      restarts.clear();
      account = next;
      engine.load(next);
      isSuspended = false;
      restarts.noteLoaded(next);
      change();
    },
    suspend() {
      gates.setEntriesArmed(false);
      if (isSuspended) return;
      for (const run of active()) {
        feed(run.id, { kind: 'gates', atMs: now(), gates: gates.gatesOf(run) });
        emitLocked(run);
      }
      if (account !== null && active().length > 0) watched.noteNow(account);
      isSuspended = true;
      executor.stop();
      restarts.clear();
      timing.stop();
      change();
    },
    noteKeysLocked() {
      gates.setEntriesArmed(false);
      emitWaiting();
    },
    hasActive: () => active().length > 0,
    noteAccount,
    noteStreamLost: restarts.noteStreamLost,
    setEntriesArmed(isArmed) {
      if (gates.setEntriesArmed(isArmed)) observer.observe();
    },
    leaseManual: executor.leaseManual,
    stopAll() {
      const runs = active();
      for (const { id } of runs) feed(id, { kind: 'cancel', atMs: now() });
      return runs.length;
    },
    cancelEntries(selection) {
      if (!isByMarketOnly(selection)) return;
      for (const { id, state } of active()) {
        const isSelected = listOutcomes(state.terms).some(({ market }) =>
          isMarketSelected(market, selection, options.eventOf),
        );
        if (state.terms.direction !== 'buy' || !isSelected) continue;
        feed(id, { kind: 'cancel', atMs: now() });
      }
    },
    close() {
      isClosed = true;
      if (account !== null && active().length > 0) watched.noteNow(account);
      isSuspended = true;
      executor.stop();
      planSoon.close();
      timing.stop();
      dryRuns.close();
      changes.close();
      notices.close();
    },
  };
}

function refuse(reason: ArmRefusal): ArmReceipt {
  return { outcome: 'refused', reason };
}
