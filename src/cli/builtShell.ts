/** Opens the headless Chromium shell on the built terminal, for specifications and measurements. */
import path from 'node:path';
import { openBundle } from '#main/shell/bundle.ts';
import { findInstalledBrowser } from '#main/shell/chromium/browsers.ts';
import { unpackPackagedBrowser } from '#main/shell/chromium/packaged.ts';
import { type ChromiumShell, ORIGIN, openChromiumShell } from '#main/shell/chromium/shell.ts';
import { chooseCacheFolder } from '#main/shell/folders.ts';

export interface BuiltShell {
  readonly shell: ChromiumShell;
  readonly browserName: string;
}

/** Throws where neither the packaged browser runs nor one is installed; `root` is the folder of the build, `report` gets what the shell says. */
export async function openBuiltShell(
  root: string,
  dataFolder: string,
  print: (line: string) => void,
  report: (line: string) => void = () => undefined,
): Promise<BuiltShell> {
  const isLinux = process.platform === 'linux';
  const browser = isLinux ? await unpackPackagedBrowser(chooseCacheFolder(), print) : findInstalledBrowser();
  if (browser === null) throw new Error('Expected an installed Chromium, Chrome or Edge, found none');
  const shell = await openChromiumShell({
    browser,
    dataFolder,
    serve: openBundle(path.join(root, 'out/renderer'), ORIGIN),
    preloadFolder: path.join(root, 'out/preload'),
    paperEntry: path.join(root, 'out/main/paper.js'),
    keychainEntry: path.join(root, 'out/main/keychain.js'),
    dryRunEntry: path.join(root, 'out/main/dryRun.js'),
    headless: true,
    report,
  });
  return { shell, browserName: browser.name };
}
