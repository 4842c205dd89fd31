/**
 * The trader as the run knows it: its process, everything that it reported, and the time line of an order from both sides.
 *
 * Units       Ms of the shared clock.
 */

import type { OrderView } from '#shared/ipc/views.ts';
import type { ConditionalId } from '#shared/order/conditional/declaration/termsFields.ts';
import type { ConditionalTerms } from '#shared/order/conditional/terms.ts';
import type { JournalEntry } from '#shared/order/journalEntry.ts';
import type { PlaceReceipt } from '#shared/order/receipts.ts';
import type { IntentId, MarketId, OrderId } from '#shared/units/ids.ts';
import { parseMarketId, parseOrderId } from '#shared/units/ids.ts';
import type { Difference, Known } from './compare.ts';
import type { ExchangeHost } from './exchangeHost.ts';
import type { FaultTimes } from './faultTimes.ts';
import type { Order, Snapshot, TimedReport, TraderSetup } from './protocol.ts';
import { type Line, markOf } from './recorder.ts';
import type { ScaledClock } from './scaledClock.ts';
import { openTraderHandle } from './traderHandle.ts';

export interface TraderSideOptions {
  readonly host: ExchangeHost;
  readonly clock: ScaledClock;
  readonly times: FaultTimes;
  readonly setup: Omit<TraderSetup, 'port' | 'token' | 'markets' | 'isFirst' | 'jumpMs'> & {
    readonly markets: readonly string[];
  };
  log(line: string): void;
}

export interface Choice {
  readonly intentId: IntentId;
  readonly orderId: OrderId | null;
}

export interface TraderSide {
  /** What a running process was asked to arm. */
  readonly armed: ReadonlyMap<ConditionalId, ConditionalTerms>;
  /** Ends every conditional order; answers how many still go on. */
  endConditionals(): Promise<number>;
  readonly known: Known;
  isReady(): boolean;
  /** Throws when the trader's process failed by itself. */
  checkRunning(): void;
  send(order: Order): boolean;
  start(): Promise<void>;
  /** Kills the process and starts it again. */
  restart(): Promise<void>;
  setJump(jumpMs: number): void;
  onPlaced(listener: (intentId: IntentId, receipt: PlaceReceipt) => void): void;
  openOrders(): readonly OrderView[];
  snapshot(): Promise<Snapshot>;
  journal(): Promise<readonly JournalEntry[]>;
  /** Placements without a receipt. */
  placing(): number;
  /** Commands of the running process that have no receipt yet. */
  pendingDifferences(): Difference[];
  /** Lost orders that only a person can match, with the right choice. */
  findChoices(): readonly Choice[];
  /** Intents that a running process got. */
  asked(): number;
  outcomes(): Readonly<Record<string, number>>;
  note(text: string): void;
  timeLine(difference: Difference): readonly string[];
  close(): Promise<void>;
}

