/**
 * `npm run doctor -- --base-url … --ws-base-url …`: checks the real client against a server.
 *
 * Shape       One line per check; exit code 0 when nothing FAILED, 1 when something did, 2 for invalid arguments.
 */
import { runDoctor } from './doctor/run.ts';

process.exitCode = await runDoctor(process.argv.slice(2), (line) => console.log(line));
