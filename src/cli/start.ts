/**
 * `npm start`: builds what is stale, chooses a shell, opens the terminal, and leaves nothing behind.
 *
 * Errors      Exit code 2 for words that are not understood, 1 for a start that failed; each says what to do.
 */
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { openTerminal } from '#main/app/terminal.ts';
import { type BrowserChoice, findInstalledBrowser } from '#main/shell/chromium/browsers.ts';
import { unpackPackagedBrowser } from '#main/shell/chromium/packaged.ts';
import { openChromiumShell } from '#main/shell/chromium/shell.ts';
import { keepMemoryOutOfDumps, watchForCrashes } from '#main/shell/crash.ts';
import { chooseCacheFolder, chooseDataFolder, makePrivateFolder } from '#main/shell/folders.ts';
import { NEEDS_ELECTRON, parseStartOptions, StartError, type StartOptions, USAGE } from '#main/shell/startOptions.ts';
import { fetchElectron, findElectron, recallFailure } from './electronBinary.ts';
import { ensureFreshBuild } from './freshBuild.ts';
import { openPictureLoop } from './pictures.ts';

const root = path.resolve(import.meta.dirname, '../..');
const PICTURE_EVERY_MS = 5_000;
const PARENT_POLL_MS = 500;
/** An Electron that ends this soon with an error never showed a window, in ms. */
const STILLBORN_MS = 5_000;
const ENDING_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** They would weaken or leak the encryption of every connection of this process. */
const DANGEROUS_VARIABLES = [
  'NODE_TLS_REJECT_UNAUTHORIZED',
  'SSLKEYLOGFILE',
  'NODE_EXTRA_CA_CERTS',
  'NODE_USE_ENV_PROXY',
];

const say = (line: string) => {
  process.stdout.write(`${line}\n`);
};

const inSeconds = (ms: number) => `${Math.round(ms / 100) / 10} s`;

const NO_DISPLAY = `There is no display on this machine (neither DISPLAY nor WAYLAND_DISPLAY is set).
  npm start -- --headless               runs the terminal without one and writes adyton.png every five seconds
  ssh -X, or xvfb-run -a npm start      gives it one`;

const NO_BROWSER = `Neither Electron's binary nor a Chromium, Chrome or Edge was found.
  npm start -- --fetch-electron         tries again to fetch Electron
  npm start -- --browser FILE           uses a Chromium, Chrome or Edge that is somewhere else
  npm start -- --headless               (Linux) runs in the packaged headless browser and writes adyton.png`;

function hasDisplay(): boolean {
  if (process.platform !== 'linux') return true;
  return Boolean(process.env.DISPLAY ?? process.env.WAYLAND_DISPLAY);
}

async function readVersion(): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  if (manifest !== null && typeof manifest === 'object' && 'version' in manifest) return String(manifest.version);
  throw new Error('Expected a version in package.json, found none');
}

/** Electron's own path, or null with a line that says why not. */
async function chooseElectron(options: StartOptions, cacheFolder: string): Promise<string | null> {
  if (options.headless || options.shell === 'chromium' || options.browser !== null) return null;
  if (process.getuid?.() === 0) {
    say('Running as root: Electron would run without its sandbox, so the Chromium shell opens instead');
    return null;
  }
  const found = await findElectron(root);
  if (found !== null) return found;
  const remembered = options.fetchElectron ? null : await recallFailure(root, cacheFolder);
  if (remembered !== null) {
    say(`Electron's binary could not be fetched lately (${remembered}); npm start -- --fetch-electron tries again`);
    return null;
  }
  const why = await fetchElectron(root, cacheFolder, say);
  if (why !== null) say(`Electron's binary could not be fetched: ${why}`);
  return findElectron(root);
}

/** Runs Electron until it ends; answers its exit code, or null when it never showed a window. */
async function runElectron(binary: string, args: readonly string[]): Promise<number | null> {
  const startedAt = performance.now();
  const child = spawn(binary, [root, ...args], { stdio: 'inherit' });
  const forward = (signal: NodeJS.Signals) => child.kill(signal);
  for (const signal of ENDING_SIGNALS) process.on(signal, forward);
  const code = await new Promise<number | null>((resolve) => {
    child.on('error', () => resolve(null));
    child.on('close', (exitCode, signal) => resolve(signal === null ? exitCode : null));
  });
  for (const signal of ENDING_SIGNALS) process.off(signal, forward);
  if (code !== 0 && performance.now() - startedAt < STILLBORN_MS) return null;
  return code ?? 1;
}

