/** Runs a program of these tests until it kills itself; rejects when it ended in another way. */
import { spawn } from 'node:child_process';

export function runAndKill<T>(entry: string, setup: T): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      ['--experimental-strip-types', '--no-warnings', entry, JSON.stringify(setup)],
      { stdio: ['ignore', 'ignore', 'pipe'] },
    );
    let errors = '';
    child.stderr.on('data', (chunk: Buffer) => {
      errors += chunk.toString('utf8');
    });
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (signal === 'SIGKILL') resolve();
      else reject(new Error(`Expected a killed process, found ${code ?? signal}: ${errors.slice(0, 500)}`));
    });
  });
}
