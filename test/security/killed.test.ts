/** Kills during a save: the vault opens with the last saved content or the one being saved. */
import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { readdirSync, watch } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { SaveStep } from '#main/vault/file/vaultStore.ts';
import { openVault } from '#main/vault/vault.ts';
import { cheapKdf } from '#test/unit/main/vault/cheapKdf.ts';
import { makeFolder, PASSWORD, removeFolders } from '#test/unit/main/vault/openTestVault.ts';

const root = join(import.meta.dirname, '../..');
/** Inside node_modules, to resolve packages; built, because it starts four times as fast. */
const BUILT = join(root, 'node_modules/.cache/adyton-saver');
const SAVER = join(BUILT, 'saver.js');
const KILLS = 36;
/** Two of three kills come when a new file appears: a file is written for less than a millisecond where the disk is fast. */
const isAtSave = (kill: number): boolean => kill % 3 !== 0;
const REAL_KILLS = 2;
const LANES = 2;
const LONGEST_MS = 30;

beforeAll(() =>
  build({
    configFile: false,
    logLevel: 'silent',
    root,
    build: {
      ssr: true,
      outDir: BUILT,
      emptyOutDir: false,
      target: 'node24',
      rollupOptions: {
        // The thread of the key derivation is a file of its own, beside its user.
        input: {
          saver: join(import.meta.dirname, 'killedSaver.ts'),
          keystore: join(root, 'src/main/vault/keys/keystoreWorker.ts'),
        },
        output: { entryFileNames: '[name].js', format: 'es' },
        external: ['secp256k1', 'tiny-secp256k1', '@zxcvbn-ts/core', '@zxcvbn-ts/language-common'],
      },
    },
    ssr: { noExternal: true },
  }),
);
afterEach(removeFolders);

type Kind = 'cheap' | 'real';

function openAt(folder: string, kind: Kind) {
  const options = { folder, network: 'test', origin: 'http://127.0.0.1:4000', now: () => 1_700_000_000_000 } as const;
  return openVault({ ...options, ...(kind === 'cheap' ? { kdf: cheapKdf } : {}) });
}

async function createSaved(kind: Kind): Promise<string> {
  const folder = makeFolder();
  const vault = openAt(folder, kind);
  await vault.create(PASSWORD, { kind: 'random' });
  await vault.storeApiKey({ apiKey: 'key-0', apiSecret: 'secret-0' });
  return folder;
}

/** When a process is killed: a time after its first save, when it creates the file of a save, or at a step, by itself. */
type Moment = number | 'newFile' | SaveStep;

/** Number of the last save that the process reported. */
function runAndKill(
  folder: string,
  kind: Kind,
  first: number,
  moment: Moment,
  what: 'key' | 'password' = 'key',
): Promise<number> {
  return new Promise((resolve, reject) => {
    const dieAt = typeof moment === 'number' || moment === 'newFile' ? 'none' : moment;
    const child = spawn(process.execPath, [SAVER, folder, kind, `${first}`, dieAt, what], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    let errors = '';
    let isReady = false;
    let isTimed = false;
    const watcher =
      moment === 'newFile'
        ? watch(folder, (_event, name) => {
            if (isReady && name?.includes('tmp')) child.kill('SIGKILL');
          })
        : null;
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8');
      isReady ||= output.includes('ready');
      if (typeof moment !== 'number' || isTimed || !output.includes(`\n${first}\n`)) return;
      isTimed = true;
      setTimeout(() => child.kill('SIGKILL'), moment);
    });
    child.stderr.on('data', (chunk: Buffer) => {
      errors += chunk.toString('utf8');
    });
    child.on('error', reject);
    child.on('close', (_code, signal) => {
      watcher?.close();
      if (signal !== 'SIGKILL')
        reject(new Error(`Expected a killed process, found ${signal}: ${errors.slice(0, 500)}`));
      // A number without its line feed is incomplete.
      else resolve(Number(output.split('\n').slice(1, -1).at(-1) ?? first - 1));
    });
  });
}

/** Unlocks the vault, uses its API key and returns the number of its save. */
async function readNumber(folder: string, kind: Kind): Promise<number> {
  const vault = openAt(folder, kind);
  await vault.unlock(PASSWORD);
  const credentials = vault.credentials()!;
  const number = Number(credentials.apiKey.replace('key-', ''));
  expect(credentials.sign('m')).toBe(createHmac('sha256', `secret-${number}`).update('m').digest('hex'));
  return number;
}

async function killRepeatedly(
  kind: Kind,
  kills: number,
): Promise<{ saves: number; interrupted: number; unreported: number }> {
  const folder = await createSaved(kind);
  let last = 0;
  const counts = { saves: 0, interrupted: 0, unreported: 0 };
  for (let kill = 0; kill < kills; kill += 1) {
    const moment = isAtSave(kill) ? 'newFile' : Math.random() * LONGEST_MS;
    const reported = await runAndKill(folder, kind, last + 1, moment);
    if (readdirSync(folder).some((name) => name.includes('tmp'))) counts.interrupted += 1;
    const found = await readNumber(folder, kind);
    expect([reported, reported + 1]).toContain(found);
    if (found !== reported) counts.unreported += 1;
    counts.saves += found - last;
    last = found;
  }
  return counts;
}

