import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import vm from 'node:vm';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { INVOKE_CHANNEL, PORT_CHANNEL, PORT_MESSAGE } from '#shared/ipc/channels.ts';
import { COMMAND_NAMES } from '#shared/ipc/commands.ts';
import { PRELOAD_DEFINES } from '../../../src/cli/preloadDefines.ts';

const root = path.resolve(import.meta.dirname, '../../..');
let folder = '';
let source = '';

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'adyton-preload-'));
  await build({
    root,
    configFile: false,
    logLevel: 'silent',
    define: PRELOAD_DEFINES,
    build: {
      outDir: folder,
      lib: { entry: path.join(root, 'src/preload/index.ts'), formats: ['cjs'], fileName: () => 'index.cjs' },
      rollupOptions: { external: ['electron'] },
    },
  });
  source = await readFile(path.join(folder, 'index.cjs'), 'utf8');
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs the built preload as a sandboxed one: `require` knows electron and nothing else. */
function runPreload() {
  const exposed: Record<string, unknown> = {};
  const invoked: unknown[][] = [];
  const posted: unknown[][] = [];
  const listeners: Record<string, (event: { ports: unknown[] }) => void> = {};
  const electron = {
    contextBridge: {
      exposeInMainWorld: (name: string, api: unknown) => {
        exposed[name] = api;
      },
    },
    ipcRenderer: {
      invoke: async (...args: unknown[]) => {
        invoked.push(args);
        return '{"ok":true,"value":null}';
      },
      once: (channel: string, listener: (event: { ports: unknown[] }) => void) => {
        listeners[channel] = listener;
      },
    },
  };
  vm.runInNewContext(source, {
    require: (name: string) => {
      if (name !== 'electron') throw new Error(`module not found: ${name}`);
      return electron;
    },
    module: { exports: {} },
    exports: {},
    document: { readyState: 'complete' },
    postMessage: (...args: unknown[]) => posted.push(args),
  });
  return { exposed, invoked, posted, listeners };
}

describe('the preload of Electron', () => {
  it('is one file that requires electron only', async () => {
    expect(await readdir(folder)).toEqual(['index.cjs']);
    expect([...source.matchAll(/\brequire\(([^)]*)\)/g)].map(([, name]) => name)).toEqual(['"electron"']);
    expect(source).not.toMatch(/\bimport\s*\(|\bimport\s+[{*\w]/);
  });

  it('exposes one name, whose functions call the one channel with a command and text', async () => {
    const { exposed, invoked } = runPreload();
    expect(Object.keys(exposed)).toEqual(['adyton']);
    const surface = exposed.adyton as Record<string, Record<string, (input: unknown) => Promise<unknown>>>;
    for (const name of COMMAND_NAMES) {
      const [area, verb] = name.split('.') as [string, string];
      await surface[area]?.[verb]?.({ a: 1 });
    }
    expect(invoked).toEqual(COMMAND_NAMES.map((name) => [INVOKE_CHANNEL, name, '{"a":1}']));
  });

  it('passes on the port and nothing else of the event', () => {
    const { listeners, posted } = runPreload();
    listeners[PORT_CHANNEL]?.({ ports: ['port'] });
    expect(posted).toEqual([[PORT_MESSAGE, '*', ['port']]]);
    listeners[PORT_CHANNEL]?.({ ports: [] });
    expect(posted).toHaveLength(1);
  });
});
