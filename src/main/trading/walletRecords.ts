/**
 * Cache of the wallet records that sign, one per market, until the account changes.
 *
 * Invariants  A record that fails its check is not kept: the next order reads it again.
 */
import type { Market } from '#shared/market/market.ts';
import type { MarketWalletRecord } from '#shared/order/account.ts';
import type { MarketRecordRefusal } from '#shared/order/walletChanges.ts';
import type { MarketId } from '#shared/units/ids.ts';
import type { Gateway } from './ports.ts';

/** Why the record must not sign for this market, or null. */
export type CheckMarketRecord = (record: MarketWalletRecord, market: Market | null) => MarketRecordRefusal | null;

export interface WalletRecords {
  fetch(market: MarketId): Promise<MarketWalletRecord>;
  check(record: MarketWalletRecord, market: Market | null): MarketRecordRefusal | null;
  /** Removes a record after a refused order: the next order reads it again. */
  drop(market: MarketId): void;
  clear(): void;
}

export function createWalletRecords(
  gateway: Pick<Gateway, 'fetchMarketWallet'>,
  checkMarketRecord: CheckMarketRecord,
): WalletRecords {
  const records = new Map<MarketId, Promise<MarketWalletRecord>>();

  return {
    fetch(market) {
      const known = records.get(market);
      if (known) return known;
      const reading = gateway.fetchMarketWallet(market);
      const drop = (): void => {
        if (records.get(market) === reading) records.delete(market);
      };
      records.set(market, reading);
      reading.then((record) => {
        // A record that is not ready yet will change.
        if (record.safeStatus !== 'ready') drop();
      }, drop);
      return reading;
    },
    check(record, market) {
      const refusal = checkMarketRecord(record, market);
      if (refusal !== null) records.clear();
      return refusal;
    },
    drop: (market) => void records.delete(market),
    clear: () => records.clear(),
  };
}
