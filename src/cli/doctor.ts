/**
 * `npm run doctor -- --base-url … --ws-base-url …`: checks the real client against a server.
 *
 * Shape       One line per check; exit code 0 when nothing FAILED, 1 when something did, 2 for invalid arguments.
 */
import { keepKnownVariables } from '#main/shell/environment.ts';
import { runDoctor } from './doctor/run.ts';
import { startAgain } from './startAgain.ts';

async function run(): Promise<number> {
  const again = await startAgain();
  if (again !== null) return again;
  keepKnownVariables(process.env);
  return runDoctor(process.argv.slice(2), (line) => console.log(line));
}

process.exitCode = await run();
