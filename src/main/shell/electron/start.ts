/** Entry of the Electron shell: the one module that imports Electron at run time. */
import path from 'node:path';
import {
  app,
  BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  MessageChannelMain,
  Notification,
  powerMonitor,
  protocol,
  screen,
  session,
  utilityProcess,
} from 'electron';
import ElectronStore from 'electron-store';
import { type BuildCheck, checkBuild } from '../buildManifest.ts';
import { keepMemoryOutOfDumps, watchForCrashes } from '../crash.ts';
import { chooseDataFolder } from '../folders.ts';
import { watchLauncher } from '../launcher.ts';
import type { Shell } from '../port.ts';
import { CRASH_EXIT_CODE, parseStartOptions, StartError, type StartNetwork } from '../startOptions.ts';
import type { ElectronParts } from './parts.ts';
import { prepareElectron, readOwnArguments } from './prepare.ts';
import { openElectronShell } from './shell.ts';

const electron: ElectronParts = {
  app,
  BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  MessageChannelMain,
  Notification,
  powerMonitor,
  protocol,
  screen,
  session,
  utilityProcess,
  Store: ElectronStore,
};

export type OpenTerminal = (options: {
  readonly shell: Shell;
  readonly network: StartNetwork;
  readonly version: string;
  readonly build: (() => Promise<BuildCheck>) | null;
  readonly checkFile: string | null;
}) => Promise<{ close(): Promise<void> }>;

const SIGNALS = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const;

const report = (text: string) => {
  process.stderr.write(`${text}\n`);
};

function watch(): void {
  keepMemoryOutOfDumps();
  watchForCrashes({
    onException(text) {
      report(text);
      const advice = 'Open orders stay at the exchange; the next start reads them again.';
      dialog.showErrorBox('Adyton has to close', `${advice}\n\n${text}`);
      app.exit(CRASH_EXIT_CODE);
    },
    onRejection: report,
  });
}

/** Everything up to the first await runs before Electron is ready. */
export async function startElectron(openTerminal: OpenTerminal): Promise<void> {
  watch();
  let quit = (): void => app.quit();
  watchLauncher(process, () => quit());
  try {
    const options = parseStartOptions(readOwnArguments(process.argv, app.isPackaged ? null : app.getAppPath()));
    const isLive = options.network.kind === 'live';
    const dataFolder = options.dataFolder === null ? chooseDataFolder() : path.resolve(options.dataFolder);
    const { argv, env, platform, execPath } = process;
    if (!prepareElectron(electron, { argv, env, platform, execPath, dataFolder, isLive })) return;
    const out = path.resolve(import.meta.dirname, '..');
    const shell = await openElectronShell({
      electron,
      dataFolder,
      rendererFolder: path.join(out, 'renderer'),
      files: {
        preload: path.join(out, 'preload/index.cjs'),
        icon: path.resolve(out, '../resources/icons/512.png'),
      },
      paperFile: path.join(out, 'main/paper.js'),
      keychainFile: path.join(out, 'main/keychain.js'),
      dryRunFile: path.join(out, 'main/dryRun.js'),
      platform: process.platform,
      isLive,
      report,
    });
    quit = () => void shell.quit();
    // On macOS Electron reports a signal as it reports a person who quits: only this tells them apart, once for each signal.
    if (platform === 'darwin') for (const signal of SIGNALS) process.once(signal, quit);
    const { network, checkFile } = options;
    await openTerminal({
      shell,
      network,
      version: app.getVersion(),
      checkFile,
      // A package is checked by its signature.
      build: app.isPackaged ? null : () => checkBuild(path.resolve(out, '..')),
    });
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : 'Expected the terminal to open'}\n`);
    app.exit(error instanceof StartError ? error.exitCode : 1);
  }
}
