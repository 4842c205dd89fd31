/**
 * Alerts: watched in main, so that they fire whatever a window shows; stored, with a log of what fired.
 *
 * Units       Looks at everything once a second while an alert is active; at books and trades with each of their changes.
 * Invariants  Only listed markets. Without an active alert no timer runs and no book is watched. The state is stored at once
 *             after a change by a person and a firing, else within five seconds; what happened while the program was closed
 *             is a gap of the log.
 * Errors      A save that fails goes to `onFault`, and the view says so.
 * Source      docs/alerts.md
 */
import { type AlertTerms, checkTerms, isOfAccount, MAX_ALERTS, needsBook, watchesOf } from '#shared/alerts/alert.ts';
import { kindOf } from '#shared/alerts/kinds.ts';
import {
  ACCOUNT,
  type AlertRecord,
  expireAlert,
  factOf,
  findStatus,
  interruptAlert,
  isActive,
  keepSubjects,
  openAlertRecord,
  type Reading,
  readingOf,
  stepAlert,
} from '#shared/alerts/life.ts';
import type { AlertLogEntry } from '#shared/alerts/log.ts';
import type { RuleField } from '#shared/alerts/marketText.ts';
import type { StoredAlerts } from '#shared/alerts/stored.ts';
import type { AlertsView } from '#shared/alerts/view.ts';
import type { Scheduler } from '#shared/base/clock.ts';
import { createEmitter } from '#shared/base/emitter.ts';
import type { Trade } from '#shared/market/tape.ts';
import type { MarketId } from '#shared/units/ids.ts';
import type { AlertProblem, Alerts, AlertsOptions } from './alertsApi.ts';
import { openFiringLog } from './firingLog.ts';
import type { AlertStore } from './ports.ts';
import { openReaders, readAccountNews } from './readers.ts';
import { chooseBooks, listSubjects } from './subjects.ts';

const LOOK_EVERY_MS = 1_000;
/** How often the time until which alerts were watched is stored. */
const HEARTBEAT_MS = 60_000;

