/** Runs a program of these tests until it kills itself; rejects when it ended in another way. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The programs of one test file are the same: each but the first starts from compiled code, in half the time. */
const compiled = mkdtempSync(join(tmpdir(), 'adyton-compiled-'));
process.once('exit', () => rmSync(compiled, { recursive: true, force: true }));

export function runAndKill<T>(entry: string, setup: T): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      ['--experimental-strip-types', '--no-warnings', entry, JSON.stringify(setup)],
      { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, NODE_COMPILE_CACHE: compiled } },
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
