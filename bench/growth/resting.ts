/**
 * Growth of a cancel-all in the number of resting orders, at a round trip of 100 ms: the trading module over the client's own
 * reads, and a page that takes the frames.
 *
 * Units       Milliseconds, bytes. The processor time is that of the whole process; the exchange in it only looks texts up.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type FrameParts, openFramePump } from '../../src/main/ipc/framePump.ts';
import { openTrading, type TradingOptions } from '../../src/main/trading/trading.ts';
import { openAccountReads } from '../../src/main/venue/accountReads.ts';
import { createHealthLog } from '../../src/main/venue/healthLog.ts';
import type { HttpResponse } from '../../src/main/venue/http.ts';
import { createListings } from '../../src/main/venue/listings.ts';
import { createLongParser } from '../../src/main/venue/parseResponse.ts';
import { DEFAULT_PROFILE } from '../../src/main/venue/profile.ts';
import type { Rest } from '../../src/main/venue/rest.ts';
import { pauseTurn, scheduleTimer } from '../../src/main/venue/timing.ts';
import { findAccountChange } from '../../src/shared/ipc/frames/accountChange.ts';
import type { AccountView } from '../../src/shared/ipc/views.ts';
import { DEFAULT_TICK } from '../../src/shared/market/tickGrid.ts';
import { findReadiness } from '../../src/shared/order/account/readiness.ts';
import { ALL_ORDERS } from '../../src/shared/order/exits/selection.ts';
import { parsePrice } from '../../src/shared/units/price.ts';
import { toShares } from '../../src/shared/units/shares.ts';
import { toUsd } from '../../src/shared/units/usd.ts';
import { makeMarket, makeOrder, OWNER } from '../../test/slice/makers.ts';
import { makeRiskBook } from '../../test/slice/riskMakers.ts';
import { buildFigures, type Measured } from '../row.ts';
import { nameGrowth } from './law.ts';
import type { MeasureGrowth } from './measure.ts';

const ROUND_TRIP_MS = 100;
const PAGE = 100;
const STARTED_MS = Date.now() - 86_400_000;

interface RestingFigures {
  /** From the call to the receipt of a cancel-all. */
  readonly tookMs: number;
  readonly processorMs: number;
  readonly frameBytes: number;
  /** Samples of the account, every 10 ms before and during the cancels, that were not live. */
  readonly notLive: number;
  readonly samples: number;
  readonly confirmed: number;
}

/** Orders of an exchange as the texts that it serves, newest first. */
function openExchange(count: number) {
  const open = new Map<string, string>();
  const orders = new Map<string, string>();
  for (let at = count; at > 0; at -= 1) {
    const time = new Date(STARTED_MS + at).toISOString();
    open.set(
      `${at}`,
      `{"id":"${at}","market":"market-${at % 40}","side":"yes","direction":"buy","ord_type":"limit","price":"0.61","state":"wait","origin_volume":"100","remaining_volume":"100","filled_volume":"0","contracts_count":0,"locked":"61","created_at":"${time}","updated_at":"${time}"}`,
    );
  }
  for (const [id, text] of open) orders.set(id, text);
  const answer = (text: string, headers: Readonly<Record<string, string>> = {}): HttpResponse => ({
    status: 200,
    text,
    header: (name) => headers[name] ?? null,
  });
  const respond = (target: string): HttpResponse => {
    const id = /orders\/(\d+)$/.exec(target)?.[1];
    if (id !== undefined) {
      return answer(open.get(id) ?? orders.get(id)!.replace('"state":"wait"', '"state":"cancel"'));
    }
    if (!target.includes('/orders?state=wait')) return answer('[]', { total: '0', 'per-page': `${PAGE}` });
    const page = Number(/page=(\d+)/.exec(target)![1]);
    const rows = [...open.values()].slice((page - 1) * PAGE, page * PAGE);
    return answer(`[${rows.join(',')}]`, { total: `${open.size}`, 'per-page': `${PAGE}`, page: `${page}` });
  };
  return { open, respond };
}

/** Once for each number: a cancel-all of thousands lasts seconds. */
export const measureResting: MeasureGrowth = async (count) => {
  const { tookMs, processorMs, frameBytes, notLive, samples, confirmed } = await cancelAll(count);
  if (confirmed !== count) throw new Error(`Expected ${count} cancelled orders, found ${confirmed}`);
  const row = (what: string, unit: string, figure: number): Measured =>
    buildFigures(nameGrowth(`cancel-all at 100 ms, ${what}`, count), unit, [figure]);
  return [
    row('until every end is proved', 'ms', tookMs),
    row('processor', 'ms', processorMs),
    row('frames to the page', 'kB', frameBytes / 1_000),
    row('account not live', '%', (100 * notLive) / samples),
  ];
};

