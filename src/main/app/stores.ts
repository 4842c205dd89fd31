/**
 * Stores of the trader: what all accounts of one network and server share, and what each account has of its own.
 *
 * Invariants  An account's files are in a folder of its own; those of the first one are where they were before there were
 *             others. A file that cannot be read is set aside, with a warning in the log.
 * Errors      Throws when the data folder or a journal cannot be opened.
 * Source      docs/decisions/0025-several-accounts.md
 */
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { NO_ALERTS } from '#shared/alerts/stored.ts';
import { FIRST_ACCOUNT } from '#shared/ipc/accounts.ts';
import type { Watchlist } from '#shared/market/watchlists.ts';
import type { AlertStore } from '../alerts/ports.ts';
import { type AbsenceFile, NEVER_SEEN, parseAbsenceFile } from '../storage/absenceFile.ts';
import { type AlertFile, parseAlertFile } from '../storage/alertFile.ts';
import { type ConditionalJournal, openConditionalJournal } from '../storage/conditionalJournal.ts';
import { type DiskReserve, openDiskReserve } from '../storage/diskReserve.ts';
import { type EquityHistory, openEquityHistory } from '../storage/equityHistory.ts';
import { NO_EXITS, parseExitFile } from '../storage/exitMemory.ts';
import { type OrderJournal, openJournal } from '../storage/journal.ts';
import { type LastMarketsFile, NO_LAST_MARKETS, parseLastMarketsFile } from '../storage/lastMarketsFile.ts';
import { encodeRelayFile, NO_RELAYS, parseRelayFile } from '../storage/relayFile.ts';
import { openLegacySettings } from '../storage/settings/legacySettings.ts';
import type { LegacySettings } from '../storage/settings/protectedSettings.ts';
import { openSettings, type Settings } from '../storage/settings/settings.ts';
import { openVersionedFile, type SetAside, type VersionedFile } from '../storage/versionedFile.ts';
import { NO_WATCHLISTS, parseWatchlistFile } from '../storage/watchlistFile.ts';
import type { ExitMemory } from '../trading/exits/interruptedExits.ts';
import type { RelayStore } from '../wallet/relayEntries.ts';
import { type CustodyMemory, openCustodyMemory } from './custody/custody.ts';
import type { FaultLog } from './faultLog.ts';
import type { ExchangeAddress, TraderOptions } from './traderOptions.ts';

export interface SharedStores {
  /** Name of the network and server in the settings and in the data folder. */
  readonly server: string;
  readonly vaultFolder: string;
  readonly settings: Settings;
  readonly custodyMemory: CustodyMemory;
  readonly lastMarkets: VersionedFile<LastMarketsFile>;
  /** Of the data folder. */
  readonly reserve: DiskReserve;
  readonly watchlists: {
    load(): readonly Watchlist[];
    save(lists: readonly Watchlist[]): void;
  };
}

export interface AccountStores {
  readonly account: string;
  readonly journal: OrderJournal;
  readonly conditionalJournal: ConditionalJournal;
  readonly equityHistory: EquityHistory;
  /** Of the protected settings. */
  readonly protectedPath: string;
  readonly legacySettings: LegacySettings;
  readonly alertStore: AlertStore;
  readonly exitMemory: ExitMemory;
  readonly relayStore: RelayStore;
  readonly absenceStore: { load(): AbsenceFile; save(file: AbsenceFile): void };
}

/** Of an account's folder. */
const JOURNAL = 'journal.sqlite';

type StoreOptions = Pick<TraderOptions, 'dataFolder' | 'exchange' | 'log' | 'now'>;

export function openSharedStores(options: StoreOptions, onFault: FaultLog): SharedStores {
  const { dataFolder, exchange, now } = options;
  const server = nameServer(exchange);
  const folder = path.join(dataFolder, server);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const settings = openSettings(dataFolder, now);
  const watchlists = openVersionedFile({
    path: path.join(folder, 'watchlists.json'),
    now,
    parse: parseWatchlistFile,
    empty: NO_WATCHLISTS,
  });
  const lastMarkets = openVersionedFile({
    path: path.join(folder, 'last-markets.json'),
    now,
    parse: parseLastMarketsFile,
    empty: NO_LAST_MARKETS,
  });
  report(options, [...settings.setAside, watchlists.setAside, lastMarkets.setAside]);
  return {
    server,
    vaultFolder: path.join(folder, 'vault'),
    settings,
    custodyMemory: openCustodyMemory(settings, server, (error) => onFault('custody', error)),
    lastMarkets,
    reserve: openDiskReserve(dataFolder, (error) => onFault('disk reserve', error)),
    watchlists: {
      load: () => watchlists.value().lists,
      save: (lists) => watchlists.save({ version: 1, lists }),
    },
  };
}

