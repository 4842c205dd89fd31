/**
 * What runs is what was checked: the launcher refuses a changed file before it runs, and the vault opens for another build only
 * when a person agrees.
 *
 * Source      docs/security-coverage.md#r61
 */
import { spawn } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type BuildCheck, writeManifest } from '#main/shell/buildManifest.ts';
import { openFakeKeychain } from '#test/unit/main/vault/unlock/fakeKeychain.ts';
import { hashSources, writeStamp } from '../../src/cli/freshBuild.ts';
import { type Bench, openBench } from './openBench.ts';
import { answerOf, PASSWORD, until } from './walk.ts';

vi.mock('#main/vault/file/kdf.ts', async (load) => {
  const { cheapKdf: deriveScrypt } = await import('#test/unit/main/vault/cheapKdf.ts');
  return { ...(await load<typeof import('#main/vault/file/kdf.ts')>()), deriveScrypt };
});

const root = path.join(import.meta.dirname, '../..');

describe('npm start', () => {
  let clone: string;
  const at = (file: string): string => path.join(clone, file);
  beforeEach(async () => {
    clone = mkdtempSync(path.join(tmpdir(), 'adyton-clone-'));
    for (const name of ['src', 'package.json', 'package-lock.json', 'electron.vite.config.ts']) {
      cpSync(path.join(root, name), at(name), { recursive: true });
    }
    symlinkSync(path.join(root, 'node_modules'), at('node_modules'), 'junction');
    for (const name of ['main', 'preload', 'renderer']) mkdirSync(at(`out/${name}`), { recursive: true });
    writeFileSync(at('out/main/chromium.js'), "export const runChromium = async () => (console.log('it runs'), 0);\n");
    writeFileSync(at('out/renderer/index.html'), '<!doctype html>\n');
    writeManifest(clone);
    await writeStamp(clone, hashSources(clone));
  });
  afterEach(() => rmSync(clone, { recursive: true, force: true }));

  function start(): Promise<{ readonly code: number | null; readonly printed: string }> {
    const args = ['--experimental-strip-types', '--no-warnings', at('src/cli/launch.js'), '--headless'];
    const env = { ...process.env, XDG_CACHE_HOME: at('cache'), LOCALAPPDATA: at('cache') };
    const child = spawn(process.execPath, args, { env, cwd: clone });
    let printed = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        printed += chunk.toString('utf8');
      });
    }
    return new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => resolve({ code, printed }));
    });
  }

  it('runs what was built', async () => {
    expect(await start()).toMatchObject({ code: 0, printed: expect.stringContaining('it runs') });
  });

  it.each(['out/main/chromium.js', 'out/renderer/index.html', 'src/cli/start.ts'])(
    'runs nothing after %s was changed, and names it, whatever the stamps say',
    async (file) => {
      appendFileSync(at(file), '\n// evil\n');
      await writeStamp(clone, hashSources(clone));
      rmSync(at('out/files.txt'), { force: true });
      const { code, printed } = await start();
      expect(code).toBe(1);
      expect(printed).toContain(`not as they were built: ${file}`);
      expect(printed).not.toContain('it runs');
    },
  );
});

const build = (letter: string, changed: readonly string[] = []): BuildCheck => ({
  at: 'checked',
  id: letter.repeat(64),
  changed,
});

