/**
 * Stores of the trader: settings, order journal and custody memory of one network and server.
 *
 * Invariants  A file that cannot be read is set aside, with a warning in the log.
 * Errors      Throws when the data folder or the order journal cannot be opened.
 */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { NO_ALERTS } from '#shared/alerts/stored.ts';
import type { Watchlist } from '#shared/market/watchlists.ts';
import type { AlertStore } from '../alerts/ports.ts';
import { type AlertFile, parseAlertFile } from '../storage/alertFile.ts';
import { type EquityHistory, openEquityHistory } from '../storage/equityHistory.ts';
import { NO_EXITS, parseExitFile } from '../storage/exitMemory.ts';
import { type OrderJournal, openJournal } from '../storage/journal.ts';
import { openLegacySettings } from '../storage/legacySettings.ts';
import type { LegacySettings } from '../storage/protectedSettings.ts';
import { encodeRelayFile, NO_RELAYS, parseRelayFile } from '../storage/relayFile.ts';
import { openSettings, type Settings } from '../storage/settings.ts';
import { openVersionedFile } from '../storage/versionedFile.ts';
import { NO_WATCHLISTS, parseWatchlistFile } from '../storage/watchlistFile.ts';
import type { ExitMemory } from '../trading/interruptedExits.ts';
import type { RelayStore } from '../wallet/relayQueue.ts';
import { type CustodyMemory, openCustodyMemory } from './custody.ts';
import type { FaultLog } from './faultLog.ts';
import type { ExchangeAddress, TraderOptions } from './traderOptions.ts';

export interface Stores {
  /** Name of the network and server in the settings and in the data folder. */
  readonly server: string;
  readonly vaultFolder: string;
  readonly settings: Settings;
  readonly journal: OrderJournal;
  readonly equityHistory: EquityHistory;
  /** Of the protected settings. */
  readonly protectedPath: string;
  readonly legacySettings: LegacySettings;
  readonly custodyMemory: CustodyMemory;
  readonly alertStore: AlertStore;
  readonly watchlists: {
    load(): readonly Watchlist[];
    save(lists: readonly Watchlist[]): void;
  };
  readonly exitMemory: ExitMemory;
  readonly relayStore: RelayStore;
}

export function openStores({ dataFolder, exchange, log, now }: TraderOptions, onFault: FaultLog): Stores {
  const server = nameServer(exchange);
  const folder = path.join(dataFolder, server);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const settings = openSettings(dataFolder, now);
  let storedRelays = NO_RELAYS;
  const exits = openVersionedFile({
    path: path.join(folder, 'exits.json'),
    now,
    parse: parseExitFile,
    empty: NO_EXITS,
  });
  const watchlists = openVersionedFile({
    path: path.join(folder, 'watchlists.json'),
    now,
    parse: parseWatchlistFile,
    empty: NO_WATCHLISTS,
  });
  const alerts = openVersionedFile<AlertFile>({
    path: path.join(folder, 'alerts.json'),
    now,
    parse: parseAlertFile,
    empty: { version: 1, ...NO_ALERTS },
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
  const opened = [
    ...settings.setAside,
    equityHistory.setAside,
    exits.setAside,
    relays.setAside,
    watchlists.setAside,
    alerts.setAside,
  ];
  const setAside = opened.filter((one) => one !== null);
  for (const { path: file, why } of setAside)
    log.write('warn', 'storage', `A file could not be read and was set aside: ${why}`, { path: file });
  return {
    server,
    vaultFolder: path.join(folder, 'vault'),
    settings,
    journal: openJournal(path.join(folder, 'journal.sqlite')),
    equityHistory,
    protectedPath: path.join(folder, 'protected-settings.json'),
    legacySettings: openLegacySettings(settings, path.join(folder, 'wallet-pins.json')),
    custodyMemory: openCustodyMemory(settings, server, (error) => onFault('custody', error)),
    exitMemory: {
      load: exits.value,
      save: ({ flattens, moves }) => exits.save({ version: 3, flattens, moves }),
    },
    relayStore: {
      load: () => storedRelays,
      save: (next) => relays.save(encodeRelayFile(next)),
    },
    alertStore: {
      load: alerts.value,
      save: (next) => alerts.save({ version: 1, ...next }),
    },
    watchlists: {
      load: () => watchlists.value().lists,
      save: (lists) => watchlists.save({ version: 1, lists }),
    },
  };
}

/** One folder a network and server, so that keys and orders of one are never read for another. */
function nameServer({ network, baseUrl }: ExchangeAddress): string {
  return network === 'paper' ? 'paper' : `${network}-${new URL(baseUrl).host.replace(/[^a-z0-9.]/gi, '-')}`;
}