describe('a kill during a save', () => {
  it(`loses nothing in ${KILLS} kills`, async () => {
    const lanes = await Promise.all(Array.from({ length: LANES }, () => killRepeatedly('cheap', KILLS / LANES)));
    const sum = (part: 'saves' | 'interrupted' | 'unreported') => lanes.reduce((total, lane) => total + lane[part], 0);
    // How many hit a save depends on the disk; the kills at each step, below, always do.
    expect(sum('saves')).toBeGreaterThan(0);
    process.stdout.write(
      `${KILLS} kills: ${sum('saves')} saves, ${sum('interrupted')} interrupted, ${sum('unreported')} done but not reported\n`,
    );
  }, 300_000);

  it(`loses nothing in ${REAL_KILLS} kills with real key derivation`, async () => {
    await killRepeatedly('real', REAL_KILLS);
  }, 300_000);

  it.each<SaveStep>(['folder', 'open', 'write', 'sync', 'verify', 'previous', 'rename', 'syncFolder'])(
    'loses nothing at the step "%s"',
    async (step) => {
      const folder = await createSaved('cheap');
      expect(await runAndKill(folder, 'cheap', 1, step)).toBe(0);
      // After the rename the new file is in place.
      expect(await readNumber(folder, 'cheap')).toBe(step === 'syncFolder' ? 1 : 0);
      const vault = openAt(folder, 'cheap');
      await vault.unlock(PASSWORD);
      await vault.storeApiKey({ apiKey: 'key-9', apiSecret: 'secret-9' });
      expect(readdirSync(folder).sort()).toEqual(['vault.json', 'vault.json.1']);
    },
    60_000,
  );
});

const PASSWORD_KILLS = 10;

describe('a kill during a change of the password', () => {
  const passwordAfter = (changes: number): string => `word ${changes % 2}`;
  const openPaper = (folder: string, kind: Kind) =>
    openVault({
      folder,
      network: 'paper',
      origin: 'paper:embedded',
      now: () => 1_700_000_000_000,
      ...(kind === 'cheap' ? { kdf: cheapKdf } : {}),
    });

  async function createSaved(kind: Kind) {
    const folder = makeFolder();
    const vault = openPaper(folder, kind);
    const owner = await vault.create(passwordAfter(0), { kind: 'random' });
    await vault.storeApiKey({ apiKey: 'ak', apiSecret: 'as' });
    return { folder, owner };
  }

  /** Number of password changes on disk: exactly one of the two passwords opens the vault. */
  async function readChanges(folder: string, kind: Kind, reported: number, owner: string): Promise<number> {
    const opens: number[] = [];
    for (const changes of [reported, reported + 1]) {
      const vault = openPaper(folder, kind);
      const error = await vault.unlock(passwordAfter(changes)).then(
        () => null,
        (thrown: { code: string }) => thrown.code,
      );
      expect([null, 'WRONG_PASSWORD']).toContain(error);
      if (error !== null) continue;
      opens.push(changes);
      expect([vault.owner(), vault.credentials()?.apiKey]).toEqual([owner, 'ak']);
    }
    expect(opens).toHaveLength(1);
    return opens[0]!;
  }

  it(`leaves the old password or the new one at ${PASSWORD_KILLS} random moments`, async () => {
    const lanes = await Promise.all(
      Array.from({ length: LANES }, async () => {
        const { folder, owner } = await createSaved('cheap');
        const counts = { changes: 0 };
        for (let kill = 0; kill < PASSWORD_KILLS / LANES; kill += 1) {
          const reported = await runAndKill(
            folder,
            'cheap',
            counts.changes + 1,
            Math.random() * 4 * LONGEST_MS,
            'password',
          );
          counts.changes = await readChanges(folder, 'cheap', reported, owner);
        }
        return counts;
      }),
    );
    const changes = lanes.reduce((sum, lane) => sum + lane.changes, 0);
    process.stdout.write(`${PASSWORD_KILLS} kills: ${changes} changes of the password\n`);
  }, 300_000);

  it.each<SaveStep>(['folder', 'open', 'write', 'sync', 'verify', 'previous', 'rename', 'syncFolder'])(
    'leaves a vault that opens at the step "%s"',
    async (step) => {
      const { folder, owner } = await createSaved('cheap');
      expect(await runAndKill(folder, 'cheap', 1, step, 'password')).toBe(0);
      // After the rename the new file is in place.
      expect(await readChanges(folder, 'cheap', 0, owner)).toBe(step === 'syncFolder' ? 1 : 0);
    },
    60_000,
  );

  it('leaves a vault that opens with real key derivation, before and after the rename', async () => {
    const steps: readonly SaveStep[] = ['rename', 'syncFolder'];
    const found = await Promise.all(
      steps.map(async (step) => {
        const { folder, owner } = await createSaved('real');
        expect(await runAndKill(folder, 'real', 1, step, 'password')).toBe(0);
        return readChanges(folder, 'real', 0, owner);
      }),
    );
    expect(found).toEqual([0, 1]);
  }, 120_000);
});
