/** Each store of main on a full disk, on a read-only one, and with a folder in the place of its file. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { openAccountStores, openSharedStores } from '#main/app/stores.ts';
import type { LogLevel } from '#main/storage/log.ts';
import { NO_RELAYS } from '#main/storage/relayFile.ts';
import { NO_ALERTS } from '#shared/alerts/stored.ts';
import { FIRST_ACCOUNT } from '#shared/ipc/accounts.ts';
import { makeSigned } from './makers.ts';
import { openSmallDisk, putFolder, type SmallDisk } from './smallDisk.ts';

const lines: string[] = [];
const faults: string[] = [];
const folders: string[] = [];
let disk: SmallDisk | null = null;
let close = (): void => {};
afterEach(() => {
  disk?.free();
  close();
  close = () => {};
  disk?.close();
  disk = null;
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function open(dataFolder: string) {
  lines.length = 0;
  faults.length = 0;
  const options = {
    dataFolder,
    exchange: { network: 'paper', baseUrl: 'http://127.0.0.1:1', wsBaseUrl: 'ws://127.0.0.1:1', headers: {} },
    log: {
      path: '',
      write: (_level: LogLevel, _where: string, message: string) => void lines.push(message),
    },
    now: () => 7,
  } as const;
  const shared = openSharedStores(options, (_where, error) => void faults.push(String(error)));
  const own = openAccountStores(options, shared.settings, FIRST_ACCOUNT);
  close = () => {
    own.journal.close();
    own.conditionalJournal.close();
    own.equityHistory.close();
  };
  return { shared, own };
}
type Stores = ReturnType<typeof open>;

const ROW = {
  account: 'a',
  atMs: 1,
  cash: 1n,
  positions: 0n,
  unrealized: 0n,
  realized: 0n,
  fees: 0n,
  unpriced: 0,
} as unknown as Parameters<Stores['own']['equityHistory']['append']>[0];

/** Each file, below the data folder, and a write to it. */
const FILES: readonly [string, (stores: Stores) => unknown][] = [
  ['workspaces.json', ({ shared }) => shared.settings.saveWorkspaces(shared.settings.workspaces())],
  ['budgets.json', ({ shared }) => shared.settings.saveBudgets('paper', { big: 'x'.repeat(9_000) } as never)],
  ['custody.json', ({ shared }) => shared.settings.saveCustody('paper', shared.settings.custody('paper'))],
  ['preferences.json', ({ shared }) => shared.settings.savePreferences({ theme: 'dark' })],
  ['paper/watchlists.json', ({ shared }) => shared.watchlists.save([])],
  [
    'paper/last-markets.json',
    ({ shared }) => shared.lastMarkets.save({ ...shared.lastMarkets.value(), receivedAtMs: 1 }),
  ],
  ['paper/exits.json', ({ own }) => own.exitMemory.save({ flattens: [], moves: [] })],
  ['paper/alerts.json', ({ own }) => own.alertStore.save(NO_ALERTS)],
  ['paper/relays.json', ({ own }) => own.relayStore.save(NO_RELAYS)],
  ['paper/history.sqlite', ({ own }) => own.equityHistory.append(ROW)],
];
const JOURNALS = ['paper/journal.sqlite', 'paper/conditional.sqlite'] as const;

const makeFolder = (): string => {
  const folder = mkdtempSync(path.join(tmpdir(), 'adyton-faults-'));
  folders.push(folder);
  return folder;
};

describe('a folder in the place of a file', () => {
  it.each(FILES)('%s is moved aside with a line in the log, and the store works', (name, write) => {
    const folder = makeFolder();
    putFolder(path.join(folder, name));
    const stores = open(folder);
    expect(lines).toEqual([expect.stringMatching(/could not be read and was set aside: .*something else than a file/)]);
    expect(() => write(stores)).not.toThrow();
    const beside = readdirSync(path.dirname(path.join(folder, name)));
    expect(beside).toContain(`${path.basename(name)}.broken-7`);
  });

  it.each(JOURNALS)('%s ends the start with one sentence', (name) => {
    const folder = makeFolder();
    putFolder(path.join(folder, name));
    expect(() => open(folder)).toThrow(
      /^Expected to open the \w+ journal, found something else than a file there \(.*\)$/,
    );
  });
});

it('a read-only disk ends the start with one sentence', () => {
  disk = openSmallDisk();
  mkdirSync(path.join(disk.folder, 'paper'));
  disk.setReadOnly(true);
  expect(() => open(disk!.folder)).toThrow(/found a disk or file that can only be read/);
  disk.setReadOnly(false);
});

describe('a disk that gets full', () => {
  it.each(FILES)('%s refuses the write, keeps what it had, and works once there is room', (name, write) => {
    disk = openSmallDisk();
    const stores = open(disk.folder);
    write(stores);
    disk.fill();
    // A small write may still fit into a page that the file has.
    try {
      for (let at = 0; at < 50; at += 1) write(stores);
    } catch (error) {
      expect(String(error)).not.toMatch(/rollback/i);
    }
    expect(readdirSync(path.dirname(path.join(disk.folder, name))).filter((one) => one.includes('broken'))).toEqual([]);
    disk.free();
    expect(() => write(stores)).not.toThrow();
    close();
    open(disk.folder);
    expect(lines).toEqual([]);
  });

  it('the order journal says why, and takes lines again once there is room', () => {
    disk = openSmallDisk();
    const { own } = open(disk.folder);
    own.journal.append(makeSigned());
    disk.fill();
    expect(() => {
      for (let at = 0; at < 1_000; at += 1) own.journal.append(makeSigned());
    }).toThrow(/^Expected to append to the order journal/);
    disk.free();
    const before = own.journal.load(0).length;
    own.journal.append(makeSigned());
    expect(own.journal.load(0)).toHaveLength(before + 1);
    expect(own.journal.head().number).toBe(before + 1);
  });
});
