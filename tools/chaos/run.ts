/**
 * One chaos run: the exchange here, the trader in its own process, intents and faults from the seed, and a comparison at the end.
 *
 * Shape       Plan, then faults stopped, market stopped, and the two sides compared until they agree or a deadline passes.
 * Units       Times in ms of the shared clock.
 * Errors      Rejects when a process fails; differences are in the result.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DIGEST_START_MS } from '#paper/digest.ts';
import { compareAccount, compareBooks, compareJournal, compareReceipts, type Difference } from './compare.ts';
import { compareConditionals } from './conditionals.ts';
import { openDriver } from './driver.ts';
import { openExchangeHost } from './exchangeHost.ts';
import { type FaultCount, type FaultTime, openFaultTimes } from './faultTimes.ts';
import { buildPlan } from './plan.ts';
import { buildOrigin, openSharedClock } from './sharedClock.ts';
import { openTraderSide } from './traderSide.ts';

export interface ChaosOptions {
  readonly orders: number;
  readonly seed: number;
  readonly factor: number;
  readonly isOneByOne?: boolean;
  /** Absent: an account with a wallet. */
  readonly isCustodial?: boolean;
  readonly log?: (line: string) => void;
}

export interface ChaosResult {
  readonly seed: number;
  readonly orders: number;
  readonly factor: number;
  readonly differences: readonly Difference[];
  /** Of the first difference, from both sides. */
  readonly timeLine: readonly string[];
  readonly times: readonly FaultTime[];
  readonly counts: readonly FaultCount[];
  /** Receipts by outcome. */
  readonly outcomes: Readonly<Record<string, number>>;
  /** Intents that a running trader got. */
  readonly asked: number;
  readonly exchangeOrders: number;
  readonly fills: number;
  /** Orders that a person had to match. */
  readonly matchedByPerson: number;
  readonly simulatedMs: number;
  readonly realMs: number;
}

/** Markets of different activity that stay open through every run. */
export const MARKETS = [
  'harbour-list',
  'rate-hold',
  'btc-96000-or-more',
  'eth-3400-or-more',
  'green-quays',
  'regatta-tern',
];

/** An order that never arrived is proved absent after ten minutes; the rest is for pauses between reads. */
const DEADLINE_MS = 25 * 60_000;
const COMPARE_EVERY_MS = 2_000;

export async function runChaos(options: ChaosOptions): Promise<ChaosResult> {
  const { orders, seed, factor, isOneByOne = false, isCustodial = false, log = () => undefined } = options;
  const realStart = performance.now();
  const origin = buildOrigin(DIGEST_START_MS, factor);
  const clock = openSharedClock(origin);
  const folder = mkdtempSync(path.join(tmpdir(), 'adyton-chaos-'));
  const times = openFaultTimes();
  let onPlaced = (): void => undefined;
  const host = await openExchangeHost({
    clock,
    factor,
    seed,
    dataFolder: path.join(folder, 'exchange'),
    onPlaced: () => onPlaced(),
  });
  const markets = MARKETS;
  const trader = openTraderSide({
    host,
    clock,
    times,
    setup: {
      ...origin,
      kind: isCustodial ? 'custodial' : 'key',
      dataFolder: path.join(folder, 'trader'),
      markets,
      seed,
    },
    log,
  });
  try {
    await trader.start();
    const driver = openDriver({
      plan: buildPlan({ seed, orders, markets: markets.length, isOneByOne, hasConditionals: !isCustodial }),
      markets,
      host,
      trader,
      clock,
      times,
      isOneByOne,
      isCustodial,
      log,
    });
    onPlaced = driver.onPlaced;
    await driver.run();
    log(`plan done after ${seconds(clock.steadyMs())} s`);
    await driver.stopFaults();
    host.stopMarket();
    const { differences, matched } = await settle();
    const first = differences[0];
    return {
      seed,
      orders,
      factor,
      differences,
      timeLine: first ? trader.timeLine(first) : [],
      times: times.times(),
      counts: times.counts(),
      outcomes: trader.outcomes(),
      asked: trader.asked(),
      exchangeOrders: host.recorder.orders().size,
      fills: host.recorder.fills().size,
      matchedByPerson: matched,
      simulatedMs: clock.steadyMs(),
      realMs: performance.now() - realStart,
    };
  } finally {
    await trader.close();
    await host.close();
    rmSync(folder, { recursive: true, force: true });
  }

  async function settle(): Promise<{ differences: Difference[]; matched: number }> {
    const deadlineMs = clock.steadyMs() + DEADLINE_MS;
    let matched = 0;
    while (trader.placing() > 0 && clock.steadyMs() < deadlineMs) await pause();
    // One whose order's answer was lost goes on until the exchange says what became of it.
    while ((await trader.endConditionals()) > 0 && clock.steadyMs() < deadlineMs) await pause();
    const final = await compareFinal();
    if (final.length > 0) return { differences: final, matched };
    for (;;) {
      const differences = await compareAll();
      // A person matches what no reading can tell apart; then everything must agree.
      const choices = trader.findChoices();
      if (differences.length === 0 && choices.length === 0) return { differences, matched };
      if (differences.length === 0) {
        for (const { intentId, orderId } of choices) trader.send({ kind: 'match', intentId, orderId });
        matched += choices.length;
      }
      if (clock.steadyMs() > deadlineMs) return { differences, matched };
      await pause();
    }
  }

  async function compareAll(): Promise<Difference[]> {
    const snapshot = await trader.snapshot();
    const differences = [
      ...trader.pendingDifferences(),
      ...compareAccount(host, trader.known, snapshot),
      ...compareBooks(host, markets, snapshot),
    ];
    if (differences.length > 0) return differences;
    return [...(await compareFinal()), ...compareJournal(host, trader.known, await trader.journal())];
  }

  async function compareFinal(): Promise<Difference[]> {
    // Placements from before the journal is read: a later one may not be in it.
    const placements = [...host.recorder.placements()];
    const entries = await trader.journal();
    return [
      ...compareReceipts(host, trader.known, entries, placements),
      ...compareConditionals(host, trader.armed, entries),
    ];
  }

  function pause(): Promise<void> {
    return new Promise((resolve) => void clock.schedule(COMPARE_EVERY_MS, resolve));
  }
}

const seconds = (ms: number): string => (ms / 1_000).toFixed(1);
