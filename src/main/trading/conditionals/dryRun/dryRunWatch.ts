/**
 * Dry-run watch: watches the markets and underlyings of a dry run until their data has arrived.
 *
 * Invariants  Reads public data only. Ends by itself, with or without data.
 */
import type { Scheduler } from '#shared/base/clock.ts';
import { isTrusted } from '#shared/market/bookHealth.ts';
import type { MarketId } from '#shared/units/ids.ts';
import type { ConditionalMarkets } from '../ports.ts';

const LOOK_EVERY_MS = 50;
const MAX_WAIT_MS = 3_000;

export interface DryRunWatch {
  /** Resolves when everything is there, or it has waited long enough. */
  look(books: readonly MarketId[], underlyings: readonly string[]): Promise<void>;
  close(): void;
}

export interface DryRunWatchOptions {
  readonly markets: Pick<ConditionalMarkets, 'watchForDryRun' | 'book' | 'tick'>;
  readonly schedule: Scheduler;
}

export function createDryRunWatch({ markets, schedule }: DryRunWatchOptions): DryRunWatch {
  let endCurrent = (): void => {};

  function look(books: readonly MarketId[], underlyings: readonly string[]): Promise<void> {
    endCurrent();
    const isThere = (): boolean =>
      books.every((id) => {
        const book = markets.book(id);
        return book !== null && isTrusted(book.health);
      }) && underlyings.every((symbol) => markets.tick(symbol) !== null);
    if (isThere()) return Promise.resolve();
    const ended = Promise.withResolvers<void>();
    let cancelLook = (): void => {};
    let waitedMs = 0;
    const end = (): void => {
      cancelLook();
      if (endCurrent === end) endCurrent = () => {};
      markets.watchForDryRun([], []);
      ended.resolve();
    };
    const lookAgain = (): void => {
      waitedMs += LOOK_EVERY_MS;
      if (isThere() || waitedMs >= MAX_WAIT_MS) end();
      else cancelLook = schedule(LOOK_EVERY_MS, lookAgain);
    };
    endCurrent = end;
    markets.watchForDryRun(books, underlyings);
    cancelLook = schedule(LOOK_EVERY_MS, lookAgain);
    return ended.promise;
  }

  return { look, close: () => endCurrent() };
}
