import { afterEach, describe, expect, it, vi } from 'vitest';
import { KeychainError, type KeychainOptions, openKeychain } from '#main/vault/unlock/keychain.ts';
import { type FakeProcess, openFakeKeyring, startFakeProcess } from './fakeKeyring.ts';

const SECRET = Uint8Array.from({ length: 32 }, (_, index) => index + 101);

function openBench(isMute = false, options: Partial<KeychainOptions> = {}) {
  const keyring = openFakeKeyring();
  const processes: FakeProcess[] = [];
  const keychain = openKeychain({
    platform: 'linux',
    async startProcess() {
      const started = startFakeProcess(keyring, isMute);
      processes.push(started);
      return started.handle;
    },
    ...options,
  });
  return { keychain, keyring, processes };
}

async function failureOf(work: Promise<unknown>): Promise<KeychainError> {
  const error: unknown = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof KeychainError)) throw new Error('Expected a KeychainError');
  return error;
}

/** Turns of the loop: vitest's own waiting would move the fake clock. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
}

afterEach(() => vi.useRealTimers());

describe('openKeychain', () => {
  it('writes, reads and removes a secret, each in a process of its own that ends', async () => {
    const { keychain, processes } = openBench();
    expect(await keychain.read('vault')).toBeNull();
    await keychain.write('vault', SECRET);
    expect(await keychain.read('vault')).toEqual(SECRET);
    await keychain.remove('vault');
    await keychain.remove('vault');
    expect(await keychain.read('vault')).toBeNull();
    expect(processes.map(({ isKilled }) => isKilled)).toEqual(Array(6).fill(true));
    expect(processes.map(({ asked }) => asked.length)).toEqual(Array(6).fill(1));
  });

  it('starts no process before the first call', () => {
    const startProcess = vi.fn();
    openKeychain({ startProcess });
    expect(startProcess).not.toHaveBeenCalled();
  });

  it.each([
    ['darwin', 'Keychain'],
    ['win32', 'Credential Manager'],
    ['linux', 'Secret Service'],
  ] as const)('on %s has the name %s', (platform, name) => {
    expect(openBench(false, { platform }).keychain.name).toBe(name);
  });

  it('does not change the caller’s secret, and zeroes its own copies', async () => {
    const sent: number[][] = [];
    const given = Array.from(SECRET);
    const listeners: ((value: unknown) => void)[] = [];
    const keychain = openKeychain({
      async startProcess() {
        setImmediate(() => listeners.at(-1)?.({ at: 'ready' }));
        return {
          onMessage: (listener) => listeners.push(listener),
          onExit: () => {},
          kill: async () => {},
          send(value) {
            const request = value as { act: string; secret: number[] };
            if (request.act === 'write') sent.push(request.secret);
            const secret = request.act === 'read' ? given : null;
            setImmediate(() => listeners.at(-1)?.({ at: 'done', secret }));
          },
        };
      },
    });
    const mine = Uint8Array.from(SECRET);
    await keychain.write('vault', mine);
    expect(mine).toEqual(SECRET);
    expect(sent).toEqual([Array(32).fill(0)]);
    expect(await keychain.read('vault')).toEqual(SECRET);
    expect(given).toEqual(Array(32).fill(0));
  });

  it.each([
    ['Secret Service: object locked', 'locked'],
    ['Platform failure: DBus error: no such bus', 'notRunning'],
    ['Platform failure: DBus error: Did not receive a reply.', 'noReply'],
    ['Secret Service: no result found', 'noCollection'],
    ['Entry is ambiguous', 'ambiguous'],
    ['canary 0xdeadbeef', 'refused'],
  ] as const)('replaces the library’s text %o with a code', async (text, code) => {
    const { keychain, keyring } = openBench();
    keyring.fault = { at: 'entry', error: new Error(text) };
    for (const work of [keychain.read('vault'), keychain.write('vault', SECRET), keychain.remove('vault')]) {
      const error = await failureOf(work);
      expect(error.fault).toEqual({ code, parameters: {} });
      expect(error.message).toBe(`Expected an answer from the keychain, found fault "${code}"`);
      expect(error.cause).toBeUndefined();
    }
  });

  it('refuses an entry of another length', async () => {
    const { keychain, keyring } = openBench();
    keyring.kept.set('vault', Array(31).fill(1));
    expect(await failureOf(keychain.read('vault'))).toMatchObject({ fault: { code: 'wrongLength' } });
  });

  it.each(['', ' ', 'a b', '-a', 'a\0b', 'ü', 'a/b', 'x'.repeat(129)])('refuses the name %o', async (account) => {
    const { keychain, processes } = openBench();
    for (const work of [keychain.read(account), keychain.write(account, SECRET), keychain.remove(account)]) {
      expect(await failureOf(work)).toMatchObject({ fault: { code: 'badArgument' } });
    }
    expect(processes).toEqual([]);
  });

  it.each([0, 31, 33])('refuses a secret of %i bytes', async (length) => {
    const { keychain, processes } = openBench();
    expect(await failureOf(keychain.write('vault', new Uint8Array(length)))).toMatchObject({
      fault: { code: 'badArgument' },
    });
    expect(processes).toEqual([]);
  });

  it('fails after ten seconds, and ends the process', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { keychain, keyring, processes } = openBench();
    keyring.hangs = true;
    let isOver = false;
    const failure = failureOf(keychain.read('vault')).finally(() => {
      isOver = true;
    });
    await until(() => processes[0]?.asked.length === 1);
    await vi.advanceTimersByTimeAsync(9_999);
    expect([isOver, processes[0]?.isKilled]).toEqual([false, false]);
    await vi.advanceTimersByTimeAsync(1);
    expect(await failure).toMatchObject({ fault: { code: 'timeout', parameters: { seconds: 10 } } });
    expect(processes[0]?.isKilled).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('ignores a late answer, and zeroes it', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { keychain, processes } = openBench(true);
    const failure = failureOf(keychain.read('vault'));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await failure).toMatchObject({ fault: { code: 'timeout' } });
    const late = Array.from(SECRET);
    processes[0]?.say({ at: 'done', secret: late });
    processes[0]?.say({ at: 'failed', fault: 'locked' });
    processes[0]?.say({ at: 'ready' });
    processes[0]?.exit(1);
    expect(late).toEqual(Array(32).fill(0));
    expect(processes[0]?.asked).toEqual([]);
  });

  it('ends a process that starts after the timeout', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const start = Promise.withResolvers<FakeProcess['handle']>();
    const keychain = openKeychain({ startProcess: () => start.promise });
    const failure = failureOf(keychain.read('vault'));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await failure).toMatchObject({ fault: { code: 'timeout' } });
    const late = startFakeProcess(openFakeKeyring());
    start.resolve(late.handle);
    await until(() => late.isKilled);
  });

  it('fails when its process cannot start, or ends without an answer', async () => {
    const unstartable = openKeychain({ startProcess: () => Promise.reject(new Error('canary')) });
    expect(await failureOf(unstartable.read('vault'))).toMatchObject({ fault: { code: 'addonUnloadable' } });
    const { keychain, processes } = openBench(true);
    const failure = failureOf(keychain.read('vault'));
    await until(() => processes.length === 1);
    await Promise.resolve();
    processes[0]?.exit(139);
    expect(await failure).toMatchObject({ fault: { code: 'processEnded' } });
  });

  it('ignores a process that cannot be ended', async () => {
    const fake = startFakeProcess(openFakeKeyring());
    const handle = { ...fake.handle, kill: () => Promise.reject(new Error('canary')) };
    expect(await openKeychain({ startProcess: async () => handle }).read('vault')).toBeNull();
  });

  it.each([
    null,
    'done',
    {},
    { at: 'done' },
    { at: 'done', secret: 'text' },
    { at: 'done', secret: Array(32).fill(256) },
    { at: 'done', secret: Array(32).fill(0.5) },
    { at: 'done', secret: Array(31).fill(1) },
    { at: 'failed', fault: 'toString' },
  ])('refuses the answer %o', async (message) => {
    const { keychain, processes } = openBench(true);
    const failure = failureOf(keychain.read('vault'));
    await until(() => processes.length === 1);
    await Promise.resolve();
    processes[0]?.say(message);
    expect(await failure).toMatchObject({ fault: { code: 'refused' } });
  });

  it('runs parallel calls independently', async () => {
    const { keychain } = openBench();
    const other = SECRET.map((byte) => byte ^ 255);
    await Promise.all([keychain.write('one', SECRET), keychain.write('two', other)]);
    expect(await Promise.all([keychain.read('one'), keychain.read('two')])).toEqual([SECRET, other]);
  });
});
