/** Runs the terminal in the Chromium shell until its window closes, a signal arrives or its time is over. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { openEarlyParts } from '#main/app/startEarly.ts';
import { checkBuild } from '#main/shell/buildManifest.ts';
import { openBundle } from '#main/shell/bundle.ts';
import { type BrowserChoice, findInstalledBrowser } from '#main/shell/chromium/browsers.ts';
import type { LaunchedBrowser } from '#main/shell/chromium/launch.ts';
import { unpackPackagedBrowser } from '#main/shell/chromium/packaged.ts';
import { ORIGIN, prepareChromiumShell, type ShellParts } from '#main/shell/chromium/shell.ts';
import { chooseDataFolder, makePrivateFolder } from '#main/shell/folders.ts';
import { StartError, type StartOptions } from '#main/shell/startOptions.ts';
import { describeError } from '#shared/base/describeError.ts';
import { onEndRequest } from './ending.ts';
import { openPictureLoop } from './pictures.ts';

const PICTURE_EVERY_MS = 5_000;

const NO_BROWSER = `Neither Electron's binary nor a Chromium, Chrome or Edge was found.
  npm start -- --fetch-electron         tries again to fetch Electron
  npm start -- --browser FILE           uses a Chromium, Chrome or Edge in another folder`;

export interface RunOptions {
  readonly options: StartOptions;
  /** Folder of the clone. */
  readonly root: string;
  readonly cacheFolder: string;
  print(line: string): void;
  /** Serves the page's files; the built ones by default. */
  readonly serve?: ShellParts['serve'];
  readonly socketUrl?: NonNullable<ShellParts['socketUrl']>;
}

const inSeconds = (ms: number) => `${Math.round(ms / 100) / 10} s`;

async function readVersion(root: string): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  if (manifest !== null && typeof manifest === 'object' && 'version' in manifest) return String(manifest.version);
  throw new Error('Expected a version in package.json, found none');
}

/** The browser of `--browser`, else an installed one for a window, else null. */
function chooseWindowBrowser({ browser }: StartOptions): BrowserChoice | null {
  if (browser === null) return findInstalledBrowser();
  return { name: path.basename(browser), executable: path.resolve(browser), env: {} };
}

/** Launches the browser that the options ask for, else the packaged one without a window. */
async function launch(
  { options, cacheFolder, print }: RunOptions,
  dataFolder: string,
  onProcess: () => void,
): Promise<LaunchedBrowser> {
  // Reading its driver takes longer than anything else of a start.
  const { BrowserError, launchBrowser } = await import('#main/shell/chromium/launch.ts');
  const open = (browser: BrowserChoice, headless: boolean) => {
    print(`Opening the Chromium shell in ${browser.name}${headless ? ', without a window' : ''}`);
    return launchBrowser({ browser, dataFolder, headless, report: print, onProcess });
  };
  const canRunPackaged = process.platform === 'linux' && options.browser === null;
  if (!options.headless) {
    const browser = chooseWindowBrowser(options);
    if (browser === null && !canRunPackaged) throw new StartError(NO_BROWSER, 1);
    try {
      if (browser !== null) return await open(browser, false);
      print('No Chromium, Chrome or Edge found: running headless; npm start -- --browser FILE uses another browser');
    } catch (error) {
      if (!canRunPackaged || !(error instanceof BrowserError)) throw error;
      print(`${describeError(error)}: running headless`);
    }
  }
  const browser = canRunPackaged ? await unpackPackagedBrowser(cacheFolder, print) : chooseWindowBrowser(options);
  if (browser === null) throw new StartError(NO_BROWSER, 1);
  return open(browser, true);
}

/** Path of the pictures: in the program's own folder unless one was asked for. */
async function choosePicture({ picture }: StartOptions, dataFolder: string): Promise<string> {
  if (picture !== null) return path.resolve(picture);
  return path.join(await makePrivateFolder(path.join(dataFolder, 'pictures')), 'adyton.png');
}

/** Settles at a signal, when the window closes, or after `--for`; answers which. */
function waitForEnd(closed: Promise<void>, forSeconds: number | null): Promise<'asked' | 'closed'> {
  return new Promise((resolve) => {
    // Listens to the end of the process: a second Ctrl-C would otherwise end it in the middle of its quit.
    onEndRequest(() => resolve('asked'));
    void closed.then(() => resolve('closed'));
    if (forSeconds !== null) setTimeout(() => resolve('asked'), forSeconds * 1000);
  });
}

/**
 * Answers the exit code. The slow parts of a start run beside each other: the exchange's process, the browser's, and reading
 * the terminal's modules.
 */
export async function runChromium(run: RunOptions): Promise<number> {
  const { options, root, print, serve, socketUrl } = run;
  const { shell, launch: launchShell } = await prepareChromiumShell({
    dataFolder: options.dataFolder === null ? chooseDataFolder() : path.resolve(options.dataFolder),
    serve: serve ?? openBundle(path.join(root, 'out/renderer'), ORIGIN),
    ...(socketUrl === undefined ? {} : { socketUrl }),
    preloadFolder: path.join(root, 'out/preload'),
    paperEntry: path.join(root, 'out/main/paper.js'),
    keychainEntry: path.join(root, 'out/main/keychain.js'),
    dryRunEntry: path.join(root, 'out/main/dryRun.js'),
    report: print,
  });
  try {
    const first = openEarlyParts(shell, options.network);
    const created = Promise.withResolvers<void>();
    const launching = launchShell((dataFolder) => launch(run, dataFolder, created.resolve));
    await Promise.race([created.promise, launching]);
    const { openTerminal } = await import('#main/app/terminal.ts');
    // After the terminal's modules: one of conf's repeats the signal it gets, which ends the process where it is the last listener.
    const ended = waitForEnd(shell.closed, options.forSeconds);
    let pictures: ReturnType<typeof openPictureLoop> | null = null;
    const opening = openTerminal({
      shell,
      network: options.network,
      version: await readVersion(root),
      first,
      // The page of a development server is another one with each change.
      build: serve === undefined ? () => checkBuild(root) : null,
      onFirstLiveBook: () => {
        print(`First live book after ${inSeconds(performance.now())}`);
        void pictures?.write();
      },
    });
    opening.catch(() => undefined);
    const headless = await launching;
    const terminal = await opening;
    if (headless) {
      const file = await choosePicture(options, shell.dataFolder);
      print(`Writing ${file} every five seconds; Ctrl-C ends`);
      pictures = openPictureLoop(file, PICTURE_EVERY_MS, () => shell.page().screenshot({ type: 'png' }), print);
      void pictures.write();
    }
    if (options.checkFile !== null) {
      const { checkShell } = await import('#main/check/checkShell.ts');
      await checkShell(shell, path.resolve(options.checkFile));
      await terminal.close();
      return 0;
    }
    const end = await ended;
    await pictures?.stop();
    await terminal.close();
    if (end === 'asked' || !headless) return 0;
    print('The browser ended by itself');
    return 1;
  } finally {
    await shell.quit();
  }
}
