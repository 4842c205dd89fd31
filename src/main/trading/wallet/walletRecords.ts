/**
 * Cache of the wallet records that sign, one per market, until the account or the wallet configuration changes.
 *
 * Invariants  A record that fails its check is not kept: the next order reads it again. Every market has the same chain,
 *             contracts, domain and wallet: one refusal, or one reading that differs, removes the records of all markets,
 *             and a record read before it is never used after it.
 */
import type { Market } from '#shared/market/market.ts';
import type { MarketWalletRecord } from '#shared/order/account/account.ts';
import type { MarketRecordRefusal } from '#shared/order/wallet/walletChanges.ts';
import type { MarketId } from '#shared/units/ids.ts';
import type { Gateway } from '../ports.ts';

/** Why the record must not sign for this market, or null. */
export type CheckMarketRecord = (record: MarketWalletRecord, market: Market | null) => MarketRecordRefusal | null;

export interface WalletRecords {
  /** The record that `fetch` would answer without a read; null when it has to read one. */
  find(market: MarketId): MarketWalletRecord | null;
  /** Rejects when the read fails, or when the configuration changes again during each of three reads. */
  fetch(market: MarketId): Promise<MarketWalletRecord>;
  check(record: MarketWalletRecord, market: Market | null): MarketRecordRefusal | null;
  /** False once `clear` was called after the record was read. */
  isCurrent(record: MarketWalletRecord): boolean;
  /** Removes all records, and discards the readings under way. */
  clear(): void;
}

const MAX_READS = 3;

/** The part of a wallet record that is the same for all markets. */
const COMMON = [
  'proxyAddress',
  'ownerAddress',
  'signatureType',
  'exchangeAddress',
  'conditionalTokensAddress',
  'usdcAddress',
  'chainId',
  'domainName',
] as const satisfies readonly (keyof MarketWalletRecord)[];

export function createWalletRecords(
  gateway: Pick<Gateway, 'fetchMarketWallet'>,
  checkMarketRecord: CheckMarketRecord,
): WalletRecords {
  const readings = new Map<MarketId, Promise<MarketWalletRecord>>();
  /** Latest record read since the last `clear`. */
  let latest: MarketWalletRecord | null = null;
  let current = new WeakSet<MarketWalletRecord>();
  /** Current records that are ready. */
  const ready = new Map<MarketId, MarketWalletRecord>();

  const clear = (): void => {
    readings.clear();
    ready.clear();
    latest = null;
    current = new WeakSet();
  };

  async function read(market: MarketId): Promise<MarketWalletRecord> {
    const before = current;
    const record = await gateway.fetchMarketWallet(market);
    if (current !== before) return record;
    const known = latest;
    if (known !== null && COMMON.some((name) => known[name] !== record[name])) {
      clear();
      return record;
    }
    latest = record;
    current.add(record);
    return record;
  }

  function fetchShared(market: MarketId): Promise<MarketWalletRecord> {
    const known = readings.get(market);
    if (known) return known;
    const reading = read(market);
    const drop = (): void => {
      if (readings.get(market) === reading) readings.delete(market);
    };
    readings.set(market, reading);
    reading.then((record) => {
      // A record that is not ready yet will change.
      if (record.safeStatus !== 'ready') drop();
      else if (current.has(record)) ready.set(market, record);
    }, drop);
    return reading;
  }

  return {
    find: (market) => ready.get(market) ?? null,
    async fetch(market) {
      for (let reads = 0; reads < MAX_READS; reads += 1) {
        const reading = fetchShared(market);
        const record = await reading;
        if (current.has(record)) return record;
        if (readings.get(market) === reading) readings.delete(market);
      }
      throw new Error(`Expected one wallet configuration, found another in each of ${MAX_READS} reads`);
    },
    check(record, market) {
      const refusal = checkMarketRecord(record, market);
      if (refusal !== null) clear();
      return refusal;
    },
    isCurrent: (record) => current.has(record),
    clear,
  };
}
