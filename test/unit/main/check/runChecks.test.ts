import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { createRedaction, runChecks } from '#main/check/runChecks.ts';
import { RUNTIME } from '#main/check/runtime.ts';
import { type CheckDeclaration, type CheckId, ELECTRON_CHECKS, listChecks } from '#shared/text/electronChecks.ts';
import { type FakeBench, makeBench } from './fakeBench.ts';

const plain = (text: string): string => text;
const broken = (): never => {
  throw new Error('broken');
};
const run = ({ bench }: FakeBench) => runChecks(bench, { ids: listChecks('electron'), redact: plain });
const failedOf = (lines: Awaited<ReturnType<typeof run>>) =>
  lines.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id);

/** A wrong answer in place of a right one. */
const crypto = (change: Partial<typeof RUNTIME.crypto>) => (fake: FakeBench) => {
  fake.runtime.crypto = { ...fake.runtime.crypto, ...change };
};
const page = (change: Record<string, unknown>) => (fake: FakeBench) => {
  Object.assign(fake.page.globals, change);
};
const zeros = (length: number) => Buffer.alloc(length);

/** Broken assumptions, each with the one check that finds it. */
const BROKEN: readonly (readonly [CheckId, string, (fake: FakeBench) => void])[] = [
  [
    'machine.node',
    'a Node that is too old',
    (fake) => (fake.probe.versions = { ...fake.probe.versions, node: '22.19.0' }),
  ],
  ['machine.electron', 'another version of Electron', (fake) => (fake.bench.pinnedElectron = '44.0.0')],
  ['machine.user', 'root', (fake) => (fake.probe.userId = 0)],
  ['machine.variables', 'TLS is off', (fake) => (fake.probe.env = { NODE_TLS_REJECT_UNAUTHORIZED: '0' })],
  ['machine.fuses', 'a binary without fuses', (fake) => (fake.electron.readFuses = async () => ({}))],
  ['machine.instance', 'no lock', (fake) => (fake.electron.hasInstanceLock = () => false)],
  ['sandbox.page', 'no sandbox', (fake) => (fake.electron.readSandbox = async () => null)],
  [
    'crypto.gcm',
    'another cipher',
    crypto({
      createCipheriv: ((name: string, key: Uint8Array, iv: Uint8Array) =>
        name.endsWith('gcm')
          ? RUNTIME.crypto.createCipheriv('aes-256-gcm', zeros(32), iv)
          : RUNTIME.crypto.createCipheriv(name, key, iv)) as never,
    }),
  ],
  [
    'crypto.ctr',
    'no counter mode',
    crypto({
      createCipheriv: ((name: string, key: never, iv: never) =>
        name.endsWith('ctr') ? broken() : RUNTIME.crypto.createCipheriv(name, key, iv)) as never,
    }),
  ],
  [
    'crypto.hmac',
    'another key',
    crypto({ createSecretKey: (() => RUNTIME.crypto.createSecretKey(Buffer.from('x'))) as never }),
  ],
  ['crypto.sha256', 'another hash', crypto({ createHash: (() => RUNTIME.crypto.createHash('sha512')) as never })],
  ['crypto.hkdf', 'another key', crypto({ hkdfSync: () => new ArrayBuffer(32) })],
  ['crypto.pbkdf2', 'another key', crypto({ pbkdf2Sync: () => zeros(32) })],
  ['crypto.scrypt', 'refused parameters', crypto({ scryptSync: broken })],
  ['crypto.p256', 'a signature that is not valid', crypto({ verify: (() => false) as never })],
  ['crypto.random', 'no randomness', crypto({ randomBytes: ((length: number) => zeros(length)) as never })],
  ['crypto.secp256k1', 'another signer', (fake) => (fake.runtime.recoverSigner = () => null)],
  [
    'scrypt.thread',
    'a derivation on the calling thread',
    (fake) => {
      fake.runtime.measureDelay = async (act) => {
        const isDerivation = act.toString().includes('deriveVaultKey');
        await act();
        return { blockedMs: isDerivation ? 800 : 1, tookMs: 800 };
      };
    },
  ],
  ['zlib.zstd', 'no zstd', (fake) => (fake.runtime.zlib = { ...fake.runtime.zlib, zstdCompressSync: broken })],
  ['page.address', 'a context that is not secure', page({ isSecureContext: false })],
  ['page.bridge', 'a bridge that can be changed', page({ adyton: { ...(makeBench().page.globals.adyton as object) } })],
  ['page.isolation', 'Node in the page', (fake) => (fake.page.window.require = () => undefined)],
  [
    'page.preferences',
    'no isolation',
    (fake) => (fake.electron.preferences = () => ({ sandbox: true, contextIsolation: false })),
  ],
  ['page.policy', 'evaluated code', page({ eval: () => 1 })],
  [
    'page.permissions',
    'notifications for the page',
    page({ Notification: { requestPermission: async () => 'granted' } }),
  ],
  ['page.navigation', 'a window of the page', (fake) => (fake.page.window.open = () => (fake.page.pages += 1))],
  ['window.visible', 'a window that cannot be asked', (fake) => (fake.electron.isVisible = broken)],
  ['window.throttling', 'no timers in a hidden page', page({ setInterval: () => undefined })],
  ['port.roundTrip', 'changed bytes', (fake) => (fake.probe.echo = async (bytes) => bytes.slice(1))],
  ['child.paper', 'an exchange that is killed before it saves', (fake) => (fake.exitCodes.paper = 15)],
  ['child.keychain', 'another first message', (fake) => (fake.firsts.keychain = { at: 'other' })],
  [
    'child.fatal',
    'a fatal error that nobody reports',
    (fake) => (fake.probe.failChild = async () => ({ error: null, exitCode: 133 })),
  ],
  ['system.idle', 'an unknown state', (fake) => (fake.electron.idleState = () => 'unknown')],
  ['system.lockedHint', 'no logind', (fake) => (fake.electron.readLockedHint = async () => null)],
  [
    'system.lockEvents',
    'an event that nobody hears',
    (fake) => (fake.electron.countListeners = () => ({ suspend: 0 })),
  ],
  ['system.notifications', 'a refused notification', (fake) => (fake.electron.notify = async () => 'refused: off')],
  ['trade.firstOrder', 'a denied order', (fake) => (fake.page.outcome = 'denied')],
];

