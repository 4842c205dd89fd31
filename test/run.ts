/**
 * `npm test`: everything that gates; the last line is `N passed, M failed`.
 *
 * Shape       Linter, each compiler and the build count as one test each.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { countChainFiles, whyNoChain } from './chain/presence.ts';
import { countDisplayTests, findMissingDisplayProgram } from './display/programs.ts';
import { countElectronSpecifications, whyNoElectron } from './electron/presence.ts';
import { countKeychainTests, findMissingProgram } from './keychain/programs.ts';
import { buildPart, compilerParts, lintPart, playwrightPart, root, runStages, vitestPart } from './parts.ts';

const print = (line: string) => {
  process.stdout.write(`${line}\n`);
};

const reports = await mkdtemp(path.join(os.tmpdir(), 'adyton-test-'));
const noElectron = await whyNoElectron(root);
const missingProgram = findMissingProgram();
const noChain = whyNoChain();
const missingDisplay = findMissingDisplayProgram();

const { passed, failed } = await runStages([
  [lintPart, ...compilerParts, buildPart],
  [vitestPart('vitest', reports, ['--project', '!keychain', '--project', '!chaos'])],
  // Alone: on a scaled clock a busy machine exceeds the time-outs.
  [vitestPart('chaos', reports, ['--project', 'chaos'])],
  [playwrightPart('playwright', reports)],
  // Alone: the keychain's library waits two seconds for an answer, which a busy machine exceeds.
  ...(missingProgram === null ? [[vitestPart('keychain', reports, ['--project', 'keychain'])]] : []),
  ...(noElectron === null ? [[playwrightPart('electron', reports, ['-c', 'test/electron'])]] : []),
]);
await rm(reports, { recursive: true, force: true });

if (missingProgram !== null) {
  print(`Not run, not counted: ${countKeychainTests()} tests of the real keychain (${missingProgram} cannot be run)`);
}
if (noChain !== null) {
  print(`Not run, not counted: ${countChainFiles()} files of tests on a local chain (${noChain})`);
}
if (missingDisplay !== null) {
  print(
    `Not run, not counted: ${countDisplayTests()} tests of a window on a display (${missingDisplay} is not installed)`,
  );
}
let unreadable = 0;
if (noElectron !== null) {
  // Specifications that are not run must at least load.
  const count = await countElectronSpecifications(root).catch(() => null);
  unreadable = count === null ? 1 : 0;
  print(`Not run, not counted: ${count ?? 'unreadable'} specifications of Electron (${noElectron})`);
}
print(`${passed} passed, ${failed + unreadable} failed`);
process.exitCode = failed + unreadable === 0 ? 0 : 1;
