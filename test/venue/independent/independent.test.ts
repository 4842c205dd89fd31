import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill();
});

/** Runs a script until it ends or prints the expected text; returns its output. */
const run = (args: string[], until?: RegExp): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], { stdio: 'pipe' });
    children.push(child);
    let output = '';
    const append = (part: Buffer): void => {
      output += part.toString();
      if (until?.test(output)) resolve(output);
    };
    child.stdout.on('data', append);
    child.stderr.on('data', append);
    child.on('error', reject);
    // Not on 'exit': the last output may arrive later.
    child.on('close', (code) => (code === 0 ? resolve(output) : reject(new Error(`Ended with ${code}: ${output}`))));
  });

test('an independent client trades on an exchange started from the command line', async () => {
  const server = await run([at('../../../src/cli/paper.ts'), '--seed', '5'], /http:\/\/127\.0\.0\.1:\d+/);
  const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(server)!;
  const output = await run([at('client.ts'), url]);
  expect(output).toContain('wallet: ready');
  expect(output).toMatch(/filled: 5 at 0\.\d\d/);
  expect(output).toMatch(/increments without a gap\ndone\n$/);
});
