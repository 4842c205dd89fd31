/**
 * The trader's process: opens the headless trader, unlocks it, and does what the run says through the trader's own API.
 *
 * Shape       Started with the set-up as its argument; it can be killed at any point and started again on the same folder.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { openTrader, type Trader } from '#main/app/trader.ts';
import { DEFAULT_PROFILE, type VenueProfile } from '#main/venue/profile.ts';
import type { BookFrame } from '#shared/ipc/frames/frame.ts';
import type { OrderView } from '#shared/ipc/views.ts';
import type { Fill } from '#shared/order/account/account.ts';
import { DEFAULT_DIRECTION } from '#shared/order/account/custodial.ts';
import { canArm } from '#shared/order/account/readiness.ts';
import { MAX_PREPARED_POSITIONS } from '#shared/order/exits/preparedExits.ts';
import { ALL_ORDERS } from '#shared/order/exits/selection.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { toPrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import type { Order, Report, Status, TraderSetup } from './protocol.ts';
import { openSharedClock } from './sharedClock.ts';

const PASSWORD = 'correct horse battery';
/** How often the state is sampled, in ms of the shared clock, and the least real time between two samples. */
const SAMPLE_MS = 50;
const MIN_SAMPLE_MS = 5;
/** How often a person at the desk would arm trading again and be seen as active. */
const STEWARD_MS = 1_000;
const ATTEMPTS = 20;
/** Least price of a prepared exit: at or above the worst price of every conditional order of a run. */
const EXIT_FLOOR = toPrice(20_000);
const EXIT_LEAST = parseShares('4');
const EXIT_HOURS = 6;

const setup = JSON.parse(process.argv[2] ?? '') as TraderSetup;
const clock = openSharedClock(setup);
let { jumpMs } = setup;

const send = (report: Report): void => {
  process.send?.({ ...report, atMs: clock.now() });
};

function scaleProfile(profile: VenueProfile): VenueProfile {
  const { http, stream } = profile;
  const real = (ms: number): number => Math.ceil(clock.toRealMs(ms));
  return {
    ...profile,
    http: {
      ...http,
      connectMs: real(http.connectMs),
      headersMs: real(http.headersMs),
      bodyMs: real(http.bodyMs),
      totalMs: real(http.totalMs),
    },
    stream: { ...stream, handshakeMs: real(stream.handshakeMs) },
  };
}

/** A key derivation that costs nothing. */
const cheapKdf = async (password: Uint8Array, salt: Uint8Array): Promise<Uint8Array> =>
  new Uint8Array(createHmac('sha256', salt).update(password).digest());

function open(): Trader {
  return openTrader({
    dataFolder: setup.dataFolder,
    exchange: {
      network: 'paper',
      baseUrl: `http://127.0.0.1:${setup.port}`,
      wsBaseUrl: `ws://127.0.0.1:${setup.port}`,
      headers: { 'X-Adyton-Paper': setup.token },
    },
    log: {
      path: '',
      write(level, where, message) {
        if (level !== 'info') send({ kind: 'log', line: `${level} ${where}: ${message}` });
      },
    },
    now: () => clock.now() + jumpMs,
    steadyMs: clock.steadyMs,
    schedule: clock.schedule,
    random: { uniform: Math.random, bytes: (length) => new Uint8Array(randomBytes(length)) },
    keychain: null,
    profile: scaleProfile(DEFAULT_PROFILE),
    kdf: cheapKdf,
  });
}

async function unlock({ vault, venue, wallet, custodial }: Trader): Promise<void> {
  if (!setup.isFirst) {
    await vault.unlock(PASSWORD);
    return;
  }
  const owner = await vault.create(PASSWORD, { kind: 'random' });
  const { apiKey, apiSecret } = await repeat(() => venue.openPaperMember(owner, setup.kind));
  await vault.storeApiKey({ apiKey, apiSecret });
  if (setup.kind === 'custodial') {
    await awaitCondition(() => custodial.isOpen());
    custodial.agree(DEFAULT_DIRECTION);
    return;
  }
  await repeat(async () => {
    const { calls } = await wallet.read();
    await wallet.setup(PASSWORD, wallet.planSetup(calls.map(({ hash }) => hash)));
  });
}

/** Repeats what fails: on a fast clock a busy machine exceeds time-outs. */
async function repeat<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
    }
  }
}

/** Repeats until `isDone`. */
async function awaitCondition(isDone: () => boolean): Promise<void> {
  while (!isDone()) await new Promise<void>((resolve) => void clock.schedule(SAMPLE_MS * 4, resolve));
}

/** Sends the orders and fills that changed since the last call; unchanged views are the same objects. */
function openChangeReporter({ trading }: Trader): () => void {
  const orders = new Map<string, OrderView>();
  let knownFills: ReadonlySet<Fill> = new Set();
  let lastFills: readonly Fill[] | null = null;
  return () => {
    const view = trading.view();
    const changed = view.orders.filter((order) => orders.get(keyOf(order)) !== order);
    for (const order of changed) orders.set(keyOf(order), order);
    if (changed.length > 0) send({ kind: 'orders', orders: changed });
    if (view.fills === lastFills) return;
    const fresh = view.fills.filter((fill) => !knownFills.has(fill));
    lastFills = view.fills;
    knownFills = new Set(view.fills);
    if (fresh.length > 0) send({ kind: 'fills', fills: fresh });
  };
}

const keyOf = ({ intentId, orderId }: OrderView): string => intentId ?? orderId ?? '';

