/** Runs of the checks of the shell: its page, window, children and events, and a first order in it. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import type { ChildEntry, ChildHandle } from '../shell/port.ts';
import { type CheckBench, type CheckRun, electronOf, expect, within } from './bench.ts';
import { measureBlocked } from './runtimeRuns.ts';

const SHOWN_WITHIN_MS = 5_000;
const CHILD_WITHIN_MS = 20_000;
const ORDER_WITHIN_MS = 90_000;
const MOST_UNLOCKING_MS = 20;
const MEGABYTE = 2 ** 20;
const POLL_MS = 50;
/** Time after which what a page asked for has happened, or was stopped. */
const SETTLE_MS = 500;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
/** Unlocks nothing but a vault of the check's own. */
const PASSWORD = 'a vault of the check';
const ABSENT = ['require', 'process', 'Buffer', 'module', 'global', 'exports', 'ipcRenderer', 'electron'];
const SAFE_PREFERENCES = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  webviewTag: false,
  webSecurity: true,
};
/** Answers of the shell's two addresses. */
const HOMES = ['app://adyton/', 'https://adyton.localhost/'];

/** What an expression in the page answers, as JSON: values of both shells are then of the same kind. */
async function ask<T>({ probe }: CheckBench, expression: string): Promise<T> {
  const text = await probe.evaluate(`(async () => JSON.stringify(await (${expression})) ?? 'null')()`);
  return JSON.parse(String(text)) as T;
}

async function startChild(
  { shell }: CheckBench,
  entry: ChildEntry,
  args: readonly string[],
): Promise<{ readonly child: ChildHandle; readonly first: Promise<unknown>; readonly code: Promise<number | null> }> {
  const child = await shell.startChild(entry, args);
  return {
    child,
    first: new Promise((resolve) => child.onMessage(resolve)),
    code: new Promise((resolve) => child.onExit(resolve)),
  };
}

/** Starts a child, waits for its first message and ends it; answers its exit code. */
async function liveThrough(
  bench: CheckBench,
  entry: ChildEntry,
  args: readonly string[],
  isReady: (message: unknown) => boolean,
) {
  const beganMs = performance.now();
  const { child, first, code } = await within(CHILD_WITHIN_MS, 'a start', startChild(bench, entry, args));
  try {
    const message = await within(CHILD_WITHIN_MS, 'a first message', first);
    expect(isReady(message), 'that it is ready', 'another message');
  } finally {
    await within(CHILD_WITHIN_MS, 'an end', child.kill());
  }
  return { code: await code, readyMs: Math.round(performance.now() - beganMs) };
}

const isReady = (message: unknown): boolean => (message as { at?: unknown } | null)?.at === 'ready';
const isListening = (message: unknown): boolean => (message as { kind?: unknown } | null)?.kind === 'listening';

/** In the page: calls of the bridge whose failures are errors. */
const BRIDGE = `
  const { adyton } = window;
  const need = (name, answer) => {
    if (!answer.ok) throw new Error(name + ': ' + answer.error.code + ' ' + JSON.stringify(answer.error.parameters ?? {}, (_key, value) => typeof value === 'bigint' ? String(value) : value));
    return answer.value;
  };
  const pause = () => new Promise((resolve) => setTimeout(resolve, 250));`;

const FIRST_ORDER = `(async () => {${BRIDGE}
  const password = ${JSON.stringify(PASSWORD)};
  need('vault', await adyton.vault.create({ password, key: { kind: 'random' } }));
  need('account', await adyton.account.open({}));
  const setup = need('wallet', await adyton.wallet.read({}));
  need('setup', await adyton.wallet.setup({ password, hashes: setup.calls.map((call) => call.hash) }));
  const endMs = Date.now() + ${ORDER_WITHIN_MS};
  let last = 'nothing';
  while (Date.now() < endMs) {
    const followed = document.querySelector('[role="option"][aria-selected="true"]')?.id ?? '';
    const market = followed.replace(/^.*-market-/, '');
    if (market === '') last = 'no market';
    else {
      // The ladder's own protection: an order by one click is placed while armed.
      await adyton.account.arm({ armed: true });
      const answer = await adyton.order.place({
        intentId: crypto.randomUUID(), market, side: 'yes', direction: 'buy',
        price: 10000, shares: 100000000, postOnly: false, bookVersion: null,
      });
      last = answer.ok ? answer.value.outcome : answer.error.code;
      if (last === 'accepted' || last === 'unknown') return last;
      if (answer.ok && answer.value.denials) last += ' ' + answer.value.denials.map((one) => one.code).join(' ');
    }
    await pause();
  }
  return last;
})()`;

