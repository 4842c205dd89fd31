/**
 * The wallet records that sign, one a market: fetched once, then kept until the account changes.
 *
 * Invariants  A record that fails its check is not kept: the next order reads it again.
 */
import type { Market } from '#shared/market/market.ts';
import type { MarketWalletRecord } from '#shared/order/account.ts';
import type { MarketId } from '#shared/units/ids.ts';
import type { Gateway } from './ports.ts';

/** A reason why the record must not sign for this market, or null. */
export type CheckMarketRecord = (record: MarketWalletRecord, market: Market | null) => string | null;

export interface WalletRecords {
  fetch(market: MarketId): Promise<MarketWalletRecord>;
  check(record: MarketWalletRecord, market: Market | null): string | null;
  /** The exchange refused an order signed by this record: the next order reads it again. */
  drop(market: MarketId): void;
  forget(): void;
}

export function createWalletRecords(
  gateway: Pick<Gateway, 'fetchMarketWallet'>,
  checkMarketRecord: CheckMarketRecord,
): WalletRecords {
  const held = new Map<MarketId, Promise<MarketWalletRecord>>();

  return {
    fetch(market) {
      const known = held.get(market);
      if (known) return known;
      const asked = gateway.fetchMarketWallet(market);
      held.set(market, asked);
      asked.then(
        (record) => {
          // One that is not ready yet will change.
          if (record.safeStatus !== 'ready' && held.get(market) === asked) held.delete(market);
        },
        () => {
          if (held.get(market) === asked) held.delete(market);
        },
      );
      return asked;
    },
    check(record, market) {
      const reason = checkMarketRecord(record, market);
      if (reason !== null) held.clear();
      return reason;
    },
    drop: (market) => void held.delete(market),
    forget: () => held.clear(),
  };
}
