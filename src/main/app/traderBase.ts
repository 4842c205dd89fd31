/**
 * What every account's trader shares: the exchange's client, the vault, market data and the stores of no account.
 *
 * Invariants  `close` saves the request budgets after the last request.
 * Errors      Throws when the data folder cannot be opened, or the exchange's address is refused.
 * Source      docs/decisions/0025-several-accounts.md
 */

import type { Scheduler } from '#shared/base/clock.ts';
import { createEmitter } from '#shared/base/emitter.ts';
import { openMarketNames } from '#shared/text/markets/marketNames.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { type MarketData, openMarketData } from '../market/marketData.ts';
import { openRecorder, type Recorder } from '../storage/recording/recorder.ts';
import { openVault, type Vault } from '../vault/vault.ts';
import type { BudgetMemory } from '../venue/budgetMemory.ts';
import { openVenue, type Venue } from '../venue/venue.ts';
import { createOrderTimes, type OrderTimes } from './account/orderTimes.ts';
import { createFaultLog, type FaultLog } from './faultLog.ts';
import { type KnownInterest, openKnownInterest } from './markets/knownInterest.ts';
import { type LastMarkets, openLastMarkets, readLastRun } from './markets/lastMarkets.ts';
import { toReadFailure } from './readFailure.ts';
import { recordTimers } from './recording/edges.ts';
import { openSharedStores, type SharedStores } from './stores.ts';
import type { TraderOptions } from './traderOptions.ts';

const SAVE_EVERY_MS = 250;

/** Skips a save whose value is unchanged. Orders change what Health shows, but not what is saved here. */
function skipUnchanged<T>(save: (value: T) => void): (value: T) => void {
  let last = '';
  return (value) => {
    const text = JSON.stringify(value);
    if (text === last) return;
    save(value);
    last = text;
  };
}

interface BudgetSaverOptions {
  readonly venue: Pick<Venue, 'budgetMemory' | 'onBudgets'>;
  readonly schedule: Scheduler;
  save(memory: ReturnType<Venue['budgetMemory']>): void;
}

interface BudgetSaver {
  saveNow(): void;
}

/**
 * Saves the used request budgets some time after a change. The limiter itself writes what must be on disk before a request.
 *
 * Units       At most one write in 250 ms; `saveNow` writes at once.
 */
function openBudgetSaver({ venue, schedule, save }: BudgetSaverOptions): BudgetSaver {
  let cancelSave: (() => void) | null = null;
  function saveNow(): void {
    cancelSave?.();
    cancelSave = null;
    save(venue.budgetMemory());
  }
  venue.onBudgets(() => {
    cancelSave ??= schedule(SAVE_EVERY_MS, saveNow);
  });
  return { saveNow };
}

export interface TraderBase {
  readonly options: TraderOptions;
  readonly stores: SharedStores;
  /** What the vault's keys belong to. */
  readonly origin: string;
  readonly venue: Venue;
  readonly vault: Vault;
  readonly market: MarketData;
  /** What the page watches; main's modules get only what the exchange listed. */
  readonly interest: KnownInterest;
  readonly orderTimes: OrderTimes;
  readonly lastMarkets: LastMarkets;
  /** Null where nothing is recorded. */
  readonly recorder: Recorder | null;
  readonly onFault: FaultLog;
  /** A book is watched and known to the exchange. */
  onBook(listener: (market: MarketId) => void): () => void;
  close(): Promise<void>;
}

export function openTraderBase(options: TraderOptions): TraderBase {
  const { exchange, log, now, schedule, random } = options;
  const onFault = createFaultLog(log);
  const stores = openSharedStores(options, onFault);
  const { server, settings, custodyMemory } = stores;
  const writeBudgets = skipUnchanged((memory: BudgetMemory) => settings.saveBudgets(server, memory));
  const saveBudgets = (memory: BudgetMemory): void => {
    try {
      writeBudgets(memory);
    } catch (error) {
      onFault('budgets', error);
    }
  };
  const orderTimes = createOrderTimes(now, options.steadyMs);
  const venue = options.venue ?? openTraderVenue(options, settings.budgets(server), saveBudgets, orderTimes);
  const budgets = openBudgetSaver({ venue, schedule, save: saveBudgets });
  const origin = exchange.network === 'paper' ? 'paper:embedded' : exchange.baseUrl;
  const vault = openVault({
    folder: stores.vaultFolder,
    network: exchange.network,
    origin,
    now,
    steadyMs: options.steadyMs,
    random: random.bytes,
    rollbackMemory: custodyMemory.rollbackMemory,
    keychain: options.keychain,
    ...(options.kdf ? { kdf: options.kdf } : {}),
  });
  const recorder =
    options.startStore === undefined
      ? null
      : openRecorder({
          now,
          schedule,
          settings: settings.preferences().recording,
          startStore: options.startStore,
          onFault: (error) => onFault('recorder', error),
        });
  const data = openMarketData({
    listMarkets: (onPage) => venue.listMarkets(onPage),
    listMarketPage: (page) => venue.listMarketPage(page),
    countMarkets: () => venue.countMarkets(),
    fetchBook: (id) => venue.fetchBook(id),
    listCandles: (id, period, limit) => venue.listCandles(id, period, limit),
    listRecentTrades: (id) => venue.listRecentTrades(id),
    setInterest: (interest) => venue.setInterest(interest),
    resubscribe: (id) => venue.resubscribe(id),
    resubscribeShared: (kind) => venue.resubscribeShared(kind),
    now,
    exchangeTimeMs: () => venue.exchangeTimeMs(),
    schedule: recordTimers(schedule, 'market data', recorder),
    explainRead: toReadFailure,
    onHealth: (id, health) => recorder?.noteTrust(id, health),
    lastRun: readLastRun(stores.lastMarkets.value()),
    names: openMarketNames(),
  });
  const market: MarketData = {
    ...data,
    watch(wanted) {
      recorder?.noteInterest(wanted);
      data.watch(wanted);
    },
  };
  const lastMarkets = openLastMarkets({ file: stores.lastMarkets, market, schedule, onFault });
  const books = createEmitter<MarketId>((error) => onFault('watched books', error));
  const interest = openKnownInterest({ market, onBook: books.emit });
  // The first listener of public events: every account's modules find them in market data.
  venue.onPublic((event) => {
    recorder?.notePublic(event);
    market.onPublic(event);
  });
  venue.measureClock().catch((error: unknown) => onFault('clock', error));

  return {
    options,
    stores,
    origin,
    venue,
    vault,
    market,
    interest,
    orderTimes,
    lastMarkets,
    recorder,
    onFault,
    onBook: books.on,
    async close() {
      interest.close();
      lastMarkets.close();
      market.close();
      await venue.close();
      budgets.saveNow();
    },
  };
}

function openTraderVenue(
  options: TraderOptions,
  budgetMemory: unknown,
  persistBudgets: (memory: BudgetMemory) => void,
  orderTimes: OrderTimes,
): Venue {
  const { exchange, now, steadyMs, schedule, random, profile } = options;
  const { network, baseUrl, wsBaseUrl, headers } = exchange;
  return openVenue({
    network,
    baseUrl,
    wsBaseUrl,
    extraHeaders: headers,
    now,
    steadyMs,
    schedule,
    random: random.uniform,
    budgetMemory,
    persistBudgets,
    onOrderSent: orderTimes.noteSent,
    onOrderAnswered: orderTimes.noteAnswered,
    ...(profile ? { profile } : {}),
  });
}