const UNLOCK = `(async () => {${BRIDGE}
  need('unlock', await adyton.vault.unlock({ password: ${JSON.stringify(PASSWORD)} }));
})()`;
const LOCK = `(async () => {${BRIDGE} need('lock', await adyton.vault.lock({})); })()`;

export const SHELL_RUNS = {
  async 'page.address'(bench) {
    const [href, isSecure, isOwn] = await ask<[string, boolean, boolean]>(
      bench,
      "[location.href, isSecureContext, performance.getEntriesByType('resource').every(({ name }) => name.startsWith(location.origin + '/') || name.startsWith('app://adyton/') || name.startsWith('data:'))]",
    );
    expect(HOMES.includes(href), HOMES.join(' or '), href);
    expect(isSecure, 'a secure context', 'another');
    expect(isOwn, 'files of its own address alone', 'others');
    return href;
  },
  async 'page.bridge'(bench) {
    const found = await ask<string[]>(
      bench,
      '[typeof adyton?.vault?.unlock, String(Object.isFrozen(adyton) && Object.isFrozen(adyton.vault))]',
    );
    expect(found.join() === 'function,true', 'a frozen bridge', found);
    return 'frozen';
  },
  async 'page.isolation'(bench) {
    const found = await ask<string[]>(
      bench,
      `${JSON.stringify(ABSENT)}.filter((name) => typeof window[name] !== 'undefined')`,
    );
    expect(found.length === 0, 'none of them', found);
    return `none of ${ABSENT.length} names`;
  },
  async 'page.preferences'(bench) {
    const found = electronOf(bench).preferences();
    const wrong = Object.entries(SAFE_PREFERENCES).filter(([name, value]) => found[name] !== value);
    expect(
      wrong.length === 0,
      JSON.stringify(SAFE_PREFERENCES),
      wrong.map(([name]) => `${name} ${String(found[name])}`).join(', '),
    );
    return 'as they were set';
  },
  async 'page.policy'(bench) {
    const found = await ask<string[]>(
      bench,
      `(async () => {
        const tries = [];
        // In a task of its own: what a driver runs in the page may evaluate.
        tries.push(await new Promise((resolve) => setTimeout(() => {
          try { (0, eval)('1'); resolve('evaluated'); } catch { resolve('stopped'); }
        })));
        tries.push(await fetch('https://example.invalid/').then(() => 'sent', () => 'stopped'));
        return tries;
      })()`,
    );
    expect(found.join() === 'stopped,stopped', 'both stopped', found);
    return 'both stopped';
  },
  async 'page.permissions'(bench) {
    const found = await ask<string[]>(
      bench,
      `(async () => [
        await new Promise((resolve) => navigator.geolocation.getCurrentPosition(() => resolve('granted'), () => resolve('refused'))),
        await (navigator.mediaDevices?.getUserMedia({ video: true }) ?? Promise.reject()).then(() => 'granted', () => 'refused'),
        await Notification.requestPermission() === 'granted' ? 'granted' : 'refused',
      ])()`,
    );
    expect(
      found.every((one) => one === 'refused'),
      'all refused',
      found,
    );
    return 'all refused';
  },
  async 'page.navigation'(bench) {
    const before = bench.probe.countPages();
    await ask(bench, "(window.open('https://example.invalid/'), 0)");
    await pause(SETTLE_MS);
    const endMs = performance.now() + SHOWN_WITHIN_MS;
    // The Chromium shell closes it; Electron opens none.
    while (bench.probe.countPages() > before && performance.now() < endMs) await pause(POLL_MS);
    expect(bench.probe.countPages() === before, 'no window', 'a window');
    await ask(bench, "(location.assign('https://example.invalid/'), 0)").catch(() => undefined);
    await pause(SETTLE_MS);
    const href = await ask<string>(bench, "location.href.replace(/#$/, '')");
    expect(HOMES.includes(href), 'its own address', href);
    return 'stays where it is';
  },
  async 'window.visible'(bench) {
    const electron = electronOf(bench);
    const beganMs = performance.now();
    while (!electron.isVisible()) {
      expect(performance.now() - beganMs < SHOWN_WITHIN_MS, 'a visible window within 5 s', 'an invisible one');
      await pause(POLL_MS);
    }
    return `visible; ${electron.wasReadyToShow() ? 'ready-to-show came' : 'ready-to-show did not come'}`;
  },
  async 'window.throttling'(bench) {
    const electron = electronOf(bench);
    const found = await electron.whileHidden(() =>
      ask<{ timers: number; frames: number; visibility: string }>(
        bench,
        `new Promise((resolve) => {
          const seen = { timers: 0, frames: 0, visibility: '' };
          const frame = () => { seen.frames += 1; requestAnimationFrame(frame); };
          const timer = setInterval(() => { seen.timers += 1; }, 100);
          requestAnimationFrame(frame);
          const endMs = Date.now() + 4000;
          const wait = () => {
            if (Date.now() < endMs) return setTimeout(wait, 100);
            clearInterval(timer);
            seen.visibility = document.visibilityState;
            resolve(seen);
          };
          wait();
        })`,
      ),
    );
    expect(found.timers > 0, 'timers that run', found);
    return `${found.visibility}: ${found.timers} timers of 40 and ${found.frames} frames in 4 s`;
  },
  async 'port.roundTrip'({ probe }) {
    const bytes = Uint8Array.from(randomBytes(MEGABYTE));
    const beganMs = performance.now();
    const answer = await within(5_000, '1 MB back', probe.echo(bytes));
    expect(Buffer.compare(answer, bytes) === 0, 'the same bytes', `${answer.length} other bytes`);
    return `${Math.round(performance.now() - beganMs)} ms`;
  },
  async 'child.paper'(bench) {
    const folder = await mkdtemp(path.join(bench.shell.dataFolder, 'check-'));
    try {
      const args = ['--embedded', '--port', '0', '--data', folder];
      const { code, readyMs } = await liveThrough(bench, 'paper', args, isListening);
      expect(code === 0, 'exit code 0 after it saved', code);
      return `ready and ended in ${readyMs} ms`;
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    }
  },
  async 'child.keychain'(bench) {
    const { readyMs } = await liveThrough(bench, 'keychain', [], isReady);
    return `ready and ended in ${readyMs} ms`;
  },
  async 'child.dryRun'(bench) {
    const { readyMs } = await liveThrough(bench, 'dryRun', [], isReady);
    return `ready and ended in ${readyMs} ms`;
  },
  async 'child.failure'(bench) {
    const { child, first, code } = await startChild(bench, 'dryRun', []);
    await within(CHILD_WITHIN_MS, 'a first message', first);
    child.send('no request');
    const found = await within(CHILD_WITHIN_MS, 'an end', code);
    expect(found === 1, 'exit code 1', found);
    return 'exit code 1';
  },
  async 'child.fatal'({ probe, outOfMemoryFile }) {
    const { error, exitCode } = await within(60_000, 'an end', probe.failChild(outOfMemoryFile));
    expect(error !== null && exitCode !== 0, 'a report and an exit', `${error}, exit code ${exitCode}`);
    return `${error}, exit code ${exitCode}`;
  },
  async 'system.idle'(bench) {
    const state = electronOf(bench).idleState();
    expect(['active', 'idle', 'locked'].includes(state), 'active, idle or locked', state);
    return state;
  },
  async 'system.lockedHint'(bench) {
    if (bench.probe.platform !== 'linux') return 'not Linux: the system sends events';
    const hint = await electronOf(bench).readLockedHint();
    const isAnswered = hint !== null || bench.probe.env.XDG_SESSION_ID === undefined;
    expect(isAnswered, 'yes or no', 'no answer: a lock is seen on X11 alone');
    if (hint === null) return 'no session of logind: a lock is seen on X11 alone';
    return hint ? 'locked' : 'not locked';
  },
  async 'system.lockEvents'(bench) {
    const counts = electronOf(bench).countListeners();
    const deaf = Object.keys(counts).filter((name) => (counts[name] ?? 0) === 0);
    expect(deaf.length === 0, 'a listener for each', `none for ${deaf.join(', ')}`);
    return Object.keys(counts).join(', ');
  },
  async 'system.notifications'(bench) {
    const how = await electronOf(bench).notify();
    if (how === null) return 'this system shows none';
    expect(!how.startsWith('refused'), 'no refusal', how);
    return how;
  },
  async 'trade.firstOrder'(bench) {
    const outcome = await within(ORDER_WITHIN_MS * 2, 'an order', ask<string>(bench, FIRST_ORDER));
    expect(outcome === 'accepted', 'an accepted order', outcome);
    return 'accepted';
  },
  async 'trade.unlock'(bench) {
    return measureBlocked(bench, MOST_UNLOCKING_MS, async () => {
      await ask(bench, LOCK);
      await within(60_000, 'an unlock', ask(bench, UNLOCK));
      // The account connects.
      await pause(SETTLE_MS);
    });
  },
} satisfies Record<string, CheckRun>;
