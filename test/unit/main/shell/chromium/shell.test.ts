import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type ChromiumShell, ORIGIN } from '#main/shell/chromium/shell.ts';
import { lockDataFolder } from '#main/shell/dataFolderLock.ts';
import type { DataPort, InvokeRequest, LockReason } from '#main/shell/port.ts';
import { encodeMessage } from '#shared/ipc/codec.ts';
import { COMMAND_NAMES } from '#shared/ipc/commands.ts';
import { POLICY_PROBES } from './fixture/policyProbes.ts';
import { type Fixture, makeFixture } from './openFixture.ts';

let fixture: Fixture;
let shell: ChromiumShell;
const requests: InvokeRequest[] = [];
const ports: DataPort[] = [];
const lockReasons: LockReason[] = [];

/** A busy machine is slow; a test waits no longer than it needs. */
const PATIENT = { timeout: 15_000, interval: 20 };

/** What the page answers to an expression; the page is the driver's, so types end here. */
const ask = <T>(expression: string): Promise<T> => shell.page().evaluate(expression) as Promise<T>;
const probe = (name: string) => ask<string>(`probe('${name}')`);
// Not the driver's own waiting, which compiles text inside the page: the policy refuses that.
const until = (expression: string) =>
  vi.waitFor(async () => expect(await ask(expression).catch(() => false)).toBe(true), PATIENT);

beforeAll(async () => {
  fixture = await makeFixture();
  shell = await fixture.open();
  shell.serveInvokes(async (request) => {
    requests.push(request);
    return encodeMessage({ ok: true, value: { deposit: 12n } });
  });
  shell.onDataPort((port) => ports.push(port));
  shell.onLockReason((reason) => lockReasons.push(reason));
  await shell.openWindow({ id: 1, kind: 'main', bounds: null });
  await until("document.querySelector('#state').textContent === 'open'");
}, 120_000);

afterAll(async () => {
  await shell.quit();
  await fixture.remove();
});

