import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type Electron from 'electron';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lockDataFolder } from '#main/shell/dataFolderLock.ts';
import { openElectronShell } from '#main/shell/electron/shell.ts';
import type { Confirmation, DataPort, InvokeRequest, LockReason, PageRefusal } from '#main/shell/port.ts';
import { QUIT } from '#shared/base/parentChannel.ts';
import { INVOKE_CHANNEL, PORT_CHANNEL } from '#shared/ipc/channels.ts';
import { WINDOW_PREFERENCES } from '#test/electron/tables.ts';
import { type FakeOptions, makeFakeElectron, readOptionNames } from './strictElectron.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'adyton-electron-'));
  await mkdir(path.join(folder, 'renderer'));
  await writeFile(path.join(folder, 'renderer/index.html'), '<!doctype html>');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function openBench(isLive = false, options: FakeOptions = {}, platform: NodeJS.Platform = 'linux') {
  const fake = makeFakeElectron(options);
  const reported: string[] = [];
  const hint: { isLocked: boolean | null } = { isLocked: null };
  const shell = await openElectronShell({
    electron: fake.electron,
    dataFolder: path.join(folder, 'data'),
    rendererFolder: path.join(folder, 'renderer'),
    files: { preload: '/out/preload/index.cjs', icon: '/resources/icons/512.png' },
    paperFile: '/out/main/paper.js',
    keychainFile: '/out/main/keychain.js',
    dryRunFile: '/out/main/dryRun.js',
    platform,
    isLive,
    report: (line) => reported.push(line),
    readLockedHint: async () => hint.isLocked,
  });
  const requests: InvokeRequest[] = [];
  const ports: DataPort[] = [];
  const reasons: LockReason[] = [];
  shell.serveInvokes(async (request) => {
    requests.push(request);
    return 'answer';
  });
  shell.onDataPort((port) => ports.push(port));
  shell.onLockReason((reason) => reasons.push(reason));
  return { ...fake, shell, requests, ports, reasons, reported, hint };
}

