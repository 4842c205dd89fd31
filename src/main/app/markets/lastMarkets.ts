/**
 * Last known markets: what windows show of the list until the exchange answers, as stale.
 *
 * Units       Stored 10 s after the first list, then at most every ten minutes, and at the end.
 * Invariants  For windows alone: main's modules decide with markets that the exchange listed in this run. Once it has, the
 *             stored ones are never shown again.
 * Source      docs/display.md#markets-of-the-last-run
 */
import type { Now, Scheduler } from '#shared/base/clock.ts';
import type { CatalogueView } from '#shared/ipc/views.ts';
import type { MarketData } from '../../market/marketData.ts';
import { buildLastMarketsFile, type LastMarketsFile, toMarket } from '../../storage/lastMarketsFile.ts';
import type { VersionedFile } from '../../storage/versionedFile.ts';

const FIRST_SAVE_MS = 10_000;
const SAVE_EVERY_MS = 600_000;

export interface LastMarkets {
  /** The view as windows show it. */
  show(view: CatalogueView): CatalogueView;
  /** Stores the newest list. */
  close(): void;
}

export interface LastMarketsOptions {
  readonly file: Pick<VersionedFile<LastMarketsFile>, 'value' | 'save'>;
  readonly market: Pick<MarketData, 'catalogue'>;
  readonly now: Now;
  readonly schedule: Scheduler;
  onFault(where: string, error: unknown): void;
}

export function openLastMarkets({ file, market, now, schedule, onFault }: LastMarketsOptions): LastMarkets {
  const { receivedAtMs, markets } = file.value();
  /** Empty once the exchange has listed its own. */
  let known = receivedAtMs === null ? [] : markets.map(toMarket);

  function save(): void {
    const view = market.catalogue();
    if (view.receivedAtMs === null || view.receivedAtMs === file.value().receivedAtMs) return;
    try {
      file.save(buildLastMarketsFile(view.markets, view.receivedAtMs));
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
    show(view) {
      if (view.at !== 'loading') known = [];
      if (view.at !== 'loading' || known.length === 0 || receivedAtMs === null) return view;
      const failure = view.failure?.code === 'readFailed' ? view.failure.parameters.failure : null;
      const ageMs = Math.max(0, now() - receivedAtMs);
      return {
        ...view,
        at: 'stale',
        markets: known,
        receivedAtMs,
        failure: { code: 'lastRun', parameters: { ageMs, failure } },
      };
    },
    close() {
      cancel();
      save();
    },
  };
}
