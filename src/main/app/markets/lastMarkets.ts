/**
 * Last known markets: stored, so that windows show them until the exchange answers, as stale.
 *
 * Units       Stored 10 s after the first list, then at most every ten minutes, and at the end.
 * Invariants  For windows alone: main's modules decide with markets that the exchange listed in this run. Once it has, the
 *             stored ones are never shown again.
 * Source      docs/display.md#markets-of-the-last-run
 */
import type { Scheduler } from '#shared/base/clock.ts';
import type { LastRun } from '../../market/catalogue.ts';
import type { MarketData } from '../../market/marketData.ts';
import { buildLastMarketsFile, type LastMarketsFile, MOST_MARKETS, toMarket } from '../../storage/lastMarketsFile.ts';
import type { VersionedFile } from '../../storage/versionedFile.ts';

const FIRST_SAVE_MS = 10_000;
const SAVE_EVERY_MS = 600_000;

export interface LastMarkets {
  /** Stores the newest list. */
  close(): void;
}

export interface LastMarketsOptions {
  readonly file: Pick<VersionedFile<LastMarketsFile>, 'value' | 'save'>;
  readonly market: Pick<MarketData, 'catalogue' | 'listing'>;
  readonly schedule: Scheduler;
  onFault(where: string, error: unknown): void;
}

/** The stored markets, or null without any. */
export function readLastRun({ receivedAtMs, markets }: LastMarketsFile): LastRun | null {
  return receivedAtMs === null || markets.length === 0 ? null : { receivedAtMs, markets: markets.map(toMarket) };
}

export function openLastMarkets({ file, market, schedule, onFault }: LastMarketsOptions): LastMarkets {
  let savedVersion = 0;
  function save(): void {
    const { receivedAtMs } = market.catalogue();
    const version = market.listing.version();
    if (version === savedVersion || receivedAtMs === null) return;
    try {
      file.save(buildLastMarketsFile(market.listing.listMostTraded(MOST_MARKETS), receivedAtMs));
      savedVersion = version;
    } catch (error) {
      onFault('last markets', error);
    }
  }
  let cancel = schedule(FIRST_SAVE_MS, saveAgain);
  function saveAgain(): void {
    save();
    cancel = schedule(SAVE_EVERY_MS, saveAgain);
  }

  return {
    close() {
      cancel();
      save();
    },
  };
}