describe('openElectronShell', () => {
  it('makes windows that are sandboxed, isolated and without Node, at our own address', async () => {
    const { shell, windows } = await openBench();
    await shell.openWindow({ id: 1, kind: 'main', bounds: null });
    const [window] = windows;
    expect(window?.options.webPreferences).toEqual({
      preload: '/out/preload/index.cjs',
      ...WINDOW_PREFERENCES,
    });
    expect(window?.loaded).toEqual(['app://adyton/']);
    expect(window?.isShown).toBe(false);
    window?.emit('ready-to-show');
    expect(window?.isShown).toBe(true);
    expect(window?.webContents.openHandler?.()).toEqual({ action: 'deny' });
  });

  it('serves the bundle with its policy through its own session', async () => {
    const { sessions } = await openBench();
    const serve = sessions.own.handled.get('app');
    const answer = await serve?.({ method: 'GET', url: 'app://adyton/' } as Request);
    expect(answer?.status).toBe(200);
    expect(answer?.headers.get('content-security-policy')).toContain("trusted-types 'none'");
    expect(await answer?.text()).toBe('<!doctype html>');
    expect((await serve?.({ method: 'GET', url: 'app://evil/' } as Request))?.status).toBe(404);
    expect(sessions.default.beforeRequest).not.toBeNull();
  });

  it('attributes a call before it is handed on', async () => {
    const { shell, windows, handlers, requests } = await openBench();
    await shell.openWindow({ id: 1, kind: 'main', bounds: null });
    const contents = windows[0]?.webContents;
    const call = (frame: unknown) =>
      handlers.get(INVOKE_CHANNEL)?.({ senderFrame: frame, sender: contents }, 'a.b', '{}');
    expect(await call({ parent: null, url: 'app://adyton/' })).toBe('answer');
    await call({ parent: {}, url: 'app://adyton/' });
    windows[0]?.close();
    await call({ parent: null, url: 'app://adyton/' });
    expect(requests).toEqual([
      { trusted: true, window: 1, name: 'a.b', text: '{}' },
      { trusted: false, window: 1, name: 'a.b', text: '{}' },
      { trusted: false, window: 0, name: 'a.b', text: '{}' },
    ]);
  });

  it('opens a port for each page that loads and closes the former one', async () => {
    const { shell, windows, channels, ports } = await openBench();
    await shell.openWindow({ id: 1, kind: 'main', bounds: null });
    const contents = windows[0]?.webContents;
    contents?.emit('did-finish-load');
    expect(contents?.posted).toEqual([{ channel: PORT_CHANNEL, value: null, ports: [channels[0]?.port2] }]);
    expect(channels[0]?.port1.isStarted).toBe(true);
    const said: unknown[] = [];
    let closes = 0;
    ports[0]?.onMessage((value) => said.push(value));
    ports[0]?.onClose(() => {
      closes += 1;
    });
    channels[0]?.port1.emit('message', { data: { ack: 1 }, ports: [] });
    expect(said).toEqual([{ ack: 1 }]);
    const frame = new ArrayBuffer(8);
    ports[0]?.post(frame);
    expect(channels[0]?.port1.sent).toEqual([frame]);
    contents?.emit('did-finish-load');
    expect(closes).toBe(1);
    expect(ports).toHaveLength(2);
  });

  it('starts the embedded exchange as a utility process and ends it', async () => {
    const { shell, children } = await openBench();
    const child = await shell.startChild('paper', ['--embedded']);
    expect(children[0]).toMatchObject({ file: '/out/main/paper.js', args: ['--embedded'] });
    const said: unknown[] = [];
    const codes: unknown[] = [];
    child.onMessage((value) => said.push(value));
    child.onExit((code) => codes.push(code));
    children[0]?.child.emit('message', { kind: 'listening' });
    child.send('hello');
    await child.kill();
    await child.kill();
    expect([said, codes]).toEqual([[{ kind: 'listening' }], [0]]);
    // Asked to save first: Electron's kill lets it save nothing.
    expect([children[0]?.child.sent, children[0]?.child.kills]).toEqual([['hello', QUIT], 0]);
  });

  it('starts a call on the keychain as a utility process of its own name', async () => {
    const { shell, children } = await openBench();
    const child = await shell.startChild('keychain', []);
    expect(children[0]).toMatchObject({ file: '/out/main/keychain.js', args: [] });
    await child.kill();
    // It has nothing to save, and may wait in a call that never returns.
    expect([children[0]?.child.sent, children[0]?.child.kills]).toEqual([[], 1]);
  });

  it('ends an exchange that does not save in time', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const { shell, children } = await openBench(false, { childrenQuit: false });
      const child = await shell.startChild('paper', []);
      const killed = child.kill();
      vi.advanceTimersByTime(3_000);
      await killed;
      expect(children[0]?.child.kills).toBe(1);
    } finally {
      vi.useRealTimers();
    }
  });

  it('reports a fatal error of a child without its report, and goes on', async () => {
    const { shell, children, reported } = await openBench();
    const child = await shell.startChild('dryRun', []);
    const codes: unknown[] = [];
    child.onExit((code) => codes.push(code));
    children[0]?.child.fail('v8::Heap', '{"environmentVariables":{"API_SECRET":"x"}}');
    expect(reported).toEqual(['Adyton dry run: FatalError in v8::Heap']);
    expect(codes).toEqual([6]);
  });

  it('keeps what a child sends before it reports that it runs', async () => {
    const { shell, children } = await openBench(false, { spawn: 'late' });
    const starting = shell.startChild('paper', []);
    children[0]?.child.emit('message', { kind: 'listening' });
    const said: unknown[] = [];
    (await starting).onMessage((value) => said.push(value));
    expect(said).toEqual([{ kind: 'listening' }]);
  });

  it('fails the start of a child that ends before it runs', async () => {
    const { shell, children } = await openBench(false, { spawn: 'never' });
    const starting = shell.startChild('keychain', []);
    children[0]?.child.end(1);
    await expect(starting).rejects.toThrow('ended with code 1');
  });

  it('asks natively, with Cancel as the answer to every doubt', async () => {
    const { shell, asked, answers } = await openBench();
    const question = { title: 'Export the key?', facts: [{ label: 'Owner', value: '0xabc' }], confirmLabel: 'Export' };
    expect(await shell.confirm(question)).toBe(false);
    answers.box = { response: 1, checkboxChecked: false };
    expect(await shell.confirm(question)).toBe(true);
    expect(asked[0]).toMatchObject({
      buttons: ['Cancel', 'Export'],
      defaultId: 0,
      cancelId: 0,
      message: 'Export the key?',
      detail: 'Owner: 0xabc',
    });
    const { signal } = new AbortController();
    await shell.confirm(question, signal);
    expect(asked.at(-1)?.signal).toBe(signal);
  });

  it('attaches a question to the window in use, and brings a minimized one back first', async () => {
    const { shell, windows, focus, askedAt } = await openBench();
    const question = { title: 'Export the key?', facts: [], confirmLabel: 'Export' };
    await shell.confirm(question);
    await shell.openWindow({ id: 1, kind: 'main', bounds: null });
    await shell.openWindow({ id: 2, kind: 'detached', bounds: null });
    focus.window = windows[1]!;
    await shell.confirm(question);
    await shell.readChosenFile(10);
    await shell.chooseSavePath('a.json');
    focus.window = null;
    windows[0]!.isSmall = true;
    await shell.confirm(question);
    expect(askedAt.map((window) => window && windows.indexOf(window))).toEqual([null, 1, 1, 1, 0]);
    expect(windows[0]?.isSmall).toBe(false);
  });

  it('shows notifications, and reports one that the system refused', async () => {
    const { shell, notifications, reported } = await openBench(false, { notifications: true });
    shell.notify('Filled', '10 YES at 0.42');
    expect(notifications[0]).toMatchObject({ options: { title: 'Filled', body: '10 YES at 0.42' }, isShown: true });
    notifications[0]?.emit('failed', {}, 'no permission');
    expect(reported).toEqual(['A notification was not shown: no permission']);
  });

  it('answers where to save, and null when that was cancelled', async () => {
    const { shell, answers } = await openBench();
    expect(await shell.chooseSavePath('a.json')).toBeNull();
    answers.save = { canceled: false, filePath: '/home/a/a.json' };
    expect(await shell.chooseSavePath('a.json')).toBe('/home/a/a.json');
  });

  it('closes the window of a page that refuses to unload', async () => {
    const { shell, windows } = await openBench();
    const window = await shell.openWindow({ id: 1, kind: 'main', bounds: null });
    let isClosed = false;
    window.onClosed(() => {
      isClosed = true;
    });
    windows[0]!.webContents.refusesUnload = true;
    await window.close();
    expect(isClosed).toBe(true);
  });

  it('emits the reason why the vault must lock', async () => {
    const { shell, powerMonitor, windows, log, reasons } = await openBench();
    await shell.openWindow({ id: 1, kind: 'main', bounds: null });
    powerMonitor.emit('suspend');
    powerMonitor.emit('lock-screen');
    powerMonitor.emit('user-did-resign-active');
    windows[0]?.webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 });
    expect(windows[0]?.webContents.reloads).toBe(1);
    windows[0]?.close();
    await vi.waitFor(() => expect(log).toContain('quit'));
    expect(reasons).toEqual(['suspend', 'lock-screen', 'user switch', 'renderer crash', 'last window closed']);
  });

  it('asks Linux, which reports no locked screen, every five seconds, and reports each lock once', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    /** Logind answers some time after the question. */
    const pass = async (ms: number) => {
      for (let passed = 0; passed < ms; passed += 5_000) {
        vi.advanceTimersByTime(5_000);
        await new Promise((resolve) => setImmediate(resolve));
      }
    };
    try {
      const { idle, hint, reasons } = await openBench();
      await pass(5_000);
      expect(reasons).toEqual([]);
      idle.state = 'locked';
      await pass(15_000);
      expect(reasons).toEqual(['lock-screen']);
      idle.state = 'idle';
      await pass(5_000);
      // Wayland: logind alone knows.
      hint.isLocked = true;
      await pass(15_000);
      expect(reasons).toEqual(['lock-screen', 'lock-screen']);
      hint.isLocked = false;
      await pass(5_000);
      hint.isLocked = true;
      idle.state = 'locked';
      await pass(5_000);
      expect(reasons).toEqual(['lock-screen', 'lock-screen', 'lock-screen']);
      // Seconds, by Electron's declaration.
      expect(idle.afterS.every((afterS) => afterS <= 600)).toBe(true);
    } finally {
      vi.useRealTimers();
    }
  });

  it('locks and quits when Windows ends the session, and when another system shuts down', async () => {
    const windows = await openBench();
    await windows.shell.openWindow({ id: 1, kind: 'main', bounds: null });
    windows.windows[0]?.emit('session-end', { reasons: ['logoff'] });
    expect(windows.reasons[0]).toBe('quit');
    await vi.waitFor(() => expect(windows.log).toContain('quit'));
    await windows.shell.quit();
    const other = await openBench();
    let isDelayed = false;
    other.powerMonitor.emit('shutdown', { preventDefault: () => (isDelayed = true) });
    expect([isDelayed, other.reasons]).toEqual([true, ['quit']]);
    await vi.waitFor(() => expect(other.log).toContain('quit'));
  });

  it('finishes its quit steps after a signal', async () => {
    const { shell, app, log } = await openBench();
    const steps: string[] = [];
    shell.onQuit(async () => {
      steps.push('begun');
      await new Promise((resolve) => setImmediate(resolve));
      steps.push('saved');
    });
    app.signal();
    await vi.waitFor(() => expect(log).toContain('quit'));
    expect(steps).toEqual(['begun', 'saved']);
    expect(log).not.toContain('killed');
  });

  it('leaves no window behind whose page did not load', async () => {
    const { shell, windows } = await openBench(false, {
      loadError: new Error("ERR_FAILED (-2) loading 'app://adyton/'"),
    });
    await expect(shell.openWindow({ id: 1, kind: 'main', bounds: null })).rejects.toThrow('ERR_FAILED');
    expect(windows[0]?.isDestroyed()).toBe(true);
  });

  it('touches no window that a person has closed', async () => {
    const { shell, windows } = await openBench();
    await shell.openWindow({ id: 1, kind: 'main', bounds: null });
    const detached = await shell.openWindow({ id: 2, kind: 'detached', bounds: null });
    windows[1]?.close();
    expect(() => detached.focus()).not.toThrow();
    expect(await detached.bounds()).toBeNull();
    await detached.close();
  });

  it('reports a page that tries to leave or to open a window', async () => {
    const { shell, windows } = await openBench();
    const refused: PageRefusal[] = [];
    shell.onPageRefusal((what) => refused.push(what));
    await shell.openWindow({ id: 1, kind: 'main', bounds: null });
    const contents = windows[0]?.webContents;
    contents?.emit('will-navigate', { preventDefault: () => undefined });
    expect(contents?.openHandler?.()).toEqual({ action: 'deny' });
    expect(refused).toEqual(['navigation', 'window']);
  });

  it('opens another window as guarded as the first, at its bounds, and says which one calls', async () => {
    const { shell, windows, handlers, channels, requests } = await openBench();
    const seen: number[] = [];
    shell.onDataPort((_port, window) => seen.push(window));
    await shell.openWindow({ id: 1, kind: 'main', bounds: null });
    const bounds = { x: 30, y: 40, width: 500, height: 600 };
    const second = await shell.openWindow({ id: 7, kind: 'detached', bounds });
    expect(windows[1]?.options.webPreferences).toEqual(windows[0]?.options.webPreferences);
    expect(windows[1]?.options).toMatchObject({ ...bounds, minWidth: 320, minHeight: 240 });
    expect(windows[1]?.webContents.openHandler?.()).toEqual({ action: 'deny' });
    await handlers.get(INVOKE_CHANNEL)?.(
      { senderFrame: { parent: null, url: 'app://adyton/' }, sender: windows[1]?.webContents },
      'a.b',
      '{}',
    );
    expect(requests.at(-1)).toEqual({ trusted: true, window: 7, name: 'a.b', text: '{}' });
    windows[1]?.webContents.emit('did-finish-load');
    expect([seen, channels.length]).toEqual([[7], 1]);
    expect(await second.bounds()).toEqual(bounds);
  });

  it('opens windows of other screens wholly on the present ones, none exactly above another', async () => {
    const { shell, windows, displays } = await openBench();
    displays[0]!.workArea = { x: 0, y: 25, width: 1280, height: 695 };
    displays.push({ id: 2, workArea: { x: -1920, y: -100, width: 1920, height: 1080 } });
    await shell.openWindow({ id: 1, kind: 'main', bounds: null });
    const gone = { x: 2100, y: 300, width: 460, height: 900 };
    for (const id of [2, 3]) await shell.openWindow({ id, kind: 'detached', bounds: gone });
    const left = { x: -2000.5, y: -40.25, width: 500, height: 600 };
    await shell.openWindow({ id: 4, kind: 'detached', bounds: left });
    expect(windows.map(({ options: { x, y, width, height } }) => [x, y, width, height])).toEqual([
      [0, 25, 1280, 695],
      [820, 25, 460, 695],
      [788, 25, 460, 695],
      [-1920, -40, 500, 600],
    ]);
  });

  it('goes on when a detached window closes, and locks and quits when the main window closes', async () => {
    const { shell, windows, reasons, log } = await openBench();
    const closed: number[] = [];
    for (const [id, kind] of [
      [1, 'main'],
      [2, 'detached'],
      [3, 'detached'],
    ] as const) {
      const window = await shell.openWindow({ id, kind, bounds: null });
      window.onClosed(() => closed.push(window.id));
    }
    windows[1]?.close();
    expect([closed, reasons, log.includes('quit')]).toEqual([[2], [], false]);
    windows[0]?.close();
    await vi.waitFor(() => expect(log).toContain('quit'));
    expect([closed, reasons]).toEqual([[2, 1, 3], ['last window closed']]);
  });

  it('reads the one file that a person chose, up to a size', async () => {
    const { shell, answers } = await openBench();
    const file = path.join(folder, 'workspace.json');
    await writeFile(file, '{"a":1}');
    expect(await shell.readChosenFile(100)).toBeNull();
    answers.open = { canceled: false, filePaths: [file] };
    expect(await shell.readChosenFile(100)).toEqual({ kind: 'text', text: '{"a":1}' });
    expect(await shell.readChosenFile(6)).toEqual({ kind: 'tooLarge' });
    await writeFile(file, Buffer.from([0xff, 0xfe]));
    expect(await shell.readChosenFile(100)).toEqual({ kind: 'unreadable' });
    answers.open = { canceled: false, filePaths: [folder] };
    expect(await shell.readChosenFile(100)).toEqual({ kind: 'unreadable' });
  });

  it('closes the developer tools of an unpackaged program on a live exchange', async () => {
    const { shell, windows } = await openBench(true);
    await shell.openWindow({ id: 1, kind: 'main', bounds: null });
    expect(windows[0]?.options.webPreferences).toMatchObject({ devTools: false });
  });

  it('reloads a page that keeps crashing three times, then asks', async () => {
    const { shell, windows, reasons, asked, log } = await openBench();
    await shell.openWindow({ id: 1, kind: 'main', bounds: null });
    const { webContents } = windows[0]!;
    const crash = () => webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 });
    for (let count = 0; count < 3; count += 1) crash();
    expect([webContents.reloads, asked.length]).toEqual([3, 0]);
    crash();
    expect(asked.at(-1)).toMatchObject({ buttons: ['Quit', 'Reload'], type: 'error' });
    await vi.waitFor(() => expect(log).toContain('quit'));
    expect(webContents.reloads).toBe(3);
    expect(reasons).toEqual(Array(4).fill('renderer crash'));
  });

  it('quits after its quit listeners, and unlocks its folder', async () => {
    const { shell, log } = await openBench();
    const finish = Promise.withResolvers<void>();
    shell.onQuit(() => finish.promise);
    const quit = shell.quit();
    void shell.quit();
    expect(log).not.toContain('quit');
    await expect(lockDataFolder(path.join(folder, 'data'))).rejects.toThrow('found one open');
    finish.resolve();
    await quit;
    expect(log.filter((line) => line === 'quit')).toHaveLength(1);
    await (await lockDataFolder(path.join(folder, 'data')))();
  });

  it('closes windows whose page does not return from its unloading two seconds after the quit', async () => {
    const { shell, windows } = await openBench();
    const window = await shell.openWindow({ id: 1, kind: 'main', bounds: null });
    const closed: string[] = [];
    window.onClosed(() => closed.push('window'));
    windows[0]!.webContents.neverUnloads = true;
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    try {
      await shell.quit();
      expect([windows.length, closed]).toEqual([1, []]);
      vi.advanceTimersByTime(2_000);
      expect(closed).toEqual(['window']);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('a person who leaves', () => {
  const QUESTION = {
    title: 'Close Adyton with 1 open position?',
    facts: [{ label: 'Stays open', value: '5 yes in m' }],
    confirmLabel: 'Close Adyton',
  };
  type Answer = { readonly response: number; readonly checkboxChecked: boolean };

  async function openLeaving(platform: NodeJS.Platform = 'linux') {
    const bench = await openBench(false, {}, platform);
    await bench.shell.openWindow({ id: 1, kind: 'main', bounds: null });
    await bench.shell.openWindow({ id: 2, kind: 'detached', bounds: null });
    const facts: { question: Confirmation | null } = { question: QUESTION };
    bench.shell.onLeave(() => facts.question);
    const answer = Promise.withResolvers<Answer>();
    bench.answers.box = answer.promise;
    const [main, detached] = bench.windows as [(typeof bench.windows)[0], (typeof bench.windows)[0]];
    const settle = (response: number) => answer.resolve({ response, checkboxChecked: false });
    return { ...bench, facts, settle, main, detached };
  }
  const turn = () => new Promise((resolve) => setImmediate(resolve));

  it('is asked before the main window closes, and stays by default', async () => {
    const { main, asked, settle, log, reasons } = await openLeaving();
    main.close();
    expect(asked).toMatchObject([
      {
        message: QUESTION.title,
        detail: 'Stays open: 5 yes in m',
        buttons: ['Cancel', 'Close Adyton'],
        defaultId: 0,
        cancelId: 0,
      },
    ]);
    settle(0);
    await turn();
    expect([main.isDestroyed(), reasons, log.includes('quit')]).toEqual([false, [], false]);
    // Asked again the next time.
    main.close();
    expect([asked.length, main.isDestroyed()]).toEqual([2, false]);
  });

  it('leaves once it agreed, and locks on the way', async () => {
    const { main, asked, settle, log, reasons } = await openLeaving();
    main.close();
    expect([main.isDestroyed(), reasons]).toEqual([false, []]);
    settle(1);
    await vi.waitFor(() => expect(log).toContain('quit'));
    expect([main.isDestroyed(), reasons, asked.length]).toEqual([true, ['last window closed'], 1]);
  });

  it('leaves at once where nothing goes unwatched, and closes a detached window without a question', async () => {
    const { main, detached, facts, asked, log } = await openLeaving();
    detached.close();
    expect([detached.isDestroyed(), asked]).toEqual([true, []]);
    facts.question = null;
    main.close();
    await vi.waitFor(() => expect(log).toContain('quit'));
    expect(asked).toEqual([]);
  });

  it('leaves by a second request while the question is open, which is withdrawn', async () => {
    const { main, asked, withdrawn, settle, log } = await openLeaving();
    main.close();
    main.close();
    expect([main.isDestroyed(), asked.length, withdrawn.length]).toEqual([true, 1, 1]);
    // A withdrawn question answers as a cancelled one.
    settle(0);
    await vi.waitFor(() => expect(log).toContain('quit'));
  });

  it('is asked before macOS quits the program, once, and the second request leaves', async () => {
    const { app, main, asked, settle, log } = await openLeaving('darwin');
    app.quit();
    expect([asked.length, main.isDestroyed()]).toEqual([1, false]);
    app.quit();
    await vi.waitFor(() => expect(log).toContain('quit'));
    settle(0);
    await turn();
    expect([asked.length, main.isDestroyed()]).toEqual([1, true]);

    const agreed = await openLeaving('darwin');
    agreed.app.quit();
    agreed.settle(1);
    await vi.waitFor(() => expect(agreed.log).toContain('quit'));
    expect(agreed.asked).toHaveLength(1);
  });

  it('is not held back by a question that cannot be shown', async () => {
    const bench = await openLeaving();
    bench.answers.box = Promise.reject(new Error('no display'));
    bench.main.close();
    await vi.waitFor(() => expect(bench.log).toContain('quit'));
  });

  const FORCED: readonly (readonly [
    string,
    NodeJS.Platform,
    (bench: Awaited<ReturnType<typeof openLeaving>>) => void,
  ])[] = [
    ['a signal', 'linux', ({ app }) => app.signal()],
    ['the end of a session on Windows', 'win32', ({ main }) => main.emit('session-end', { reasons: ['logoff'] })],
    ['a shutdown', 'darwin', ({ powerMonitor }) => powerMonitor.emit('shutdown', { preventDefault: () => undefined })],
    ['main itself', 'darwin', ({ shell }) => void shell.quit()],
  ];
  it.each(FORCED)('is not asked before %s, which withdraws an open question', async (_name, platform, leave) => {
    const calm = await openLeaving(platform);
    leave(calm);
    await vi.waitFor(() => expect(calm.log).toContain('quit'));
    expect(calm.asked).toEqual([]);

    const open = await openLeaving(platform);
    open.main.close();
    expect(open.asked).toHaveLength(1);
    leave(open);
    await vi.waitFor(() => expect(open.log).toContain('quit'));
    expect([open.asked.length, open.main.isDestroyed()]).toEqual([1, true]);
  });
});

describe('the window', () => {
  const open = async (fake: ReturnType<typeof makeFakeElectron>) => {
    const dataFolder = path.join(folder, 'data');
    const shell = await openElectronShell({
      electron: fake.electron,
      dataFolder,
      rendererFolder: path.join(folder, 'renderer'),
      files: { preload: '/out/preload/index.cjs', icon: '/resources/icons/512.png' },
      paperFile: '/out/main/paper.js',
      keychainFile: '/out/main/keychain.js',
      dryRunFile: '/out/main/dryRun.js',
      platform: 'linux',
      isLive: false,
      report: () => undefined,
      readLockedHint: async () => null,
    });
    await shell.openWindow({ id: 1, kind: 'main', bounds: null });
    return fake.windows[0]!;
  };
  const boundsOf = ({ options: { x, y, width, height } }: { options: Record<string, unknown> }) => [
    x,
    y,
    width,
    height,
  ];

  it('opens in the middle of the primary screen, with the icon', async () => {
    const window = await open(makeFakeElectron());
    expect(boundsOf(window)).toEqual([160, 40, 1600, 1000]);
    expect(window.options.icon).toBe('/resources/icons/512.png');
  });

  it('fits a screen that is smaller than its least size', async () => {
    const fake = makeFakeElectron();
    fake.displays[0]!.workArea = { x: 0, y: 0, width: 800, height: 560 };
    const window = await open(fake);
    expect(boundsOf(window)).toEqual([0, 0, 800, 560]);
    expect([window.options.minWidth, window.options.minHeight]).toEqual([800, 560]);
  });

  it('opens where it was closed', async () => {
    const first = makeFakeElectron();
    const saved = { x: 5, y: 6, width: 1000, height: 700 };
    first.stored.set('shell', { version: 1, window: { ...saved, isMaximized: false } });
    const window = await open(first);
    expect(boundsOf(window)).toEqual(Object.values(saved));
    window.maximize();
    window.close();
    expect(first.stored.get('shell')).toEqual({ version: 1, window: { ...saved, isMaximized: true } });
  });

  it('is maximized again when it was', async () => {
    const fake = makeFakeElectron();
    const window = { x: 5, y: 6, width: 1000, height: 700, isMaximized: true };
    fake.stored.set('shell', { version: 1, window });
    const opened = await open(fake);
    opened.emit('ready-to-show');
    expect([opened.isFull, opened.isShown]).toEqual([true, true]);
  });
});

describe('a window that Electron never reports as ready to show', () => {
  it('is shown 300 ms after its page has loaded, once', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const { shell, windows } = await openBench();
      await shell.openWindow({ id: 1, kind: 'main', bounds: null });
      expect(windows[0]?.isShown).toBe(false);
      vi.advanceTimersByTime(300);
      windows[0]?.emit('ready-to-show');
      expect(windows[0]?.shows).toBe(1);
      const closed = await shell.openWindow({ id: 2, kind: 'detached', bounds: null });
      await closed.close();
      expect(() => vi.advanceTimersByTime(300)).not.toThrow();
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('the fake of Electron', () => {
  it('knows what Electron declares and refuses the rest', () => {
    expect(readOptionNames('BrowserWindowConstructorOptions').has('webPreferences')).toBe(true);
    expect(readOptionNames('BrowserWindowConstructorOptions').has('backgroundColor')).toBe(true);
    const { electron, app } = makeFakeElectron();
    void app.whenReady();
    const misspelt = { webPreferences: { sandboxed: true } } as Electron.BrowserWindowConstructorOptions;
    expect(() => new electron.BrowserWindow(misspelt)).toThrow('WebPreferences has no sandboxed');
    expect(() => electron.app.on('before-quiet' as 'before-quit', () => undefined)).toThrow('no event before-quiet');
  });

  it('refuses before ready what Electron refuses then', () => {
    const { electron } = makeFakeElectron();
    for (const early of [
      () => new electron.BrowserWindow({ webPreferences: {} }),
      () => electron.session.fromPartition('adyton', { cache: false }),
      () => electron.session.defaultSession,
      () => electron.screen.getPrimaryDisplay(),
      () => electron.utilityProcess.fork('/out/main/paper.js'),
      () => new electron.Notification({ title: 'Filled' }),
    ]) {
      expect(early).toThrow('before app is ready');
    }
  });

  it('ends a program that listens to no closed window, and reports a fatal error to nobody as an exception', async () => {
    const { electron, app, log, windows, children } = makeFakeElectron();
    await app.whenReady();
    new electron.BrowserWindow({ webPreferences: {} });
    windows[0]?.close();
    expect(log).toContain('quit');
    expect(() => windows[0]?.focus()).toThrow('destroyed');
    electron.utilityProcess.fork('/out/main/paper.js');
    expect(() => children[0]?.child.fail('v8::Heap')).toThrow();
  });
});
