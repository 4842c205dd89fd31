/**
 * `npm start`: builds what is stale, chooses a shell, opens the terminal.
 *
 * Invariants  Ends in a running terminal: where no window can open on Linux, it runs headless and prints why.
 * Errors      Exit code 2 for a wrong option, 1 for a start that failed; each message says what to do.
 */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { keepMemoryOutOfDumps, watchForCrashes } from '#main/shell/crash.ts';
import { chooseCacheFolder, makePrivateFolder } from '#main/shell/folders.ts';
import {
  isStartError,
  NEEDS_ELECTRON,
  parseStartOptions,
  StartError,
  type StartOptions,
  USAGE,
  USAGE_LINE,
} from '#main/shell/startOptions.ts';
import { describeFailure } from './describeFailure.ts';
import { fitToDisplay, NO_DISPLAY } from './display.ts';
import { fetchElectron, findElectron, readFailure } from './electronBinary.ts';
import { ensureFreshBuild } from './freshBuild.ts';
import { checkPackages } from './missingPackages.ts';

const root = path.resolve(import.meta.dirname, '../..');
/** An Electron that fails within this time never showed a window, in ms. */
const STARTUP_MS = 5_000;
const ENDING_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** They would weaken or leak the encryption of every connection of this process. */
const DANGEROUS_VARIABLES = [
  'NODE_TLS_REJECT_UNAUTHORIZED',
  'SSLKEYLOGFILE',
  'NODE_EXTRA_CA_CERTS',
  'NODE_USE_ENV_PROXY',
];

const print = (line: string) => {
  process.stdout.write(`${line}\n`);
};

/** Path of Electron's binary, or null after printing why there is none. */
async function chooseElectron(options: StartOptions, cacheFolder: string): Promise<string | null> {
  if (options.headless || options.shell === 'chromium' || options.browser !== null) return null;
  if (process.getuid?.() === 0) {
    print('Running as root: Electron has no sandbox then, so the Chromium shell opens');
    return null;
  }
  const found = await findElectron(root);
  if (found !== null) return found;
  const lastFailure = options.fetchElectron ? null : await readFailure(root, cacheFolder);
  if (lastFailure !== null) {
    print(`Electron's binary could not be fetched lately (${lastFailure}); npm start -- --fetch-electron tries again`);
    return null;
  }
  const failure = await fetchElectron(root, cacheFolder, print);
  if (failure !== null) print(`Electron's binary could not be fetched: ${failure}`);
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
  if (code !== 0 && performance.now() - startedAt < STARTUP_MS) return null;
  return code ?? 1;
}

/** The browser and the embedded exchange end when their pipes to this process close. */
function endOnCrash(description: string): void {
  process.stderr.write(`${description}\nOpen orders stay at the exchange; the next start reads them again.\n`);
  process.exit(1);
}

async function start(args: readonly string[]): Promise<number> {
  const asked = parseStartOptions(args);
  if (asked.help) {
    print(USAGE);
    return 0;
  }
  for (const name of DANGEROUS_VARIABLES) delete process.env[name];
  const options = fitToDisplay(asked, process);
  if (options.headless && !asked.headless) print(`${NO_DISPLAY}: running headless`);
  checkPackages(root);
  const cacheFolder = await makePrivateFolder(chooseCacheFolder());
  await ensureFreshBuild(root, print);
  const electron = await chooseElectron(options, cacheFolder);
  if (electron !== null) {
    const code = await runElectron(electron, args);
    if (code !== null) return code;
    if (options.network.kind === 'live') throw new StartError('Expected Electron to start, found that it could not', 1);
    print('Electron ended before it showed a window; trying the Chromium shell');
  }
  if (options.network.kind === 'live') throw new StartError(NEEDS_ELECTRON, 1);
  if (options.shell === 'electron') throw new StartError('Expected Electron to start, found that it could not', 1);
  keepMemoryOutOfDumps();
  watchForCrashes({ onException: endOnCrash, onRejection: endOnCrash });
  // Built, because a bundle opens faster than its many modules; imported after the check: its driver is a development package.
  const built = pathToFileURL(path.join(root, 'out/main/chromium.js')).href;
  const { runChromium } = (await import(built)) as typeof import('./chromium.ts');
  return runChromium({ options, root, cacheFolder, print });
}

try {
  process.exit(await start(process.argv.slice(2)));
} catch (error) {
  process.stderr.write(`${describeFailure(error, USAGE_LINE)}\n`);
  process.exit(isStartError(error) ? error.exitCode : 1);
}