function readStatus(trader: Trader): Status {
  const view = trader.trading.view();
  const books: Record<string, string> = {};
  for (const market of setup.markets) books[market] = trader.market.book(market)?.health.at ?? 'none';
  return {
    account: view.at,
    reason: view.reason?.code ?? '',
    readiness: trader.readiness().code,
    unknownOrders: view.orders.filter(({ life, candidates }) => life.at === 'unknown' && candidates === undefined)
      .length,
    books,
  };
}

function collectBooks({ market }: Trader): readonly BookFrame[] {
  return market.collect(market.buildCursor()).books ?? [];
}

async function run(): Promise<void> {
  const trader = open();
  await unlock(trader);
  const { trading, market, wallet, locks } = trader;
  locks.noteUnlocked();
  await awaitCondition(() => market.catalogue().at === 'live' && trading.view().at === 'live');
  trader.interest.watch(1, { books: setup.markets, tapes: [], candles: [], underlyings: [] });
  await awaitCondition(() => setup.markets.every((id: MarketId) => market.book(id)?.health.at === 'live'));

  const attend = (): void => {
    locks.noteActivity();
    if (!trading.view().armed && canArm(trader.readiness())) trading.setArmed(true);
    clock.schedule(STEWARD_MS, attend);
  };
  attend();
  const reportChanges = openChangeReporter(trader);
  let last = '';
  const sample = (): void => {
    reportChanges();
    const status = readStatus(trader);
    const text = JSON.stringify(status);
    if (text !== last) send({ kind: 'status', status });
    last = text;
  };
  sample();
  setInterval(sample, Math.max(MIN_SAMPLE_MS, clock.toRealMs(SAMPLE_MS)));

  /** A review that was asked for while the vault was locked: accepting a change needs the keys. */
  let isReviewDue = false;
  const review = async (): Promise<void> => {
    isReviewDue = trader.vault.status().at !== 'unlocked';
    if (isReviewDue) return;
    await wallet.read().catch(() => null);
    const changes = wallet.changes();
    if (changes.length === 0) return;
    wallet.acceptChanges(changes);
    await wallet.read().catch(() => null);
  };

  /** Locks, unlocks and reviews one after the other: a lock during an unlock or a review would end it. */
  let locking: Promise<void> = Promise.resolve();
  const lock = async (): Promise<void> => {
    let [lots, why]: [number, string | null] = [0, null];
    try {
      const held = trading.view().positions.filter(({ sellable }) => sellable >= EXIT_LEAST);
      const choices = held
        .slice(0, MAX_PREPARED_POSITIONS)
        .map(({ market: id, outcome: side }) => ({ market: id, side, price: EXIT_FLOOR, shares: null }));
      const answer = await trading.prepared.plan(choices, EXIT_HOURS);
      if ('plan' in answer) {
        await trader.vault.prepared.prepare(PASSWORD, answer.plan);
        lots = trader.vault.prepared.pack()?.lots.length ?? 0;
      } else why = 'fault' in answer ? answer.fault : answer.denial.code;
    } catch (error) {
      // Exits that cannot be prepared now are none: the keys are locked all the same.
      why = error instanceof Error ? error.message : String(error);
    }
    locks.lock('manual');
    send({ kind: 'locked', lots, why });
  };

  const follow = async (order: Order): Promise<void> => {
    switch (order.kind) {
      case 'place': {
        const receipt = await trading.place(order.intent);
        send({ kind: 'placed', intentId: order.intent.intentId, receipt });
        return;
      }
      case 'cancel':
        send({ kind: 'cancelled', orderId: order.orderId, receipt: await trading.cancel(order.orderId) });
        return;
      case 'cancelAll':
        send({ kind: 'allCancelled', receipt: await trading.cancelAll({ ...ALL_ORDERS, market: order.market }) });
        return;
      case 'arm':
        trading.conditionals.arm(order.id, order.terms);
        return;
      case 'endConditionals': {
        const { conditionals } = trading;
        for (const { id } of conditionals.view().conditionals) conditionals.cancel(id);
        send({ kind: 'conditionals', active: conditionals.view().active });
        return;
      }
      case 'lock':
        locking = locking.then(lock);
        return locking;
      case 'unlock':
        locking = locking.then(async () => {
          if (trader.vault.status().at === 'locked') await trader.vault.unlock(PASSWORD);
          locks.noteUnlocked();
          if (isReviewDue) await review();
        });
        return locking;
      case 'jump':
        ({ jumpMs } = order);
        return;
      case 'review':
        locking = locking.then(review);
        return locking;
      case 'match': {
        const { intentId, orderId } = order;
        send({ kind: 'matched', intentId, receipt: trading.matchLost(intentId, orderId) });
        return;
      }
      case 'snapshot':
        reportChanges();
        send({
          kind: 'snapshot',
          number: order.number,
          snapshot: { account: trading.view(), books: collectBooks(trader) },
        });
        return;
      case 'journal':
        send({ kind: 'journal', entries: trader.journal.load(0) });
        return;
      case 'close':
        await trader.close();
        process.exit(0);
    }
  };
  process.on('message', (order: Order) => {
    follow(order).catch((error: unknown) => send({ kind: 'failed', error: describe(error) }));
  });
  send({ kind: 'ready' });
}

const describe = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));

process.on('disconnect', () => process.exit(0));
run().catch((error: unknown) => {
  send({ kind: 'failed', error: describe(error) });
  process.exitCode = 1;
});
