/**
 * What the terminal's own page can't do, tried from within it on whichever shell this machine has.
 *
 * Source      docs/security-coverage.md#r3, #r4, #r5, #r7, #r8, #r10, #r12
 */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { COMMAND_NAMES } from '../../src/shared/ipc/commands.ts';
import { POLICY_PROBES } from '../unit/main/shell/chromium/fixture/policyProbes.ts';
import { type OpenApp, openApp, root } from './launch.ts';

const PROBES = path.join(root, 'test/unit/main/shell/chromium/fixture/probes.js');

interface Probed {
  readonly violations: string[];
  readonly inlineRan?: boolean;
  marker?: string;
  scriptRan?: boolean;
  probe(name: string): Promise<string>;
  reach(port: number): Promise<number>;
}

/** The page, with what the probes put there; `window` is only known inside it. */
type Here = Window & typeof globalThis & Probed;

let app: OpenApp;
let page: Page;
let home: string;

test.beforeAll(async () => {
  app = await openApp();
  page = app.page;
  home = page.url();
  await expect(page.getByRole('banner').getByText('Live', { exact: true })).toBeVisible();
  await page.evaluate(await readFile(PROBES, 'utf8'));
});
test.afterAll(() => app.close());

test('holds exactly the contract, frozen, and nothing of Node, of the shell or of the driver', async () => {
  const found = await page.evaluate(() => {
    const { adyton } = window;
    const assign = (target: object, name: string) => Reflect.set(target, name, () => Promise.resolve({ ok: true }));
    const areas = Object.values(adyton);
    return {
      names: Object.entries(adyton).flatMap(([area, verbs]) => Object.keys(verbs).map((verb) => `${area}.${verb}`)),
      kinds: [...new Set(areas.flatMap((verbs) => Object.values(verbs).map((verb) => typeof verb)))],
      frozen: [adyton, ...areas].every((each) => Object.isFrozen(each)),
      changed: [assign(adyton, 'added'), ...areas.map((verbs) => assign(verbs, 'added')), assign(window, 'adyton')],
      foreign: ['require', 'process', 'Buffer', 'module', 'global', 'ipcRenderer', 'electron', 'adytonHost'].filter(
        (name) => name in window,
      ),
    };
  });
  expect(found.names.sort()).toEqual([...COMMAND_NAMES].sort());
  expect(found.kinds).toEqual(['function']);
  expect(found.frozen).toBe(true);
  expect(new Set(found.changed)).toEqual(new Set([false]));
  expect(found.foreign).toEqual([]);
});

for (const [name, outcome, directive] of POLICY_PROBES) {
  test(`enforces the content policy against ${name}`, async () => {
    await page.evaluate(() => (window as Here).violations.splice(0));
    expect(await page.evaluate((each) => (window as Here).probe(each), name)).toBe(outcome);
    if (directive !== null)
      await expect.poll(() => page.evaluate(() => (window as Here).violations)).toContain(directive);
    expect(await page.evaluate(() => (window as Here).inlineRan)).toBeUndefined();
  });
}

test('causes not one packet, whatever it tries', async () => {
  let hits = 0;
  const tcp = net.createServer((socket) => {
    hits += 1;
    socket.on('error', () => undefined);
    socket.destroy();
  });
  const udp = createSocket('udp4', () => {
    hits += 1;
  });
  for (const socket of [tcp, udp]) socket.on('error', () => undefined);
  try {
    tcp.listen(0, '127.0.0.1');
    await once(tcp, 'listening');
    const { port } = tcp.address() as net.AddressInfo;
    udp.bind(port, '127.0.0.1');
    await once(udp, 'listening');
    expect(await page.evaluate((at) => (window as Here).reach(at), port)).toBeGreaterThan(20);
    expect(hits).toBe(0);
    // The canary itself is alive.
    net.connect(port, '127.0.0.1').on('error', () => undefined);
    await expect.poll(() => hits).toBe(1);
  } finally {
    tcp.close();
    udp.close();
  }
});

