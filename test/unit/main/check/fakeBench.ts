/** A bench on which every check passes: the real runtime, a page of stand-ins, and answers of a healthy Electron. */
import { mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { CheckBench } from '#main/check/bench.ts';
import { RUNTIME, type Runtime } from '#main/check/runtime.ts';
import type { ChildEntry, ChildHandle } from '#main/shell/port.ts';
import type { ElectronProbe, ShellProbe } from '#main/shell/probe.ts';

type Open<T> = { -readonly [K in keyof T]: T[K] };

/** What the page's expressions find. */
export function makePage() {
  let nowMs = 0;
  const ok = (value: unknown) => async () => ({ ok: true, value });
  const adyton = Object.freeze({
    vault: Object.freeze({ create: ok({}), unlock: ok({}), lock: ok({}) }),
    account: Object.freeze({ open: ok({}), arm: ok({}) }),
    wallet: Object.freeze({ read: ok({ calls: [{ hash: '0x1' }] }), setup: ok({}) }),
    order: Object.freeze({ place: async () => ({ ok: true, value: { outcome: page.outcome, denials: [] } }) }),
  });
  const page = {
    outcome: 'accepted',
    pages: 1,
    globals: {
      adyton: adyton as unknown,
      isSecureContext: true,
      location: { href: 'app://adyton/', origin: 'app://adyton', hash: '', assign: (_url: string) => undefined },
      performance: { getEntriesByType: () => [{ name: 'app://adyton/assets/index.js' }] },
      document: { visibilityState: 'hidden', querySelector: () => ({ id: 'pane-market-m1' }) },
      navigator: {
        geolocation: { getCurrentPosition: (_granted: () => void, refused: () => void) => refused() },
        mediaDevices: { getUserMedia: () => Promise.reject(new Error('refused')) },
      },
      Notification: { requestPermission: async () => 'denied' },
      crypto: { randomUUID: () => 'id' },
      eval: (): unknown => {
        throw new EvalError('policy');
      },
      fetch: (): Promise<unknown> => Promise.reject(new Error('policy')),
      /** Time passes faster than it does. */
      Date: {
        now: () => {
          nowMs += 500;
          return nowMs;
        },
      },
      setTimeout: (run: () => void) => setTimeout(run, 1),
      setInterval: (run: () => void) => setInterval(run, 1),
      clearInterval,
      requestAnimationFrame: () => undefined,
      JSON,
    } as Record<string, unknown>,
    window: { open: () => null } as Record<string, unknown>,
  };
  const evaluate = async (expression: string): Promise<unknown> => {
    const globals: Record<string, unknown> = { ...page.globals, window: { ...page.globals, ...page.window } };
    return new Function(...Object.keys(globals), `return ${expression}`)(...Object.values(globals));
  };
  return { page, evaluate };
}

function makeChild(first: unknown, exitCode: number): ChildHandle {
  const exits: ((code: number | null) => void)[] = [];
  const end = (code: number): void => {
    for (const listener of exits) listener(code);
  };
  return {
    onMessage: (listener) => listener(first),
    send: () => end(1),
    onExit: (listener) => exits.push(listener),
    kill: async () => end(exitCode),
  };
}

export function makeBench() {
  const { page, evaluate } = makePage();
  const electron: Open<ElectronProbe> = {
    hasInstanceLock: () => true,
    readFuses: async () => ({ runAsNode: 'on' }),
    preferences: () => ({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      webSecurity: true,
    }),
    readSandbox: async () => 'seccomp filter',
    isVisible: () => true,
    wasReadyToShow: () => true,
    whileHidden: (run) => run(),
    idleState: () => 'active',
    readLockedHint: async () => false,
    countListeners: () => ({ suspend: 1, 'lock-screen': 1, 'user-did-resign-active': 1, shutdown: 1 }),
    notify: async () => 'shown',
  };
  const probe: Open<ShellProbe> = {
    platform: 'linux',
    arch: 'x64',
    env: { HOME: '/home/a', XDG_SESSION_TYPE: 'wayland', XDG_SESSION_ID: '2' },
    userId: 1_000,
    versions: { node: '24.21.0', electron: '45.3.2', chrome: '153.0.0.0' },
    evaluate,
    countPages: () => page.pages,
    echo: async (bytes) => bytes,
    failChild: async () => ({ error: 'FatalError', exitCode: 133 }),
    electron,
  };
  const runtime: Open<Runtime> = {
    ...RUNTIME,
    deriveVaultKey: async () => new Uint8Array(32),
    async measureDelay(act) {
      await act();
      return { blockedMs: 1, tookMs: 10 };
    },
  };
  const firsts: Record<ChildEntry, unknown> = {
    paper: { kind: 'listening', port: 1, token: 't' },
    keychain: { at: 'ready' },
    dryRun: { at: 'ready' },
  };
  const exitCodes: Record<ChildEntry, number> = { paper: 0, keychain: 15, dryRun: 15 };
  const bench: Open<CheckBench> = {
    shell: {
      dataFolder: mkdtempSync(path.join(os.tmpdir(), 'adyton-bench-')),
      startChild: async (entry) => makeChild(firsts[entry], exitCodes[entry]),
    },
    probe,
    runtime,
    pinnedElectron: '45.3.2',
    outOfMemoryFile: '/out/main/outOfMemory.js',
    system: 'Linux 6.8',
  };
  return { bench, page, probe, electron, runtime, firsts, exitCodes };
}

export type FakeBench = ReturnType<typeof makeBench>;