describe('the checks', () => {
  it('all pass where every assumption holds', async () => {
    const lines = await run(makeBench());
    expect(lines.filter(({ verdict }) => verdict === 'failed')).toEqual([]);
    expect(lines.map(({ id }) => id)).toEqual(listChecks('electron'));
  });

  it.each(BROKEN)('%s alone fails on %s', async (id, _what, breakIt) => {
    const fake = makeBench();
    breakIt(fake);
    expect(failedOf(await run(fake))).toEqual([id]);
  });

  it('find every assumption that a wrong database breaks', async () => {
    const fake = makeBench();
    fake.runtime.DatabaseSync = class extends RUNTIME.DatabaseSync {
      override exec(sql: string) {
        super.exec(sql.replace('WAL', 'DELETE').replace('EXCLUSIVE', 'DEFERRED').replace('fts5(', 'fts9('));
      }
    };
    expect(failedOf(await run(fake))).toEqual(['sqlite.journal', 'sqlite.lock', 'sqlite.fts5']);
  });

  it('find every use of a wrong hash', async () => {
    const fake = makeBench();
    fake.runtime.hashBytes = () => new Uint8Array(32);
    expect(failedOf(await run(fake))).toEqual(['crypto.secp256k1', 'crypto.keccak']);
  });

  it('fail, each by itself, where the page answers nothing', async () => {
    const fake = makeBench();
    fake.probe.evaluate = () => Promise.reject(new Error('gone'));
    const failed = failedOf(await run(fake));
    expect(failed).toContain('page.address');
    expect(failed).toContain('trade.unlock');
    expect(failed).not.toContain('crypto.gcm');
  });

  it('report no folder, name or host of a person', async () => {
    const redact = createRedaction({ '/home/ann': '~', '/home/ann/data': 'DATA', annsbox: 'HOST', ann: 'USER' });
    const fake = makeBench();
    fake.electron.notify = async () => 'refused: /home/ann/data/x of ann on annsbox';
    const lines = await runChecks(fake.bench, { ids: listChecks('electron'), redact });
    const { found } = lines.find(({ id }) => id === 'system.notifications')!;
    expect(found).toBe('Expected no refusal, found refused: DATA/x of USER on HOST');
    expect(JSON.stringify(lines)).not.toContain('ann');
  });

  it('measure a thread that stands still', async () => {
    const work = async (): Promise<void> => {
      const began = process.threadCpuUsage().user;
      while (process.threadCpuUsage().user - began < 120_000);
    };
    const { blockedMs } = await RUNTIME.measureDelay(work);
    expect(blockedMs).toBeGreaterThan(50);
  });

  it('measure the longest turn of a thread, not the sum of its turns', async () => {
    const reads = vi.spyOn(process, 'threadCpuUsage');
    let usedMicros = 0;
    reads.mockImplementation(() => ({ user: usedMicros, system: 0 }));
    try {
      const { blockedMs } = await RUNTIME.measureDelay(async () => {
        for (let turn = 0; turn < 10; turn += 1) {
          usedMicros += 2_000;
          const before = reads.mock.calls.length;
          while (reads.mock.calls.length === before) await new Promise((resolve) => setTimeout(resolve, 1));
        }
      });
      expect(blockedMs).toBeLessThanOrEqual(2);
    } finally {
      reads.mockRestore();
    }
  });

  it('name the first reading beside the least', async () => {
    const fake = makeBench();
    const readings = [30, 18, 19];
    fake.runtime.measureDelay = async (act) => {
      await act();
      return { blockedMs: readings.shift() ?? 1, tookMs: 900 };
    };
    const [line] = await runChecks(fake.bench, { ids: ['trade.unlock'], redact: (text) => text });
    expect(line).toMatchObject({ verdict: 'passed', found: 'blocked for 18 ms of 900 ms, 30 ms the first time' });
    readings.push(21, 22, 30);
    const [above] = await runChecks(fake.bench, { ids: ['trade.unlock'], redact: (text) => text });
    expect(above).toMatchObject({
      verdict: 'failed',
      found: expect.stringContaining('Expected at most 20 ms, found blocked for 21 ms'),
    });
  });
});

describe('the declarations', () => {
  it('are the list in docs/electron.md', () => {
    const text = readFileSync(path.resolve(import.meta.dirname, '../../../../docs/electron.md'), 'utf8');
    const rows = text.split('\n').filter((line) => /^\| `[a-z]+\.\w+` \|/.test(line));
    const declared = Object.entries<CheckDeclaration>(ELECTRON_CHECKS).map(
      ([id, { what, source, where }]) => `| \`${id}\` | ${what} | ${where.join(', ')} | ${source} |`,
    );
    expect(rows).toEqual(declared);
  });
});