async function chooseBrowser(options: StartOptions, cacheFolder: string): Promise<BrowserChoice> {
  if (options.browser !== null) {
    return { name: path.basename(options.browser), executable: path.resolve(options.browser), env: {} };
  }
  if (options.headless && process.platform === 'linux') return unpackPackagedBrowser(cacheFolder, say);
  const installed = findInstalledBrowser();
  if (installed === null) throw new StartError(NO_BROWSER, 1);
  return installed;
}

/** Waits for a signal, for the window to close, or for the time that `--for` gave; answers what came. */
function waitForEnd(closed: Promise<void>, forSeconds: number | null): Promise<'asked' | 'closed'> {
  return new Promise((resolve) => {
    for (const signal of ENDING_SIGNALS) process.once(signal, () => resolve('asked'));
    void closed.then(() => resolve('closed'));
    if (forSeconds !== null) setTimeout(() => resolve('asked'), forSeconds * 1000);
    // npm may be ended without a word to us: then this process has another parent.
    const { ppid } = process;
    if (process.env.npm_lifecycle_event !== undefined) {
      setInterval(() => process.ppid !== ppid && resolve('asked'), PARENT_POLL_MS).unref();
    }
  });
}

/** The browser and the embedded exchange end when their pipes to this process do. */
function endOnCrash(words: string): void {
  process.stderr.write(`${words}\nOpen orders stay at the exchange; the next start reads them again.\n`);
  process.exit(1);
}

async function runChromium(options: StartOptions, cacheFolder: string): Promise<number> {
  keepMemoryOutOfDumps();
  watchForCrashes({ onException: endOnCrash, onRejection: endOnCrash });
  const browser = await chooseBrowser(options, cacheFolder);
  say(`Opening the Chromium shell in ${browser.name}${options.headless ? ', without a window' : ''}`);
  const shell = await openChromiumShell({
    browser,
    dataFolder: options.dataFolder === null ? chooseDataFolder() : path.resolve(options.dataFolder),
    rendererFolder: path.join(root, 'out/renderer'),
    preloadFolder: path.join(root, 'out/preload'),
    paperEntry: path.join(root, 'src/paper/main.ts'),
    keychainEntry: path.join(root, 'src/main/vault/unlock/keychainProcess.ts'),
    headless: options.headless,
    report: say,
  });
  const ended = waitForEnd(shell.closed, options.forSeconds);
  try {
    let pictures: ReturnType<typeof openPictureLoop> | null = null;
    const terminal = await openTerminal({
      shell,
      network: options.network,
      version: await readVersion(),
      onFirstLiveBook: () => {
        say(`First live book after ${inSeconds(performance.now())}`);
        void pictures?.take();
      },
    });
    if (options.headless) {
      const file = path.resolve('adyton.png');
      say(`Writing ${file} every five seconds; Ctrl-C ends`);
      pictures = openPictureLoop(file, PICTURE_EVERY_MS, () => shell.page().screenshot({ type: 'png' }), say);
      void pictures.take();
    }
    const why = await ended;
    await pictures?.stop();
    await terminal.close();
    if (why === 'asked' || !options.headless) return 0;
    say('The browser ended by itself');
    return 1;
  } finally {
    await shell.quit();
  }
}

async function start(args: readonly string[]): Promise<number> {
  const options = parseStartOptions(args);
  if (options.help) {
    say(USAGE);
    return 0;
  }
  for (const name of DANGEROUS_VARIABLES) delete process.env[name];
  if (!options.headless && !hasDisplay()) throw new StartError(NO_DISPLAY, 1);
  await ensureFreshBuild(root, say);
  const cacheFolder = await makePrivateFolder(chooseCacheFolder());
  const electron = await chooseElectron(options, cacheFolder);
  if (electron !== null) {
    const code = await runElectron(electron, args);
    if (code !== null) return code;
    if (options.network.kind === 'live') throw new StartError('Expected Electron to start, found that it could not', 1);
    say('Electron ended before it showed a window; trying the Chromium shell');
  }
  if (options.network.kind === 'live') throw new StartError(NEEDS_ELECTRON, 1);
  if (options.shell === 'electron') throw new StartError('Expected Electron to start, found that it could not', 1);
  return runChromium(options, cacheFolder);
}

try {
  process.exit(await start(process.argv.slice(2)));
} catch (error) {
  // Our own sentences say what to do; anything else is a fault, whose place matters.
  const isSentence = error instanceof Error && error.message.startsWith('Expected');
  const words =
    error instanceof StartError || isSentence ? error.message : error instanceof Error ? error.stack : error;
  process.stderr.write(`${String(words)}\n`);
  process.exit(error instanceof StartError ? error.exitCode : 1);
}