describe('the vault', () => {
  let bench: Bench;
  let running: BuildCheck;
  let shiftMs = 0;
  const keychain = openFakeKeychain();
  const readClock = Date.now;
  const unlock = () => bench.call('vault.unlock', { password: PASSWORD });
  const startWith = async (next: BuildCheck) => {
    running = next;
    // The budget of questions is another one after a restart, and so is the back-off of wrong passwords.
    shiftMs += 61_000;
    await bench.restart();
    bench.questions.length = 0;
  };

  const readVault = () =>
    Buffer.from(bench.files().find(({ where }) => where.endsWith('vault.json'))!.bytes).toString('utf8');

  beforeEach(async () => {
    shiftMs = 0;
    vi.spyOn(Date, 'now').mockImplementation(() => readClock() + shiftMs);
    running = build('a');
    bench = await openBench(keychain, {}, async () => running);
    answerOf(await bench.call('vault.create', { password: PASSWORD, key: { kind: 'random' } }));
    bench.questions.length = 0;
  });
  afterEach(async () => {
    await bench.close();
    vi.restoreAllMocks();
  });

  it('opens for the build that it knows without a question', async () => {
    await startWith(build('a'));
    answerOf(await unlock());
    expect(bench.questions).toEqual([]);
  });

  it('opens for another build only when a person agrees, once', async () => {
    await startWith(build('b'));
    expect(await bench.call('vault.unlock', { password: 'Not-the-password-1' })).toMatchObject({ ok: false });
    expect(bench.questions).toEqual([]);
    shiftMs += 61_000;
    bench.agree = false;
    expect(await unlock()).toMatchObject({ ok: false, error: { code: 'CANCELLED' } });
    expect(bench.questions).toHaveLength(1);
    expect(bench.questions[0]!.facts).toContainEqual({ label: 'Build', value: 'b'.repeat(16) });
    expect(bench.questions[0]!.facts).toContainEqual({ label: 'Last opened with', value: 'a'.repeat(16) });
    expect(await bench.call('wallet.read', {})).toMatchObject({ error: { code: 'LOCKED' } });
    bench.agree = true;
    answerOf(await unlock());
    await startWith(build('b'));
    answerOf(await unlock());
    expect(bench.questions).toEqual([]);
  });

  it('is as locked while the question is open', async () => {
    await startWith(build('b'));
    let answer = (_agreed: boolean): void => undefined;
    bench.agree = new Promise<boolean>((resolve) => {
      answer = resolve;
    });
    const opening = unlock();
    await until(() => expect(bench.questions).toHaveLength(1));
    for (const name of ['wallet.read', 'account.arm', 'vault.backup'] as const) {
      const input = { 'wallet.read': {}, 'account.arm': { armed: true }, 'vault.backup': backup }[name];
      expect([name, await bench.call(name, input as never)]).toMatchObject([name, { error: { code: 'LOCKED' } }]);
    }
    answer(false);
    expect(await opening).toMatchObject({ error: { code: 'CANCELLED' } });
  });
  const backup = { password: PASSWORD, backupPassword: 'Another-password-9' };

  it('stays locked where files are not as they were built, and names them', async () => {
    await startWith(build('a', ['out/main/index.js']));
    expect(await unlock()).toMatchObject({
      error: { code: 'BUILD_CHANGED', parameters: { files: ['out/main/index.js'] } },
    });
    expect(await bench.call('wallet.read', {})).toMatchObject({ error: { code: 'LOCKED' } });
    expect(bench.questions).toEqual([]);
  });

  it('is not opened by the keychain for another build', async () => {
    answerOf(await bench.call('vault.enableKeychainUnlock', { password: PASSWORD }));
    await startWith(build('a'));
    answerOf(await bench.call('vault.unlockWithKeychain', {}));
    await startWith(build('b'));
    expect(await bench.call('vault.unlockWithKeychain', {})).toMatchObject({ error: { code: 'BUILD_CHANGED' } });
    expect(await bench.call('wallet.read', {})).toMatchObject({ error: { code: 'LOCKED' } });
    expect(bench.questions).toEqual([]);
  });

  it('asks where the record of the build was edited or deleted', async () => {
    const file = path.join(
      bench.dataFolder,
      bench.files().find(({ where }) => where.endsWith('protected-settings.json'))!.where,
    );
    // The vault follows the file: until then a deleted one looks like none.
    await until(() => expect(readVault()).toMatch(/"recordCounter":[1-9]/));
    const before = readFileSync(file, 'utf8');
    bench.agree = false;
    for (const change of [
      () => writeFileSync(file, before.replace('a'.repeat(64), 'b'.repeat(64))),
      () => rmSync(file),
    ]) {
      await startWith(build('b'));
      change();
      expect(await unlock()).toMatchObject({ error: { code: 'CANCELLED' } });
      expect(bench.questions[0]!.facts).toContainEqual({
        label: 'Last opened with',
        value: 'not known: the record of it was lost',
      });
    }
  });
});
