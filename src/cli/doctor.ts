/**
 * `npm run doctor -- --base-url … --ws-base-url …`: runs the real client headless against a server and says what works.
 *
 * Shape       A line per check; exit code 0 when nothing FAILED, else 1; 2 for arguments that can't be used.
 */
import { runDoctor } from './doctor/run.ts';

process.exitCode = await runDoctor(process.argv.slice(2), (line) => console.log(line));