/** Ways to another document. The Chromium shell comes back from the last two; Electron never leaves for them. */
const LEAVING: readonly (readonly [string, string])[] = [
  ['an address', "location.href = 'https://example.com/'"],
  ['an address of this machine', "location.href = 'http://127.0.0.1:1/'"],
  ['another file of ours', "location.href = '/assets/index.js'"],
  ['a file', "location.href = 'file:///etc/hosts'"],
  ['the browser’s own pages', "location.href = 'chrome://version/'"],
  ['the source of a page', "location.href = 'view-source:https://example.com/'"],
  ['a data document', "location.href = 'data:text/html,x'"],
  ['a script address', "location.href = 'javascript:window.scriptRan = true'"],
  [
    'a link',
    "const a = document.createElement('a'); a.href = 'https://example.com/'; document.body.append(a); a.click()",
  ],
  [
    'a link to a new window',
    "const a = document.createElement('a'); a.href = '/'; a.target = '_blank'; document.body.append(a); a.click()",
  ],
  [
    'a form',
    "const form = document.createElement('form'); form.action = 'https://example.com/'; document.body.append(form); form.submit()",
  ],
  [
    'a refresh',
    "const meta = document.createElement('meta'); meta.httpEquiv = 'refresh'; meta.content = '0; url=https://example.com/'; document.head.append(meta)",
  ],
  ['a window of its own', "window.open('https://example.com/'); window.open('about:blank')"],
];
const LEAVING_ELECTRON: readonly (readonly [string, string])[] = [
  ['an empty document', "location.href = 'about:blank'"],
  ['a blob document', "location.href = URL.createObjectURL(new Blob(['x'], { type: 'text/html' }))"],
];

test('stays the same document in the only window, whatever it tries', async () => {
  await page.evaluate(() => {
    (window as Here).marker = 'same document';
  });
  for (const [what, script] of app.shell === 'electron' ? [...LEAVING, ...LEAVING_ELECTRON] : LEAVING) {
    await test.step(what, async () => {
      await page.evaluate(`setTimeout(() => { ${script} }); undefined`);
      // Two frames and a way to main and back: what was asked for before has been answered by then.
      const after = await page.evaluate(async () => {
        for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
        const { ok } = await window.adyton.app.describe({});
        const { marker, scriptRan } = window as Here;
        return [ok, marker, scriptRan, location.href];
      });
      expect(after).toEqual([true, 'same document', undefined, home]);
    });
  }
  await expect.poll(() => page.context().pages().length).toBe(1);
  expect(page.url()).toBe(home);
});

const PERMISSIONS = [
  ...['accelerometer', 'background-sync', 'camera', 'clipboard-read', 'display-capture', 'geolocation', 'gyroscope'],
  ...['idle-detection', 'local-fonts', 'magnetometer', 'microphone', 'midi', 'nfc', 'notifications', 'payment-handler'],
  ...['persistent-storage', 'push', 'screen-wake-lock', 'storage-access', 'window-management'],
];

test('is granted nothing but writing plain text to the clipboard', async () => {
  const states = await page.evaluate(
    async (names) => {
      const query = async (name: string): Promise<[string, string]> => {
        // Names that this engine does not know are refused too.
        const options = { name, userVisibleOnly: true } as unknown as PermissionDescriptor;
        return [
          name,
          await navigator.permissions.query(options).then(
            ({ state }) => state,
            () => 'denied',
          ),
        ];
      };
      return Object.fromEntries(await Promise.all(names.map(query)));
    },
    [...PERMISSIONS, 'clipboard-write'],
  );
  const granted = Object.entries(states).filter(([, state]) => state === 'granted');
  expect(granted).toEqual([['clipboard-write', 'granted']]);
});

test('reaches main from its own frame only', async () => {
  const kinds = await page.evaluate(() => {
    const frame = document.createElement('iframe');
    document.body.append(frame);
    const inside = frame.contentWindow as unknown as Record<string, unknown> | null;
    const found = ['adyton', 'adytonHost', 'adytonReceive', 'require'].map((name) => typeof inside?.[name]);
    frame.remove();
    return [inside === null, ...found];
  });
  expect(kinds).toEqual([false, 'undefined', 'undefined', 'undefined', 'undefined']);
});