export function openAlerts(options: AlertsOptions): Alerts {
  const { clock, schedule, store } = options;
  const stored = store.load();
  const startedAtMs = clock.exchangeTimeMs();
  const records = new Map<string, AlertRecord>();
  const readers = openReaders(options, stored.fingerprints);
  const changes = createEmitter<void>(options.onFault);
  const fired = createEmitter<AlertLogEntry>(options.onFault);
  const log = openFiringLog(stored, options.workspace, fired.emit);
  /** Active alerts that need the book of a market. */
  const byBook = new Map<string, string[]>();
  let { account } = stored;
  let cached: AlertsView | null = null;
  /** Weak: after the last active alert the list that it saw must not stay. */
  let seenVersion: number | null = null;
  let savedAtMs = startedAtMs;
  let cancelLook: (() => void) | null = null;

  for (const record of stored.records) {
    const sinceMs = stored.watchedUntilMs ?? startedAtMs;
    records.set(record.id, isActive(record) ? interruptAlert(record, sinceMs) : record);
  }
  if (stored.watchedUntilMs !== null && hasActive()) log.noteClosed(stored.watchedUntilMs, startedAtMs);

  const saver = openAlertSaver({
    store,
    schedule,
    onFault: options.onFault,
    build() {
      savedAtMs = clock.exchangeTimeMs();
      const watchedUntilMs = hasActive() ? savedAtMs : null;
      const fingerprints = readers.fingerprints();
      return { ...log.stored(), records: [...records.values()], account, fingerprints, watchedUntilMs };
    },
  });

  function note(): void {
    cached = null;
    changes.emit();
  }

  function hasActive(): boolean {
    for (const record of records.values()) if (isActive(record)) return true;
    return false;
  }

  function put(record: AlertRecord): void {
    records.set(record.id, record);
    saver.saveSoon();
    note();
  }

  function step(id: string, subject: string, reading: Reading, market: MarketId | null): void {
    const before = records.get(id);
    if (before === undefined) return;
    const atMs = clock.exchangeTimeMs();
    const { record, firing } = stepAlert(before, subject, reading, atMs);
    if (record === before) return;
    put(record);
    if (firing === null) return;
    log.noteFiring(firing, { id, kind: record.terms.condition.kind }, market, atMs);
    saver.saveNow();
    note();
    if (record.end !== null) prepare();
  }

  /** Subjects, watched books and windows, for the alerts and markets as they are now. */
  function prepare(): void {
    byBook.clear();
    const windows = new Map<string, number>();
    const fingerprinted = new Set<string>();
    for (const before of records.values()) {
      if (!isActive(before)) continue;
      const { condition } = before.terms;
      const subjects = listSubjects(before, options);
      const record = keepSubjects(before, new Set(subjects));
      if (record !== before) put(record);
      for (const name of subjects) {
        if (needsBook(condition)) byBook.set(name, [...(byBook.get(name) ?? []), record.id]);
        const windowMs = kindOf(condition).windowMs?.(condition);
        if (windowMs !== undefined) windows.set(name, Math.max(windows.get(name) ?? 0, windowMs));
        if (watchesOf(condition) === 'record') fingerprinted.add(name);
      }
    }
    readers.keepWindows(windows);
    readers.keepFingerprints(fingerprinted);
    options.watchBooks(chooseBooks(records.values(), options));
    if (hasActive()) cancelLook ??= schedule(LOOK_EVERY_MS, onLookTime);
    else {
      cancelLook?.();
      cancelLook = null;
    }
  }

  function onLookTime(): void {
    cancelLook = null;
    look();
    if (clock.exchangeTimeMs() - savedAtMs >= HEARTBEAT_MS) saver.saveNow();
    prepare();
  }

  function look(): void {
    const nowMs = clock.exchangeTimeMs();
    for (const before of [...records.values()]) {
      const record = expireAlert(before, nowMs);
      if (record !== before) put(record);
      if (!isActive(record)) continue;
      const { condition } = record.terms;
      for (const subject of listSubjects(record, options)) {
        const reading = readers.read(condition, subject);
        if (reading !== null) step(record.id, subject, reading, subject === ACCOUNT ? null : (subject as MarketId));
      }
    }
    lookAtRules();
  }

  /** Once for each new catalogue. */
  function lookAtRules(): void {
    const version = options.listing.version();
    if (version === seenVersion) return;
    seenVersion = version;
    const found = new Map<string, readonly RuleField[]>();
    for (const record of [...records.values()]) {
      const { condition } = record.terms;
      if (watchesOf(condition) !== 'record' || !isActive(record)) continue;
      const { onRecord } = kindOf(condition);
      for (const name of listSubjects(record, options)) {
        const market = name as MarketId;
        const changed = found.get(name) ?? readers.findRecordChanges(market);
        found.set(name, changed);
        const parameters = changed.length === 0 ? undefined : onRecord?.(condition, changed);
        const reading: Reading =
          parameters === undefined ? { kind: 'live' } : { kind: 'event', fact: factOf(condition, parameters) };
        if (options.market(market) !== null) step(record.id, name, reading, market);
      }
    }
  }

  function onTrades(market: MarketId, trades: readonly Trade[]): void {
    readers.addTrades(market, trades);
    for (const id of byBook.get(market) ?? []) {
      const condition = records.get(id)?.terms.condition;
      const readTrade = condition && kindOf(condition).value?.readTrade;
      if (condition === undefined || readTrade === undefined) continue;
      for (const { price } of trades) {
        const reading = readingOf(condition, readTrade(condition, price));
        if (reading !== null) step(id, market, reading, market);
      }
    }
  }

  function onBook(market: MarketId): void {
    for (const id of byBook.get(market) ?? []) {
      const condition = records.get(id)?.terms.condition;
      if (condition === undefined || kindOf(condition).value?.followsBook !== true) continue;
      const reading = readers.read(condition, market);
      if (reading !== null) step(id, market, reading, market);
    }
  }

  function lookAtAccount(): void {
    const active = [...records.values()].filter((record) => isActive(record) && isOfAccount(record.terms.condition));
    const { memory, readings } = readAccountNews(account, active, options);
    if (memory !== account) {
      account = memory;
      if (active.length > 0) saver.saveSoon();
    }
    for (const { id, reading, market } of readings) step(id, ACCOUNT, reading, market);
    for (const { id, terms } of active) {
      const reading = readers.read(terms.condition, ACCOUNT);
      if (reading !== null) step(id, ACCOUNT, reading, null);
    }
  }

  function check(terms: AlertTerms): AlertProblem | null {
    const { scope } = terms;
    if (scope.kind === 'market' && !options.hasListed(scope.market)) return 'notListed';
    if (scope.kind === 'event' && options.listing.listEvent(scope.eventId).length === 0) return 'notListed';
    return checkTerms(terms, clock.exchangeTimeMs());
  }

  /** Stores the record, looks at it at once. */
  function start(record: AlertRecord): void {
    records.set(record.id, record);
    prepare();
    if (isOfAccount(record.terms.condition)) lookAtAccount();
    seenVersion = null;
    look();
    saver.saveNow();
    note();
  }

  prepare();

  return {
    create(terms) {
      const problem = records.size >= MAX_ALERTS ? 'tooMany' : check(terms);
      if (problem !== null) return { problem };
      const id = options.newId();
      start(openAlertRecord(id, terms, clock.exchangeTimeMs()));
      return { id };
    },
    change(id, terms) {
      const before = records.get(id);
      if (before === undefined) return null;
      const problem = check(terms);
      if (problem === null) start({ ...openAlertRecord(id, terms, before.createdAtMs), fired: before.fired });
      return { problem };
    },
    remove(id) {
      if (!records.delete(id)) return false;
      prepare();
      saver.saveNow();
      note();
      return true;
    },
    setPaused(id, isPaused) {
      const record = records.get(id);
      if (record === undefined) return false;
      if (record.isPaused !== isPaused) start({ ...record, isPaused, subjects: {} });
      return true;
    },
    rearm(id) {
      const record = records.get(id);
      if (record === undefined) return false;
      const { expiresAtMs } = record.terms;
      const isOver = expiresAtMs !== null && expiresAtMs <= clock.exchangeTimeMs();
      start({
        ...record,
        end: null,
        isPaused: false,
        subjects: {},
        terms: { ...record.terms, expiresAtMs: isOver ? null : expiresAtMs },
      });
      return true;
    },
    clearLog() {
      log.clear();
      saver.saveNow();
      note();
    },
    markSeen() {
      if (!log.markSeen()) return;
      saver.saveSoon();
      note();
    },
    setMuted(workspace, isMuted) {
      log.setMuted(workspace, isMuted);
      saver.saveNow();
      note();
    },
    onPublic(event) {
      if (byBook.size === 0) return;
      if (event.kind === 'trades') onTrades(event.market, event.trades);
      else if (event.kind === 'bookIncrement' || event.kind === 'bookSnapshot') onBook(event.market);
    },
    noteAccount: lookAtAccount,
    noteCatalogue: lookAtRules,
    view() {
      cached ??= {
        isHidden: false,
        alerts: [...records.values()].map((record) => ({
          id: record.id,
          terms: record.terms,
          status: findStatus(record),
          fired: record.fired,
          lastFiredAtMs: record.lastFiredAtMs,
        })),
        ...log.stored(),
        ...log.told(),
        isStored: saver.isStored(),
      };
      return cached;
    },
    onChange: changes.on,
    onFired: fired.on,
    close() {
      cancelLook?.();
      saver.close();
      changes.close();
      fired.close();
    },
  };
}

