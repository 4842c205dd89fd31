/** Opens the Chromium shell on the fixture page, headless, with the preload scripts built from source. */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { build } from 'vite';
import { openBundle } from '#main/shell/bundle.ts';
import { type BrowserChoice, findInstalledBrowser } from '#main/shell/chromium/browsers.ts';
import { unpackPackagedBrowser } from '#main/shell/chromium/packaged.ts';
import { type ChromiumShell, ORIGIN, openChromiumShell } from '#main/shell/chromium/shell.ts';
import { chooseCacheFolder } from '#main/shell/folders.ts';

import { PRELOAD_DEFINES } from '../../../../../src/cli/preloadDefines.ts';

const root = path.resolve(import.meta.dirname, '../../../../..');

async function buildScript(name: string, folder: string): Promise<void> {
  await build({
    root,
    configFile: false,
    logLevel: 'silent',
    define: PRELOAD_DEFINES,
    build: {
      outDir: folder,
      emptyOutDir: false,
      lib: {
        entry: path.join(root, `src/preload/chromium/${name}.ts`),
        formats: ['cjs'],
        fileName: () => `${name}.cjs`,
      },
    },
  });
}

export interface Fixture {
  readonly folder: string;
  readonly lines: string[];
  /** Headless, or in a window of `browser` where one is given. */
  open(browser?: BrowserChoice): Promise<ChromiumShell>;
  remove(): Promise<void>;
}

export async function makeFixture(): Promise<Fixture> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'adyton-shell-'));
  const preloadFolder = path.join(folder, 'preload');
  await Promise.all([buildScript('page', preloadFolder), buildScript('world', preloadFolder)]);
  const lines: string[] = [];
  const report = (line: string) => {
    lines.push(line);
  };
  const isLinux = process.platform === 'linux';
  const browser = isLinux ? await unpackPackagedBrowser(chooseCacheFolder(), report) : findInstalledBrowser();
  if (browser === null) throw new Error('Expected an installed Chromium, Chrome or Edge, found none');
  return {
    folder,
    lines,
    open: (windowBrowser) =>
      openChromiumShell({
        browser: windowBrowser ?? browser,
        dataFolder: path.join(folder, 'data'),
        serve: openBundle(path.join(import.meta.dirname, 'fixture'), ORIGIN),
        preloadFolder,
        paperEntry: path.join(import.meta.dirname, 'fixture/child.ts'),
        keychainEntry: path.join(import.meta.dirname, 'fixture/child.ts'),
        dryRunEntry: path.join(import.meta.dirname, 'fixture/child.ts'),
        headless: windowBrowser === undefined,
        report,
      }),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
