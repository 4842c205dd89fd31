/**
 * `npm start`: builds what is stale, chooses a shell, opens the terminal.
 *
 * Invariants  Ends in a running terminal: where no window can open on Linux, it runs headless and prints why.
 * Errors      Exit code 2 for a wrong option, 1 for a start that failed; each message says what to do.
 */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type BuildCheck, checkBuild, MANIFEST } from '#main/shell/buildManifest.ts';
import { keepMemoryOutOfDumps, watchForCrashes } from '#main/shell/crash.ts';
import { keepKnownVariables } from '#main/shell/environment.ts';
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
import { runElectron } from './electronRun.ts';
import { adviseOnSandbox } from './electronSandbox.ts';
import { ensureFreshBuild } from './freshBuild.ts';
import { checkPackages } from './missingPackages.ts';
import { startAgain } from './startAgain.ts';

const root = path.resolve(import.meta.dirname, '../..');

type Environment = Readonly<Record<string, string | undefined>>;

const print = (line: string) => {
  process.stdout.write(`${line}\n`);
};

/** Path of Electron's binary, or null after printing why there is none. */
async function chooseElectron(options: StartOptions, cacheFolder: string, env: Environment): Promise<string | null> {
  if (options.headless || options.shell === 'chromium' || options.browser !== null) return null;
  if (process.getuid?.() === 0) {
    print('Running as root: Electron has no sandbox then, so the Chromium shell opens');
    return null;
  }
  const found = await findElectron(root, env);
  if (found !== null) return found;
  const lastFailure = options.fetchElectron ? null : await readFailure(root, cacheFolder);
  if (lastFailure !== null) {
    print(`Electron's binary could not be fetched lately (${lastFailure}); npm start -- --fetch-electron tries again`);
    return null;
  }
  const failure = await fetchElectron({ root, cacheFolder, env, print });
  if (failure !== null) print(`Electron's binary could not be fetched: ${failure}`);
  return findElectron(root, env);
}

/** Exit code of the terminal in Electron; null after printing why it cannot run there. */
async function openInElectron(
  binary: string,
  options: StartOptions,
  args: readonly string[],
  env: Environment,
): Promise<number | null> {
  const advice = adviseOnSandbox(binary);
  const end = advice === null ? await runElectron({ binary, root, args, env }) : null;
  if (end?.kind === 'ended') return end.exitCode;
  const reason = advice ?? `Expected Electron to start, found ${end?.found}`;
  if (options.network.kind === 'live' || options.shell === 'electron') throw new StartError(reason, 1);
  print(`${reason}\nTrying the Chromium shell`);
  return null;
}

/** The browser and the embedded exchange end when their pipes to this process close. */
function endOnCrash(description: string): void {
  process.stderr.write(`${description}\nOpen orders stay at the exchange; the next start reads them again.\n`);
  process.exit(1);
}

/** Files that an error names. */
const MAX_NAMED = 5;

/** Throws where a file is not as it was built: nothing of the build has run yet. */
function requireChecked(check: BuildCheck): void {
  const changed = check.at === 'missing' ? [MANIFEST] : check.changed;
  if (changed.length === 0) return;
  const rest = changed.length > MAX_NAMED ? ` and ${changed.length - MAX_NAMED} more` : '';
  throw new StartError(
    `Files of Adyton are not as they were built: ${changed.slice(0, MAX_NAMED).join(', ')}${rest}.
  npm ci             installs the packages again
  npm run build      builds the program again from its sources`,
    1,
  );
}

async function start(args: readonly string[]): Promise<number> {
  const asked = parseStartOptions(args);
  if (asked.help) {
    print(USAGE);
    return 0;
  }
  const again = await startAgain();
  if (again !== null) return again;
  // For the installer of Electron: a download needs the person's proxy and certificates.
  const env = { ...process.env };
  keepKnownVariables(process.env);
  const options = fitToDisplay(asked, process);
  if (options.headless && !asked.headless) print(`${NO_DISPLAY}: running headless`);
  checkPackages(root);
  const cacheFolder = await makePrivateFolder(chooseCacheFolder());
  await ensureFreshBuild(root, print);
  requireChecked(await checkBuild(root));
  const electron = await chooseElectron(options, cacheFolder, env);
  if (electron !== null) {
    const code = await openInElectron(electron, options, args, env);
    if (code !== null) return code;
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
