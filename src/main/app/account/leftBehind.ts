/**
 * What an account leaves at the exchange and on this computer, for the question before it is removed.
 *
 * Errors      Throws when the account's stores cannot be opened.
 */
import { isOpen } from '../../wallet/relayLife.ts';
import { type AccountStores, folderOf } from '../stores.ts';
import type { TraderOptions } from '../traderOptions.ts';

export interface LeftBehind {
  /** Orders without a known end when the account was selected last. */
  readonly orders: number;
  /** Signed wallet calls that are not finished. */
  readonly relays: number;
  readonly folder: string;
}

/** Counts what an account that is not selected left when it was selected last. */
export function readLeftBehind(
  options: TraderOptions,
  open: (account: string) => AccountStores,
  account: string,
): LeftBehind {
  const { journal, conditionalJournal, equityHistory, relayStore } = open(account);
  try {
    const unfinished = journal.load(options.now()).map((line) => line.intentId);
    return {
      orders: new Set(unfinished).size,
      relays: relayStore.load().entries.filter(isOpen).length,
      folder: folderOf(options, account),
    };
  } finally {
    journal.close();
    conditionalJournal.close();
    equityHistory.close();
  }
}
