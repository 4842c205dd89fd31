/** Our order path as the program composes it: vault, placer, journal and client, on the bench's exchange and a live book. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inspect } from 'node:util';
import { toReadFailure } from '../../src/main/app/readFailure.ts';
import { type OrderJournal, openJournal } from '../../src/main/storage/journal.ts';
import { openSettings } from '../../src/main/storage/settings/settings.ts';
import type { Gateway } from '../../src/main/trading/ports.ts';
import { openTrading, type Trading } from '../../src/main/trading/trading.ts';
import { openVault, type Vault } from '../../src/main/vault/vault.ts';
import { openVenue, type Venue } from '../../src/main/venue/venue.ts';
import { checkMarketRecord } from '../../src/main/wallet/walletRecord.ts';
import { DEFAULT_TICK } from '../../src/shared/market/tickGrid.ts';
import { findReadiness } from '../../src/shared/order/account/readiness.ts';
import { parsePrice } from '../../src/shared/units/price.ts';
import { listingOf, makeBalance } from '../../test/slice/makers.ts';
import { makeRiskBook } from '../../test/slice/riskMakers.ts';
import { cheapKdf } from '../../test/unit/main/vault/cheapKdf.ts';
import { API_SECRET, KEY, listed, MARKET, nextIntent, OTHER_MARKET, OWNER, wallet } from './values.ts';

const PASSWORD = 'correct horse battery';
/** Orders of one member before the next one: the exchange allows 120 a minute, of which some are kept for exits. */
const ORDERS_OF_MEMBER = 90;

export interface Adyton {
  readonly vault: Vault;
  readonly venue: Venue;
  trading(): Trading;
  /** Makes the next intent, and opens the next member where this one has used its allowance; outside the order's time. */
  prepare(): Promise<void>;
  /** Places one order; throws unless the exchange answered it. */
  place(): Promise<void>;
  close(): Promise<void>;
}

export interface AdytonOptions {
  readonly port: number;
  /** Journal and budgets on disk, as in the program; otherwise in memory. */
  readonly isOnDisk: boolean;
  /** Between trading and the client; absent: nothing. */
  readonly wrap?: (gateway: Gateway) => Gateway;
}

/** As market data holds them: made once. */
const BOOK = { ...makeRiskBook(), bestBid: parsePrice('0.60'), bestAsk: parsePrice('0.62') };
const MARKETS = { first: { ...listed, market: MARKET }, second: { ...listed, market: OTHER_MARKET } };

let salts = 0n;

export async function openAdyton({ port, isOnDisk, wrap = (gateway) => gateway }: AdytonOptions): Promise<Adyton> {
  const folder = mkdtempSync(path.join(tmpdir(), 'adyton-bench-'));
  const origin = `http://127.0.0.1:${port}`;
  const vault = openVault({
    folder: path.join(folder, 'vault'),
    network: 'test',
    origin,
    now: Date.now,
    kdf: cheapKdf,
  });
  await vault.create(PASSWORD, { kind: 'hex', privateKey: KEY });
  await vault.storeApiKey({ apiKey: 'bench', apiSecret: API_SECRET });
  const settings = openSettings(folder, Date.now);
  const venue = openVenue({
    network: 'test',
    baseUrl: origin,
    wsBaseUrl: `ws://127.0.0.1:${port}`,
    extraHeaders: {},
    now: Date.now,
    random: Math.random,
    persistBudgets: (memory) => {
      if (isOnDisk) settings.saveBudgets('bench', memory);
    },
  });
  venue.countRecordedOrders([]);
  await venue.measureClock();
  let members = 0;
  let placed = 0;
  let intent = nextIntent();
  let journal = openMemberJournal();
  let trading = openMember();

  function openMemberJournal(): OrderJournal {
    return openJournal(isOnDisk ? path.join(folder, `journal-${members}.sqlite`) : ':memory:');
  }

  function openMember(): Trading {
    members += 1;
    placed = 0;
    const { sign } = vault.credentials()!;
    venue.setCredentials({ apiKey: `bench-${members}`, sign });
    const opened = openTrading({
      gateway: wrap({
        ...venue,
        listOrders: async () => ({ orders: [], unreadable: [], partial: null }),
        listBalances: async () => listingOf([makeBalance('1000')]),
        listPositions: async () => listingOf([]),
        listFills: async () => ({ ...listingOf([]), proof: { by: 'whole' } }),
        listPendingRewards: async () => [],
      }),
      signer: vault,
      journal,
      explainRead: toReadFailure,
      context: {
        market: (id) => (id === MARKET ? MARKETS.first : MARKETS.second),
        tick: () => DEFAULT_TICK,
        book: () => BOOK,
        depth: () => ({ health: { at: 'live' }, bids: [600_000, 1_000_000_000], asks: [620_000, 1_000_000_000] }),
        watchBooks: () => {},
        owner: () => OWNER,
        custodialAccount: () => null,
        secondKeys: () => [],
        readiness: (isArmed) =>
          findReadiness({
            vault: vault.status().at === 'unlocked' ? 'unlocked' : 'locked',
            walletStatus: 'ready',
            signer: { kind: 'own', key: OWNER },
            clockOffsetMs: venue.clockOffsetMs(),
            isArmed,
          }),
        orderBudget: venue.orderBudget,
      },
      clock: { now: Date.now, exchangeTimeMs: () => venue.exchangeTimeMs() },
      schedule(delayMs, run) {
        const timer = setTimeout(run, delayMs);
        return () => clearTimeout(timer);
      },
      randomSalt: () => {
        salts += 1n;
        return salts;
      },
      checkMarketRecord: (record, market) => checkMarketRecord(wallet, record, market),
      onFault: (where, error) => console.error(where, error),
    });
    opened.setMaker(wallet.proxyAddress);
    opened.applyPrivateEvent({ kind: 'open', atMs: Date.now() });
    opened.setArmed(true);
    opened.prefetchWalletRecord(MARKET);
    return opened;
  }

  await trading.reconcile();
  return {
    vault,
    venue,
    trading: () => trading,
    async prepare() {
      intent = nextIntent();
      if (placed < ORDERS_OF_MEMBER) return;
      trading.close();
      journal.close();
      journal = openMemberJournal();
      trading = openMember();
      await trading.reconcile();
    },
    async place() {
      placed += 1;
      const receipt = await trading.place(intent);
      intent = nextIntent();
      if (receipt.outcome !== 'accepted')
        throw new Error(`Expected an accepted order, found ${inspect(receipt, false, 4)}`);
    },
    async close() {
      trading.close();
      vault.lock();
      await venue.close();
      journal.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
