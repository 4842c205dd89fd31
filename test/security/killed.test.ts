/** A vault whose process is killed in the middle of a save opens with what was saved last, or with what was being saved. */
import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { SaveStep } from '#main/vault/file/vaultStore.ts';
import { openVault } from '#main/vault/vault.ts';
import { cheapKdf } from '#test/unit/main/vault/cheapKdf.ts';
import { makeFolder, PASSWORD, removeFolders } from '#test/unit/main/vault/openTestVault.ts';

const root = join(import.meta.dirname, '../..');
/** Below node_modules, so that the packages it needs are found; built, because it starts four times as fast. */
const BUILT = join(root, 'node_modules/.cache/adyton-saver');
const SAVER = join(BUILT, 'saver.js');
const KILLS = 200;
const REAL_KILLS = 10;
const LANES = 2;
const LONGEST_MS = 30;

beforeAll(() =>
  build({
    configFile: false,
    logLevel: 'silent',
    root,
    build: {
      ssr: join(import.meta.dirname, 'killedSaver.ts'),
      outDir: BUILT,
      emptyOutDir: false,
      target: 'node24',
      rollupOptions: {
        output: { entryFileNames: 'saver.js', format: 'es' },
        external: ['tiny-secp256k1', '@zxcvbn-ts/core', '@zxcvbn-ts/language-common'],
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

async function makeSaved(kind: Kind): Promise<string> {
  const folder = makeFolder();
  const vault = openAt(folder, kind);
  await vault.create(PASSWORD, { kind: 'random' });
  await vault.storeApiKey({ apiKey: 'key-0', apiSecret: 'secret-0' });
  return folder;
}

/** Number of the last save that the process said was done; it is killed `afterMs` after it was ready, or kills itself. */
function runAndKill(
  folder: string,
  kind: Kind,
  first: number,
  afterMs: number | SaveStep,
  what: 'key' | 'password' = 'key',
): Promise<number> {
  return new Promise((resolve, reject) => {
    const dieAt = typeof afterMs === 'number' ? 'none' : afterMs;
    const child = spawn(process.execPath, [SAVER, folder, kind, `${first}`, dieAt, what], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    let complaint = '';
    let isSet = false;
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString('utf8');
      if (typeof afterMs === 'number' && !isSet && said.includes('ready')) {
        isSet = true;
        setTimeout(() => child.kill('SIGKILL'), afterMs);
      }
    });
    child.stderr.on('data', (chunk: Buffer) => {
      complaint += chunk.toString('utf8');
    });
    child.on('error', reject);
    child.on('close', (_code, signal) => {
      if (signal !== 'SIGKILL')
        reject(new Error(`Expected a killed process, found ${signal}: ${complaint.slice(0, 500)}`));
      // A number without its line feed was not said whole.
      else resolve(Number(said.split('\n').slice(1, -1).at(-1) ?? first - 1));
    });
  });
}

/** Opens the vault by its password, uses its API key, and answers the number of the save that it holds. */
async function readNumber(folder: string, kind: Kind): Promise<number> {
  const vault = openAt(folder, kind);
  await vault.unlock(PASSWORD);
  const held = vault.credentials()!;
  const number = Number(held.apiKey.replace('key-', ''));
  expect(held.sign('m')).toBe(createHmac('sha256', `secret-${number}`).update('m').digest('hex'));
  return number;
}

async function killAgainAndAgain(kind: Kind, kills: number): Promise<{ saves: number; scraps: number; torn: number }> {
  const folder = await makeSaved(kind);
  let held = 0;
  const seen = { saves: 0, scraps: 0, torn: 0 };
  for (let kill = 0; kill < kills; kill += 1) {
    const said = await runAndKill(folder, kind, held + 1, Math.random() * LONGEST_MS);
    if (readdirSync(folder).some((name) => name.includes('tmp'))) seen.scraps += 1;
    const found = await readNumber(folder, kind);
    expect([said, said + 1]).toContain(found);
    if (found !== said) seen.torn += 1;
    seen.saves += found - held;
    held = found;
  }
  return seen;
}

describe('a save that is killed', () => {
  it(`loses nothing at ${KILLS} random moments`, async () => {
    const lanes = await Promise.all(Array.from({ length: LANES }, () => killAgainAndAgain('cheap', KILLS / LANES)));
    const sum = (part: 'saves' | 'scraps' | 'torn') => lanes.reduce((total, lane) => total + lane[part], 0);
    // Without kills in the middle of a save this would prove nothing.
    expect(sum('scraps')).toBeGreaterThan(0);
    expect(sum('saves')).toBeGreaterThan(0);
    process.stdout.write(
      `${KILLS} kills: ${sum('saves')} saves, ${sum('scraps')} cut short, ${sum('torn')} done but unsaid\n`,
    );
  }, 300_000);

  it(`loses nothing at ${REAL_KILLS} random moments with real key derivation`, async () => {
    await killAgainAndAgain('real', REAL_KILLS);
  }, 300_000);

  it.each<SaveStep>(['folder', 'open', 'write', 'sync', 'verify', 'previous', 'rename', 'syncFolder'])(
    'loses nothing at the step "%s"',
    async (step) => {
      const folder = await makeSaved('cheap');
      const said = await runAndKill(folder, 'cheap', 1, step);
      expect(said).toBe(0);
      // Past the rename the new file is in its place.
      expect(await readNumber(folder, 'cheap')).toBe(step === 'syncFolder' ? 1 : 0);
      const vault = openAt(folder, 'cheap');
      await vault.unlock(PASSWORD);
      await vault.storeApiKey({ apiKey: 'key-9', apiSecret: 'secret-9' });
      expect(readdirSync(folder).sort()).toEqual(['vault.json', 'vault.json.1']);
    },
    60_000,
  );
});

const PASSWORD_KILLS = 40;

describe('a change of the password that is killed', () => {
  const passwordAfter = (changes: number): string => `word ${changes % 2}`;
  const openPaper = (folder: string, kind: Kind) =>
    openVault({
      folder,
      network: 'paper',
      origin: 'paper:embedded',
      now: () => 1_700_000_000_000,
      ...(kind === 'cheap' ? { kdf: cheapKdf } : {}),
    });

  async function makeSaved(kind: Kind) {
    const folder = makeFolder();
    const vault = openPaper(folder, kind);
    const owner = await vault.create(passwordAfter(0), { kind: 'random' });
    await vault.storeApiKey({ apiKey: 'ak', apiSecret: 'as' });
    return { folder, owner };
  }

  /** How many changes the vault on the disk has seen, by which of its two passwords opens it; never both, never neither. */
  async function readChanges(folder: string, kind: Kind, said: number, owner: string): Promise<number> {
    const opens: number[] = [];
    for (const changes of [said, said + 1]) {
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
        const { folder, owner } = await makeSaved('cheap');
        const seen = { changes: 0 };
        for (let kill = 0; kill < PASSWORD_KILLS / LANES; kill += 1) {
          const said = await runAndKill(folder, 'cheap', seen.changes + 1, Math.random() * 4 * LONGEST_MS, 'password');
          seen.changes = await readChanges(folder, 'cheap', said, owner);
        }
        return seen;
      }),
    );
    const changes = lanes.reduce((sum, lane) => sum + lane.changes, 0);
    process.stdout.write(`${PASSWORD_KILLS} kills: ${changes} changes of the password\n`);
  }, 300_000);

  it.each<SaveStep>(['folder', 'open', 'write', 'sync', 'verify', 'previous', 'rename', 'syncFolder'])(
    'leaves one that opens at the step "%s"',
    async (step) => {
      const { folder, owner } = await makeSaved('cheap');
      expect(await runAndKill(folder, 'cheap', 1, step, 'password')).toBe(0);
      // Past the rename the new file is in its place.
      expect(await readChanges(folder, 'cheap', 0, owner)).toBe(step === 'syncFolder' ? 1 : 0);
    },
    60_000,
  );

  it('leaves one that opens with real key derivation too, before the rename and after it', async () => {
    const steps: readonly SaveStep[] = ['rename', 'syncFolder'];
    const found = await Promise.all(
      steps.map(async (step) => {
        const { folder, owner } = await makeSaved('real');
        expect(await runAndKill(folder, 'real', 1, step, 'password')).toBe(0);
        return readChanges(folder, 'real', 0, owner);
      }),
    );
    expect(found).toEqual([0, 1]);
  }, 120_000);
});
