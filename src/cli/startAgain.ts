/**
 * Starts this command again without the variables that Node reads before the first line of a program.
 *
 * Shape       NODE_OPTIONS loads modules, and NODE_DEBUG prints the headers of requests, with their keys: removing them later is too late.
 * Source      docs/decisions/0043-what-runs.md
 */
import { spawn } from 'node:child_process';
import { listReadAtStart } from '#main/shell/environment.ts';
import { onEndRequest } from './ending.ts';

/** Exit code of the command that was started again; null where there is nothing to remove. */
export async function startAgain(): Promise<number | null> {
  const names = listReadAtStart(process.env);
  if (names.length === 0) return null;
  process.stderr.write(`Starting again without ${names.join(', ')}, which would change what runs or is printed\n`);
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !names.includes(name)));
  const child = spawn(process.execPath, [...process.execArgv, ...process.argv.slice(1)], { env, stdio: 'inherit' });
  const stop = onEndRequest((signal) => void child.kill(signal));
  try {
    return await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (code) => resolve(code ?? 1));
    });
  } finally {
    stop();
  }
}
