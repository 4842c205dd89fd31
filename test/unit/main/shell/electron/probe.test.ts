import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openElectronProbe } from '#main/shell/electron/probe.ts';
import { type FakeOptions, makeFakeElectron } from './strictElectron.ts';

const files = { preload: '/out/preload/index.cjs', icon: '/resources/icons/512.png' };
let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'adyton-probe-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function open(platform: NodeJS.Platform = 'win32', options: FakeOptions = {}) {
  const fake = makeFakeElectron(options);
  await fake.app.whenReady();
  const { BrowserWindow } = fake.electron;
  const main = new BrowserWindow({ webPreferences: { sandbox: true } });
  const execPath = path.join(folder, 'electron');
  const probe = openElectronProbe({
    electron: fake.electron,
    files,
    process: { platform, arch: 'x64', env: {}, versions: { electron: '45.3.2' }, execPath },
    mainWindow: () => main,
    wasReadyToShow: () => false,
  });
  return { ...fake, probe, electronProbe: probe.electron!, execPath };
}

describe("Electron's probe", () => {
  it('answers for the main window', async () => {
    const { probe, electronProbe, windows } = await open();
    windows[0]!.webContents.answer = (expression) => `answer to ${expression}`;
    expect(await probe.evaluate('1 + 1')).toBe('answer to 1 + 1');
    expect(electronProbe.preferences()).toEqual({ sandbox: true });
    expect(await electronProbe.readSandbox()).toBe('process Tab is sandboxed');
    expect([probe.countPages(), electronProbe.hasInstanceLock(), electronProbe.wasReadyToShow()]).toEqual([
      1,
      true,
      false,
    ]);
    windows[0]!.show();
    expect(await electronProbe.whileHidden(async () => electronProbe.isVisible())).toBe(false);
    expect(electronProbe.isVisible()).toBe(true);
  });

  it('finds a process that has no sandbox', async () => {
    const { electronProbe, app } = await open();
    app.getAppMetrics = () => [{ pid: process.pid, type: 'Tab', sandboxed: false }];
    expect(await electronProbe.readSandbox()).toBeNull();
  });

  it('sends bytes through a port of a window of its own, which it closes', async () => {
    const { probe, windows, channels } = await open();
    const echoed = probe.echo(new Uint8Array([1, 2, 3]));
    await vi.waitFor(() => expect(channels[0]?.port1.sent).toHaveLength(1));
    expect(windows[1]?.webContents.posted[0]?.ports).toEqual([channels[0]?.port2]);
    channels[0]?.port1.emit('message', { data: channels[0].port1.sent[0], ports: [] });
    expect([...(await echoed)]).toEqual([1, 2, 3]);
    expect(windows[1]?.isDestroyed()).toBe(true);
  });

  it('hears a fatal error of a child, and its exit', async () => {
    const { probe, children } = await open();
    const failed = probe.failChild('/out/main/outOfMemory.js');
    children[0]?.child.fail('v8::Heap');
    expect(await failed).toEqual({ error: 'FatalError', exitCode: 6 });
  });

  it('reads the fuses behind their sentinel, wherever it is in the binary', async () => {
    const { electronProbe, execPath } = await open();
    const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
    const wire = Buffer.concat([Buffer.from(sentinel), Buffer.from([1, 3]), Buffer.from('1r0')]);
    // Across the end of the first chunk that is read.
    await writeFile(execPath, Buffer.concat([Buffer.alloc(4 * 2 ** 20 - 10), wire, Buffer.alloc(100)]));
    expect(await electronProbe.readFuses()).toEqual({
      runAsNode: 'on',
      cookieEncryption: 'removed',
      nodeOptions: 'off',
    });
    await writeFile(execPath, 'no fuses');
    await expect(electronProbe.readFuses()).rejects.toThrow('found none');
  });

  it('says how a notification ended', async () => {
    const { electronProbe, notifications } = await open('win32', { notifications: true });
    const shown = electronProbe.notify();
    notifications[0]?.emit('show', {});
    expect(await shown).toBe('shown');
    const refused = electronProbe.notify();
    notifications[1]?.emit('failed', {}, 'off');
    expect(await refused).toBe('refused: off');
    expect(await (await open()).electronProbe.notify()).toBeNull();
  });
});
