/** Runs a stand-in for Electron's binary as `npm start` does, and prints how it ended. */
import { runElectron } from '../../../../src/cli/electronRun.ts';

const [binary = '', root = '', ...args] = process.argv.slice(2);
const end = await runElectron({ binary, root, args, env: process.env });
process.stdout.write(`end ${JSON.stringify(end)}\n`);
process.exit(0);