export function openTraderSide({ host, clock, times, setup, log }: TraderSideOptions): TraderSide {
  const known: Known = { orders: new Map(), fills: new Map(), receipts: new Map() };
  const marks = new Map<string, string>();
  const armed = new Map<ConditionalId, ConditionalTerms>();
  const outcomes = new Map<string, number>();
  const pending = new Map<string, { intentId: string | null; orderId: string | null }>();
  const traderLines: (Line & { readonly about: string | null })[] = [];
  const markets: readonly MarketId[] = setup.markets.map(parseMarketId);
  const answers = new Map<string, (report: TimedReport) => void>();
  let placedListener = (_intentId: IntentId, _receipt: PlaceReceipt): void => undefined;
  let isFirst = true;
  let asked = 0;
  let jumpMs = 0;
  let snapshots = 0;
  let failure: Error | null = null;

  const note = (text: string, about: string | null = null): void => {
    traderLines.push({ atMs: clock.now(), text, about });
    if (about === null) log(`${seconds(clock.steadyMs())} s  ${text}`);
  };
  const count = (name: string): void => void outcomes.set(name, (outcomes.get(name) ?? 0) + 1);

  const onReport = (report: TimedReport): void => {
    switch (report.kind) {
      case 'orders':
        for (const order of report.orders) known.orders.set(order.intentId ?? order.orderId ?? '', order);
        for (const { intentId, orderId } of report.orders) if (intentId && orderId) known.orders.delete(orderId);
        return;
      case 'fills':
        for (const fill of report.fills) known.fills.set(`${fill.id}/${fill.orderId}`, fill);
        return;
      case 'status':
        times.onStatus(report.status, report.atMs);
        traderLines.push({ atMs: report.atMs, text: `view: ${JSON.stringify(report.status)}`, about: null });
        return;
      case 'placed': {
        const { intentId, receipt } = report;
        pending.delete(`place ${intentId}`);
        known.receipts.set(intentId, receipt);
        const denial = receipt.outcome === 'denied' ? ` ${receipt.denials[0]?.code}` : '';
        count(`${receipt.outcome}${denial}`);
        note(`receipt: ${JSON.stringify(receipt, withoutBigint)}`, intentId);
        placedListener(intentId, receipt);
        return;
      }
      case 'cancelled':
        pending.delete(`cancel ${report.orderId}`);
        count(`cancel ${report.receipt.outcome}`);
        note(`cancel receipt: ${JSON.stringify(report.receipt, withoutBigint)}`, report.orderId);
        return;
      case 'allCancelled':
        count('cancel all');
        pending.delete('cancelAll');
        return;
      case 'locked':
        count(report.lots > 0 ? 'locked with exits' : 'locked');
        note(`keys locked with ${report.lots} lots${report.why === null ? '' : `: ${report.why}`}`);
        return;
      case 'matched':
        count(`match ${report.receipt.outcome}`);
        note(`match receipt: ${JSON.stringify(report.receipt)}`, report.intentId);
        return;
      case 'log':
        traderLines.push({ atMs: report.atMs, text: report.line, about: null });
        return;
      case 'failed':
        failure = new Error(`The trader failed: ${report.error}`);
        note(failure.message);
        return;
      default:
        answers.get(report.kind)?.(report);
    }
  };
  const handle = openTraderHandle(onReport);

  const start = async (): Promise<void> => {
    const { port, token } = host;
    await handle.start({ ...setup, port, token, markets, isFirst, jumpMs });
    isFirst = false;
    note('trader ready');
  };

  const ask = async (order: Order, kind: TimedReport['kind']): Promise<TimedReport> => {
    if (failure) throw failure;
    return new Promise((resolve, reject) => {
      answers.set(kind, resolve);
      if (!handle.send(order)) reject(new Error('Expected the trader to run, found no process'));
    });
  };

  return {
    known,
    armed,
    async endConditionals() {
      const report = await ask({ kind: 'endConditionals' }, 'conditionals');
      if (report.kind !== 'conditionals') throw new Error(`Expected the conditionals, found ${report.kind}`);
      return report.active;
    },
    isReady: handle.isReady,
    checkRunning() {
      if (failure) throw failure;
    },
    send(order) {
      const isSent = handle.send(order);
      if (!isSent) return false;
      if (order.kind === 'place') {
        const { intentId } = order.intent;
        asked += 1;
        pending.set(`place ${intentId}`, { intentId, orderId: null });
        note(`asked to place ${JSON.stringify(order.intent)}`, intentId);
      } else if (order.kind === 'arm') {
        armed.set(order.id, order.terms);
        count(`armed ${order.terms.kind}`);
        note(`asked to arm ${JSON.stringify(order.terms)}`, order.id);
      } else if (order.kind === 'cancel') {
        pending.set(`cancel ${order.orderId}`, { intentId: null, orderId: order.orderId });
        note('asked to cancel', order.orderId);
      } else if (order.kind === 'cancelAll') {
        pending.set('cancelAll', { intentId: null, orderId: null });
        note(`asked to cancel all of ${order.market ?? 'the account'}`);
      }
      return true;
    },
    start,
    async restart() {
      const gone = handle.kill();
      note('trader killed');
      times.onDown(clock.now());
      await gone;
      // No receipt comes from a process that is gone.
      for (const what of pending.keys()) if (what.startsWith('place ')) count('killed before the receipt');
      pending.clear();
      await start();
    },
    setJump(next) {
      jumpMs = next;
      handle.send({ kind: 'jump', jumpMs: next });
    },
    onPlaced(listener) {
      placedListener = listener;
    },
    openOrders: () =>
      [...known.orders.values()].filter(({ life, orderId }) => life.at === 'resting' && orderId !== null),
    async snapshot() {
      snapshots += 1;
      const report = await ask({ kind: 'snapshot', number: snapshots }, 'snapshot');
      if (report.kind !== 'snapshot') throw new Error(`Expected a snapshot, found ${report.kind}`);
      return report.snapshot;
    },
    async journal() {
      const report = await ask({ kind: 'journal' }, 'journal');
      if (report.kind !== 'journal') throw new Error(`Expected the journal, found ${report.kind}`);
      for (const entry of report.entries) if (entry.kind === 'signed') marks.set(entry.intentId, markOf(entry));
      return report.entries;
    },
    placing: () => [...pending.keys()].filter((what) => what.startsWith('place ')).length,
    pendingDifferences: () => [...pending].map(([what, ids]) => ({ what: `no receipt of: ${what}`, ...ids })),
    findChoices() {
      const choices: Choice[] = [];
      for (const { intentId, life, candidates } of known.orders.values()) {
        if (intentId === null || life.at !== 'unknown' || candidates === undefined) continue;
        const [id] = host.recorder.ordersOf(marks.get(intentId) ?? '');
        choices.push({ intentId, orderId: id === undefined ? null : parseOrderId(id) });
      }
      return choices;
    },
    asked: () => asked,
    outcomes: () => Object.fromEntries([...outcomes].sort()),
    note,
    timeLine({ intentId, orderId }) {
      const view = known.orders.get(intentId ?? '') ?? known.orders.get(orderId ?? '');
      const intent =
        intentId ??
        view?.intentId ??
        [...known.orders.values()].find((one) => one.orderId === orderId)?.intentId ??
        null;
      const full = known.orders.get(intent ?? '') ?? view;
      const own = full?.steps ?? [];
      const lines = [
        ...host.recorder
          .linesOf(orderId ?? full?.orderId ?? null, marks.get(intent ?? '') ?? null)
          .map(({ atMs, text }) => ({ atMs, text: `exchange  ${text}` })),
        ...own.map(({ atMs, step, detail }) => ({
          atMs,
          text: `trader    step ${step}${detail ? ` ${JSON.stringify(detail, withoutBigint)}` : ''}`,
        })),
        ...traderLines
          .filter(({ about }) => about === null || about === intent || about === orderId)
          .map(({ atMs, text }) => ({ atMs, text: `trader    ${text}` })),
      ].sort((a, b) => a.atMs - b.atMs);
      const firstAtMs = own[0]?.atMs ?? lines[0]?.atMs ?? 0;
      return lines
        .filter(({ atMs }) => atMs >= firstAtMs - 5_000)
        .slice(0, MAX_LINES)
        .map(({ atMs, text }) => `${new Date(atMs).toISOString().slice(11, 23)}  ${text}`);
    },
    close: handle.close,
  };
}

const MAX_LINES = 300;
const seconds = (ms: number): string => (ms / 1_000).toFixed(1).padStart(7);
const withoutBigint = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);