/** Folder of an account's files. */
export function folderOf(
  { dataFolder, exchange }: Pick<StoreOptions, 'dataFolder' | 'exchange'>,
  account: string,
): string {
  const folder = path.join(dataFolder, nameServer(exchange));
  return account === FIRST_ACCOUNT ? folder : path.join(folder, 'accounts', account);
}

/** Order journals of all accounts of this server, whether they exist or not. */
export function listJournals(options: Pick<StoreOptions, 'dataFolder' | 'exchange'>): readonly string[] {
  const accounts = path.join(options.dataFolder, nameServer(options.exchange), 'accounts');
  const others = existsSync(accounts) ? readdirSync(accounts) : [];
  return [FIRST_ACCOUNT, ...others].map((account) => path.join(folderOf(options, account), JOURNAL));
}

export function openAccountStores(options: StoreOptions, settings: Settings, account: string): AccountStores {
  const { now } = options;
  const folder = folderOf(options, account);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  let storedRelays = NO_RELAYS;
  const exits = openVersionedFile({
    path: path.join(folder, 'exits.json'),
    now,
    parse: parseExitFile,
    empty: NO_EXITS,
  });
  const alerts = openVersionedFile<AlertFile>({
    path: path.join(folder, 'alerts.json'),
    now,
    parse: parseAlertFile,
    empty: { version: 1, ...NO_ALERTS },
  });
  const absence = openVersionedFile({
    path: path.join(folder, 'absence.json'),
    now,
    parse: parseAbsenceFile,
    empty: NEVER_SEEN,
  });
  // JSON has no bigint: the file stores amounts as text, and the parsed entries are kept in memory.
  const relays = openVersionedFile<unknown>({
    path: path.join(folder, 'relays.json'),
    now,
    parse(value) {
      storedRelays = parseRelayFile(value);
      return value;
    },
    empty: NO_RELAYS,
  });
  const equityHistory = openEquityHistory(path.join(folder, 'history.sqlite'), now);
  report(options, [equityHistory.setAside, exits.setAside, relays.setAside, alerts.setAside, absence.setAside]);
  return {
    account,
    journal: openJournal(path.join(folder, JOURNAL)),
    conditionalJournal: openConditionalJournal(path.join(folder, 'conditional.sqlite')),
    equityHistory,
    protectedPath: path.join(folder, 'protected-settings.json'),
    legacySettings:
      account === FIRST_ACCOUNT ? openLegacySettings(settings, path.join(folder, 'wallet-pins.json')) : NO_LEGACY,
    exitMemory: {
      load: exits.value,
      save: ({ flattens, moves }) => exits.save({ version: 3, flattens, moves }),
    },
    relayStore: {
      load: () => storedRelays,
      save: (next) => relays.save(encodeRelayFile(next)),
    },
    absenceStore: { load: absence.value, save: absence.save },
    alertStore: {
      load: alerts.value,
      save: (next) => alerts.save({ version: 1, ...next }),
    },
  };
}

/** Earlier versions had one account. */
const NO_LEGACY: LegacySettings = { find: () => null, remove: () => undefined };

function report({ log }: StoreOptions, opened: readonly (SetAside | null)[]): void {
  for (const { path: file, why } of opened.filter((one) => one !== null))
    log.write('warn', 'storage', `A file could not be read and was set aside: ${why}`, { path: file });
}

/** One folder a network and server, so that keys and orders of one are never read for another. */
function nameServer({ network, baseUrl }: ExchangeAddress): string {
  return network === 'paper' ? 'paper' : `${network}-${new URL(baseUrl).host.replace(/[^a-z0-9.]/gi, '-')}`;
}