/** What a page may see while the vault is locked: that something fired, not what. */
export function hideAlerts(view: AlertsView): AlertsView {
  return { ...view, isHidden: true, alerts: [], log: [], unseen: 0 };
}

const SAVE_WITHIN_MS = 5_000;

interface AlertSaver {
  saveNow(): void;
  saveSoon(): void;
  isStored(): boolean;
  /** Saves a last time. */
  close(): void;
}

interface AlertSaverOptions {
  readonly store: Pick<AlertStore, 'save'>;
  readonly schedule: Scheduler;
  build(): StoredAlerts;
  onFault(error: unknown): void;
}

/**
 * Saver of the alerts: at once after what must not be lost, else within a few seconds.
 *
 * Errors      A save that fails goes to `onFault`; `isStored` is false until one works.
 */
function openAlertSaver({ store, schedule, build, onFault }: AlertSaverOptions): AlertSaver {
  let isStored = true;
  let isClosed = false;
  let cancel: (() => void) | null = null;

  function saveNow(): void {
    cancel?.();
    cancel = null;
    try {
      store.save(build());
      isStored = true;
    } catch (error) {
      isStored = false;
      onFault(error);
    }
  }

  return {
    saveNow,
    saveSoon() {
      if (!isClosed) cancel ??= schedule(SAVE_WITHIN_MS, saveNow);
    },
    isStored: () => isStored,
    close() {
      saveNow();
      isClosed = true;
    },
  };
}