async function cancelAll(count: number): Promise<RestingFigures> {
  const exchange = openExchange(count);
  const now = Date.now;
  const steadyMs = (): number => performance.now();
  const clock = { now, exchangeTimeMs: now };
  const healthLog = createHealthLog(now, () => {});
  const rest = {
    async getPrivate(target: string): Promise<HttpResponse> {
      await sleep(ROUND_TRIP_MS);
      return exchange.respond(target);
    },
  } as unknown as Rest;
  const reads = openAccountReads({
    rest,
    healthLog,
    parseLong: createLongParser(healthLog, pauseTurn),
    listAll: createListings(healthLog, DEFAULT_PROFILE, steadyMs),
    listing: DEFAULT_PROFILE.listing,
    steadyMs,
    custodial: DEFAULT_PROFILE.custodial,
    walletFields: DEFAULT_PROFILE.walletFields,
    isCustodial: () => false,
  });
  const options = {
    gateway: {
      ...reads,
      async cancelOrder(id: string) {
        await sleep(ROUND_TRIP_MS / 2);
        exchange.open.delete(id);
        const order = {
          ...makeOrder(id, { market: makeMarket().id, createdAtMs: STARTED_MS + Number(id) }),
          state: 'cancel' as const,
          locked: toUsd(0n),
          remainingShares: toShares(100_000_000),
          updatedAtMs: now(),
        };
        await sleep(ROUND_TRIP_MS / 2);
        trading.applyPrivateEvent({
          kind: 'order',
          order: { ...order, market: `market-${Number(id) % 40}` as typeof order.market },
          receivedAtMs: now(),
        });
        return { kind: 'cancelled' as const };
      },
      ensureClock: () => Promise.resolve(),
      reopenPrivate: () => {},
    },
    signer: {},
    journal: { append() {}, sync() {}, load: () => [], findByOrder: () => [], findByIntent: () => [] },
    context: {
      market: () => makeMarket(),
      tick: () => DEFAULT_TICK,
      book: () => ({ ...makeRiskBook(), bestBid: parsePrice('0.60'), bestAsk: parsePrice('0.62') }),
      orderBudget: () => null,
      depth: () => ({ health: { at: 'live' }, bids: [], asks: [] }),
      watchBooks: () => {},
      custodialAccount: () => null,
      owner: () => OWNER,
      secondKeys: () => [],
      readiness: (isArmed: boolean) =>
        findReadiness({
          vault: 'unlocked',
          walletStatus: 'ready',
          signer: { kind: 'own', key: OWNER },
          clockOffsetMs: null,
          isArmed,
        }),
    },
    clock,
    schedule: scheduleTimer,
    explainRead: () => ({ code: 'refused', parameters: { status: 0, codes: [] } }),
    randomSalt: () => 1n,
    checkMarketRecord: () => null,
  } as unknown as TradingOptions;
  const trading = openTrading(options);

  let known: AccountView | null = null;
  let hasChanged = true;
  let frameBytes = 0;
  let sent = 0;
  const pump = openFramePump<object>({
    now,
    schedule: scheduleTimer,
    buildCursor: () => ({}),
    collect(): FrameParts | null {
      if (!hasChanged) return null;
      hasChanged = false;
      const account = trading.view();
      const parts = known === null ? { account } : { accountChange: findAccountChange(known, account) };
      known = account;
      return parts;
    },
  });
  let acknowledge: (value: unknown) => void = () => {};
  pump.add({
    post(bytes: Uint8Array) {
      frameBytes += bytes.byteLength;
      // The first frame is number 1.
      sent += 1;
      const ack = sent;
      setImmediate(() => acknowledge({ ack }));
    },
    onMessage(listener: (value: unknown) => void) {
      acknowledge = listener;
    },
    onClose() {},
  } as unknown as Parameters<typeof pump.add>[0]);
  trading.onChange(() => {
    hasChanged = true;
    pump.requestFrame();
  });

  trading.applyPrivateEvent({ kind: 'open', atMs: now() });
  await trading.reconcile();
  const [samplesOf, stop] = sampleEvery(10, () => trading.view().at);
  await sleep(5_000);
  frameBytes = 0;
  const before = process.cpuUsage();
  const startMs = performance.now();
  const receipt = await trading.cancelAll(ALL_ORDERS);
  const tookMs = performance.now() - startMs;
  const { user, system } = process.cpuUsage(before);
  stop();
  trading.close();
  pump.close();
  const states = samplesOf();
  return {
    tookMs,
    processorMs: (user + system) / 1_000,
    frameBytes,
    notLive: states.filter((at) => at !== 'live').length,
    samples: states.length,
    confirmed: receipt.confirmed,
  };
}

function sampleEvery<T>(everyMs: number, read: () => T): readonly [() => readonly T[], () => void] {
  const samples: T[] = [];
  const timer = setInterval(() => void samples.push(read()), everyMs);
  return [() => samples, () => clearInterval(timer)];
}