describe('openChromiumShell', { timeout: 30_000 }, () => {
  it('passes a call to the handler as trusted, and its answer back with bigints', async () => {
    const answer = await ask<string>(
      "adyton.vault.unlock({ password: 'pw' }).then(({ ok, value }) => [ok, typeof value.deposit, value.deposit].join(' '))",
    );
    expect(answer).toBe('true bigint 12');
    expect(requests.at(-1)).toEqual({
      trusted: true,
      window: 1,
      name: 'vault.unlock',
      text: '{"password":"pw"}',
    });
  });

  it('defines the whole bridge, frozen, before the first script of the page runs', async () => {
    expect(await ask('seen.atStart')).toEqual([...new Set(COMMAND_NAMES.map((name) => name.split('.')[0]))]);
    const names =
      "Object.entries(adyton).flatMap(([area, verbs]) => Object.keys(verbs).map((verb) => area + '.' + verb))";
    expect(await ask(names)).toEqual([...COMMAND_NAMES]);
    await ask('(() => { try { adyton.x = 1; adyton.vault.lock = 1; adyton = 1; } catch {} })()');
    expect(
      await ask('[adyton.x, typeof adyton.vault.lock, Object.isFrozen(adyton), Object.isFrozen(adyton.vault)]'),
    ).toEqual([undefined, 'function', true, true]);
  });

  it('passes the data port once, and frames arrive on it as array buffers and are acknowledged', async () => {
    const acks: unknown[] = [];
    const port = ports.at(-1);
    const acknowledged = Promise.withResolvers<void>();
    port?.onMessage((value) => {
      acks.push(value);
      acknowledged.resolve();
    });
    port?.post(new Uint8Array([1, 2, 255]).buffer);
    await acknowledged.promise;
    expect(await ask('seen.frames')).toEqual([{ isBuffer: true, bytes: [1, 2, 255] }]);
    expect(acks).toEqual([{ ack: 1 }]);
    expect(await ask('seen.messages')).toEqual(['adyton:port']);
    expect(ports).toHaveLength(1);
  });

  it('brings what the page sends without a frame, and then the acknowledgement of each frame', async () => {
    const values: unknown[] = [];
    const got = Promise.withResolvers<void>();
    ports.at(-1)?.onMessage((value) => {
      if (values.push(value) === 3) got.resolve();
    });
    await ask('seen.port.postMessage({ unasked: true })');
    while (values.length === 0) await ask('1');
    const frames = await ask<number>('seen.frames.length');
    for (const byte of [7, 8]) ports.at(-1)?.post(new Uint8Array([byte]).buffer);
    await got.promise;
    expect(values).toEqual([{ unasked: true }, { ack: frames + 1 }, { ack: frames + 2 }]);
  });

  it('delivers a frame of 128 kB', async () => {
    const acknowledged = Promise.withResolvers<void>();
    ports.at(-1)?.onMessage(() => acknowledged.resolve());
    ports.at(-1)?.post(Uint8Array.from({ length: 131_072 }, (_, at) => at % 251).buffer);
    await acknowledged.promise;
    expect(await ask('seen.frames.at(-1).bytes.every((byte, at) => byte === at % 251)')).toBe(true);
    expect(await ask('seen.frames.at(-1).bytes.length')).toBe(131_072);
  });

  it('hides the binding, the receiver, Node and the driver from the page', async () => {
    expect(await ask('[typeof adytonHost, typeof adytonReceive, typeof require, typeof process]')).toEqual([
      'undefined',
      'undefined',
      'undefined',
      'undefined',
    ]);
    const names = await ask<string[]>(
      'Object.getOwnPropertyNames(window).filter((name) => /playwright|adyton|^binding|cdp|driver/i.test(name))',
    );
    expect(names).toEqual(['adyton']);
  });

  it('is a secure context at its own address, in English', async () => {
    expect(await ask('[location.href, isSecureContext, navigator.language]')).toEqual([`${ORIGIN}/`, true, 'en-US']);
  });

  it.each(POLICY_PROBES)('enforces the policy against %s', async (name, outcome, directive) => {
    await ask('violations.splice(0)');
    expect(await probe(name)).toBe(outcome);
    if (directive !== null) await until(`violations.includes('${directive}')`);
    expect(await ask('window.inlineRan')).toBeUndefined();
  });

  it('sends no packet, whatever the page tries', async () => {
    let hits = 0;
    const tcp = net.createServer((socket) => {
      hits += 1;
      socket.destroy();
    });
    tcp.listen(0, '127.0.0.1');
    await once(tcp, 'listening');
    const { port } = tcp.address() as net.AddressInfo;
    const udp = createSocket('udp4', () => {
      hits += 1;
    });
    udp.bind(port, '127.0.0.1');
    await once(udp, 'listening');
    expect(await ask<number>(`reach(${port})`)).toBeGreaterThan(20);
    await expect.poll(() => shell.page().context().pages().length, PATIENT).toBe(1);
    expect(hits).toBe(0);
    // Without this check a dead server would pass.
    net.connect(port, '127.0.0.1').on('error', () => undefined);
    await expect.poll(() => hits, PATIENT).toBe(1);
    tcp.close();
    udp.close();
  });

  it('registers no service worker', async () => {
    await probe('serviceWorker');
    expect(await ask('navigator.serviceWorker.getRegistrations().then(({ length }) => length)')).toBe(0);
  });

  it.each([
    ['a location', 'requestfailed', "location.href = 'https://example.com/'"],
    ['a location on this machine', 'requestfailed', "location.href = 'http://127.0.0.1:1/'"],
    ['another file of ours', 'requestfailed', "location.href = '/page.js'"],
    ['a click on a link', 'requestfailed', "document.querySelector('#away').click()"],
    ['a data document', 'console', "location.href = 'data:text/html,x'"],
    ['a script address', 'console', "location.href = 'javascript:seen.scriptRan = true'"],
    [
      'a form',
      'console',
      "const form = document.createElement('form'); form.action = 'https://example.com/'; document.body.append(form); form.submit();",
    ],
  ] as const)('stays where it is when the page tries %s', async (_what, sign, script) => {
    await ask("seen.marker = 'same document'");
    const refused = Promise.withResolvers<void>();
    if (sign === 'console') shell.page().once('console', () => refused.resolve());
    else shell.page().once('requestfailed', () => refused.resolve());
    await ask(`setTimeout(() => { ${script} }); undefined`);
    await refused.promise;
    expect(await ask('[location.href, seen.marker, seen.scriptRan]')).toEqual([
      `${ORIGIN}/`,
      'same document',
      undefined,
    ]);
  });

  it.each(['about:blank', 'blob'])(
    'comes back when the page leaves for %s, and does not trust what it found there',
    async (kind) => {
      const before = ports.length;
      const url = kind === 'blob' ? "URL.createObjectURL(new Blob(['<p>x</p>'], { type: 'text/html' }))" : `'${kind}'`;
      await ask(`setTimeout(() => { location.href = ${url}; }); undefined`);
      await expect.poll(() => ports.length, PATIENT).toBe(before + 1);
      await until("Boolean(globalThis.seen) && document.querySelector('#state').textContent === 'open'");
      expect(await ask('location.href')).toBe(`${ORIGIN}/`);
    },
  );

  it('closes every window that the page opens', async () => {
    const opened: { isClosed(): boolean }[] = [];
    shell
      .page()
      .context()
      .on('page', (page) => opened.push(page));
    const script = "window.open('/'); window.open('about:blank'); document.querySelector('#blank').click();";
    await ask(`setTimeout(() => { ${script} }); undefined`);
    await expect.poll(() => opened.length, PATIENT).toBe(3);
    await expect.poll(() => opened.every((page) => page.isClosed()), PATIENT).toBe(true);
    expect(shell.page().context().pages()).toHaveLength(1);
  });

  it('opens a new port for a reloaded page and closes the former one', async () => {
    const before = ports.length;
    const closed = Promise.withResolvers<void>();
    ports.at(-1)?.onClose(() => closed.resolve());
    await shell.page().reload();
    await closed.promise;
    await expect.poll(() => ports.length, PATIENT).toBe(before + 1);
  });

  it('asks for a confirmation in a separate page without a bridge', async () => {
    const confirm = () =>
      shell.confirm({ title: 'Export the key?', facts: [{ label: 'Owner', value: '0xabc' }], confirmLabel: 'Export' });
    const answerWith = async (act: 'Export' | 'Cancel' | 'close') => {
      const asked = shell.page().context().waitForEvent('page');
      const answer = confirm();
      const page = await asked;
      await page.getByRole('button', { name: 'Export' }).waitFor();
      expect(await page.evaluate('[typeof adyton, typeof adytonHost]')).toEqual(['undefined', 'undefined']);
      expect(await page.textContent('dl')).toBe('Owner0xabc');
      if (act === 'close') await page.close();
      else await page.getByRole('button', { name: act }).click();
      return answer;
    };
    expect(await answerWith('Export')).toBe(true);
    expect(await answerWith('Cancel')).toBe(false);
    expect(await answerWith('close')).toBe(false);
    expect(shell.page().context().pages()).toHaveLength(1);
  });

  it('closes the page of a question that is withdrawn, which answers no', async () => {
    const withdrawal = new AbortController();
    const asked = shell.page().context().waitForEvent('page');
    const answer = shell.confirm({ title: 'Sell now?', facts: [], confirmLabel: 'Sell' }, withdrawal.signal);
    await (await asked).getByRole('button', { name: 'Sell' }).waitFor();
    withdrawal.abort();
    expect(await answer).toBe(false);
    expect(shell.page().context().pages()).toHaveLength(1);
  });

  it('opens another window with a bridge and a port of its own, which closes alone', async () => {
    const seen: number[] = [];
    const portClosed = Promise.withResolvers<void>();
    shell.onDataPort((port, window) => {
      seen.push(window);
      port.onClose(portClosed.resolve);
    });
    const bounds = { x: 20, y: 30, width: 500, height: 400 };
    const second = await shell.openWindow({ id: 2, kind: 'detached', bounds });
    await expect.poll(() => seen, PATIENT).toEqual([2]);
    expect(await shell.page(2).evaluate('[location.href, innerWidth, Object.isFrozen(adyton)]')).toEqual([
      `${ORIGIN}/`,
      500,
      true,
    ]);
    await shell.page(2).evaluate("adyton.vault.unlock({ password: 'second' })");
    expect(requests.at(-1)).toMatchObject({ trusted: true, window: 2 });
    await ask("adyton.vault.unlock({ password: 'first' })");
    expect(requests.at(-1)).toMatchObject({ trusted: true, window: 1 });
    expect(await second.bounds()).toMatchObject({ width: 500, height: 400 });
    const closed = Promise.withResolvers<void>();
    second.onClosed(() => closed.resolve());
    await shell.page(2).close();
    await closed.promise;
    await portClosed.promise;
    expect(await second.bounds()).toBeNull();
    expect([lockReasons, shell.page().isClosed()]).toEqual([[], false]);
  });

  it('reads the one file that a person chose in a page without a bridge, up to a size', async () => {
    const choose = async (maxBytes: number, text: string | null) => {
      const asked = shell.page().context().waitForEvent('page');
      const answer = shell.readChosenFile(maxBytes);
      const page = await asked;
      const cancel = page.getByRole('button', { name: 'Cancel' });
      await cancel.waitFor();
      expect(await page.evaluate('[typeof adyton, typeof adytonHost]')).toEqual(['undefined', 'undefined']);
      if (text === null) await cancel.click();
      else {
        const file = { name: 'w.json', mimeType: 'application/json', buffer: Buffer.from(text, 'latin1') };
        await page.getByLabel('Workspace file').setInputFiles(file);
      }
      return answer;
    };
    expect(await choose(10, '{}')).toEqual({ kind: 'text', text: '{}' });
    expect(await choose(1, '{}')).toEqual({ kind: 'tooLarge' });
    expect(await choose(10, '\xff')).toEqual({ kind: 'unreadable' });
    expect(await choose(10, null)).toBeNull();
  });

  it('saves into its own folder under the file name only', async () => {
    expect(await shell.chooseSavePath('../../evil.json')).toBe(path.join(shell.dataFolder, 'backups', 'evil.json'));
  });

  it('locks and shows the page again when the page crashes', async () => {
    const before = ports.length;
    void shell
      .page()
      .goto('chrome://crash')
      .catch(() => undefined);
    await expect.poll(() => lockReasons, PATIENT).toContain('renderer crash');
    await expect.poll(() => ports.length, PATIENT).toBe(before + 1);
  });

  it('locks its data folder', async () => {
    await expect(lockDataFolder(shell.dataFolder)).rejects.toThrow('found one open');
  });

  it('closes the window of a page that asks before it unloads', async () => {
    const closed = Promise.withResolvers<void>();
    const second = await shell.openWindow({ id: 3, kind: 'detached', bounds: null });
    second.onClosed(closed.resolve);
    await holdUp(shell.page(3));
    // As a person closes it.
    await shell.page(3).close({ runBeforeUnload: true });
    await closed.promise;
  });

  it('waits for quit listeners, then leaves no process, profile or lock, whatever the page does before it unloads', async () => {
    const pid = await findBrowser(shell.dataFolder);
    await holdUp(shell.page(), 'for (;;);');
    let finished = false;
    shell.onQuit(async () => {
      await Promise.resolve();
      finished = true;
    });
    await shell.quit();
    await shell.closed;
    expect(finished).toBe(true);
    if (process.platform === 'linux') expect(pid).not.toBeNull();
    await expect.poll(() => findBrowser(shell.dataFolder), PATIENT).toBeNull();
    expect(existsSync(path.join(shell.dataFolder, 'browser-profile'))).toBe(false);
    await (await lockDataFolder(shell.dataFolder))();
    expect(fixture.lines.filter(isLeaveLine)).toEqual([]);
  });

  it('says what nobody watches when a person has closed its window, before the keys lock', async () => {
    const other = await fixture.open();
    let isLocked = false;
    other.onLockReason(() => {
      isLocked = true;
    });
    const facts = [
      { label: 'Not watched', value: '1 conditional order' },
      { label: 'Stays open', value: '5 yes in m' },
    ];
    other.onLeave(() => (isLocked ? null : { title: 'Close?', facts, confirmLabel: 'Close' }));
    await other.openWindow({ id: 1, kind: 'main', bounds: null });
    await other.page().close();
    await other.closed;
    expect([isLocked, fixture.lines.filter(isLeaveLine)]).toEqual([
      true,
      ['The window was closed, and Adyton with it. Not watched: 1 conditional order. Stays open: 5 yes in m.'],
    ]);
  });
});

const isLeaveLine = (line: string): boolean => line.startsWith('The window was closed');

/** Has the page ask before it unloads; browsers do that only for one that a person has used. */
async function holdUp(page: Page, more = ''): Promise<void> {
  await page.evaluate(`addEventListener('beforeunload', (event) => {
    event.preventDefault();
    event.returnValue = 'stay';
    ${more}
  })`);
  await page.mouse.click(5, 5);
}

/** Id of a process whose command line names `folder`; null where /proc is missing. */
async function findBrowser(folder: string): Promise<string | null> {
  for (const pid of await readdir('/proc').catch(() => [])) {
    if (!/^\d+$/.test(pid)) continue;
    const words = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (words.includes(folder)) return pid;
  }
  return null;
}
