/**
 * Account switch: the one trader that runs, and its replacement by that of another account.
 *
 * Invariants  Never two at once: the trader of the account that is left is closed before another account is selected. The
 *             stores of the next one are opened first, so that a file that cannot be opened leaves everything as it was. A
 *             kill at any step starts again with the account that the vault has selected.
 * Errors      `select` throws VaultError, or what opening the stores throws; the account before is then open again.
 * Source      docs/decisions/0025-several-accounts.md
 */
import { createEmitter } from '#shared/base/emitter.ts';
import { lockedError } from '../../vault/vaultError.ts';
import { isOpen } from '../../wallet/relayLife.ts';
import { type AccountStores, folderOf, openAccountStores } from '../stores.ts';
import { closeAll, openAccountTrader, type Trader } from '../trader.ts';
import { openTraderBase, type TraderBase } from '../traderBase.ts';
import type { TraderOptions } from '../traderOptions.ts';

/**
 * What an account leaves at the exchange and on this computer, for the question before it is removed.
 *
 * Errors      Throws when the account's stores cannot be opened.
 */
interface LeftBehind {
  /** Orders without a known end when the account was selected last. */
  readonly orders: number;
  /** Signed wallet calls that are not finished. */
  readonly relays: number;
  readonly folder: string;
}

/** Counts what an account that is not selected left when it was selected last. */
function readLeftBehind(options: TraderOptions, open: (account: string) => AccountStores, account: string): LeftBehind {
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

export interface AccountSwitch {
  readonly base: TraderBase;
  /** The trader of the selected account; while it is replaced, the one before, which is closed. */
  trader(): Trader;
  isSwitching(): boolean;
  /**
   * Step-up: replaces the trader by that of another account. The caller checks the password first, because a failed selection
   * still closes the present trader and opens it again.
   */
  select(password: string, account: string): Promise<void>;
  /** Stores of an account that is not selected. */
  leftBehind(account: string): LeftBehind;
  /** Called when another trader runs. */
  onSwitched(listener: () => void): () => void;
  close(): Promise<void>;
}

export function openAccountSwitch(options: TraderOptions): AccountSwitch {
  const base = openTraderBase(options);
  const { vault } = base;
  const openStores = (account: string) => openAccountStores(options, base.stores.settings, account);
  const switched = createEmitter((error) => base.onFault('account switch', error));
  let trader = openAccountTrader(base, openStores(vault.selectedAccount()));
  let running: Promise<void> | null = null;
  let isClosed = false;

  /** Closes the trader, runs `select`, and opens the trader of whatever account is selected then. */
  async function replace(account: string, select: () => Promise<void>): Promise<void> {
    const stores = openStores(account);
    let isUsed = false;
    try {
      await trader.close();
      await select();
    } finally {
      isUsed = vault.selectedAccount() === account;
      if (!isUsed) {
        stores.journal.close();
        stores.conditionalJournal.close();
        stores.equityHistory.close();
      }
      trader = openAccountTrader(base, isUsed ? stores : openStores(vault.selectedAccount()));
    }
  }

  async function run(account: string, select: () => Promise<void>): Promise<void> {
    if (running !== null || isClosed) throw lockedError();
    const replacing = replace(account, select);
    running = replacing.then(
      () => undefined,
      () => undefined,
    );
    try {
      await replacing;
    } finally {
      running = null;
      switched.emit();
    }
  }

  // Another vault file, put in place of this one, may have another account selected.
  const stopVault = vault.onChange(() => {
    const selected = vault.selectedAccount();
    if (selected === trader.account || running !== null || isClosed) return;
    run(selected, async () => undefined).catch((error: unknown) => base.onFault('account switch', error));
  });

  return {
    base,
    trader: () => trader,
    isSwitching: () => running !== null,
    async select(password, account) {
      if (account === trader.account) return;
      if (vault.accounts().every(({ id }) => id !== account)) return vault.selectAccount(password, account);
      await run(account, () => vault.selectAccount(password, account));
    },
    leftBehind: (account) => readLeftBehind(options, openStores, account),
    onSwitched: switched.on,
    async close() {
      isClosed = true;
      stopVault();
      await running;
      await closeAll(base, trader);
    },
  };
}
