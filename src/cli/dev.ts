/**
 * `npm run dev`: the terminal on the embedded exchange, with the page's modules replaced as their files change.
 *
 * Shape       The options of npm start. A change in main, the preload or the exchange needs a new start.
 */
import path from 'node:path';
import { keepKnownVariables } from '#main/shell/environment.ts';
import { chooseCacheFolder, makePrivateFolder } from '#main/shell/folders.ts';
import { parseStartOptions, StartError, USAGE_LINE } from '#main/shell/startOptions.ts';
import { describeFailure } from './describeFailure.ts';
import { fitToDisplay, NO_DISPLAY } from './display.ts';
import { ensureFreshBuild } from './freshBuild.ts';
import { checkPackages } from './missingPackages.ts';
import { startAgain } from './startAgain.ts';

const root = path.resolve(import.meta.dirname, '../..');
const print = (line: string) => {
  process.stdout.write(`${line}\n`);
};

async function develop(args: readonly string[]): Promise<number> {
  const asked = parseStartOptions(args);
  if (asked.network.kind === 'live' || asked.shell === 'electron') {
    throw new StartError('Expected a paper or test network in the Chromium shell: npm run dev opens no other', 2);
  }
  const again = await startAgain();
  if (again !== null) return again;
  keepKnownVariables(process.env);
  const options = fitToDisplay(asked, process);
  if (options.headless && !asked.headless) print(`${NO_DISPLAY}: running headless`);
  checkPackages(root);
  // The preload scripts and the child processes are the built ones.
  await ensureFreshBuild(root, print);
  const cacheFolder = await makePrivateFolder(chooseCacheFolder());
  const [{ openDevServer }, { runChromium }] = await Promise.all([
    import('./dev/devServer.ts'),
    import('./chromium.ts'),
  ]);
  const server = await openDevServer(root);
  try {
    return await runChromium({ options, root, cacheFolder, print, serve: server.serve, socketUrl: server.socketUrl });
  } finally {
    await server.close();
  }
}

try {
  process.exit(await develop(process.argv.slice(2)));
} catch (error) {
  process.stderr.write(`${describeFailure(error, USAGE_LINE.replaceAll('npm start', 'npm run dev'))}\n`);
  process.exit(error instanceof StartError ? error.exitCode : 1);
}
