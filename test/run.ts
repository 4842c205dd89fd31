/**
 * `npm test`: everything that gates, in order, and one line at the end that adds it up.
 *
 * Shape       Linter, compilers and the build count as one each; the last line is `N passed, M failed`.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { countElectronSpecifications, whyNoElectron } from './electron/presence.ts';
import { countKeychainTests, findMissingProgram } from './keychain/programs.ts';

const root = path.resolve(import.meta.dirname, '..');
const binary = (file: string) => path.join(root, 'node_modules', file);

interface Tally {
  readonly passed: number;
  readonly failed: number;
}

interface Part {
  readonly name: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Counts from the runner's own report; without it the part counts as one. */
  readonly count?: () => Promise<Tally>;
}

function run({ args, env }: Part): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [...args], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, NO_COLOR: '1', ...env },
    });
    child.on('error', () => resolve(1));
    child.on('close', (code) => resolve(code ?? 1));
  });
}

async function readReport(file: string): Promise<Record<string, unknown>> {
  const report: unknown = JSON.parse(await readFile(file, 'utf8'));
  if (report === null || typeof report !== 'object') throw new Error('Expected a report, found none');
  return report as Record<string, unknown>;
}

const asCount = (value: unknown): number => (typeof value === 'number' ? value : 0);

async function countVitest(file: string): Promise<Tally> {
  const report = await readReport(file);
  return { passed: asCount(report.numPassedTests), failed: asCount(report.numFailedTests) };
}

async function countPlaywright(file: string): Promise<Tally> {
  const stats = (await readReport(file)).stats as Record<string, unknown>;
  return { passed: asCount(stats.expected), failed: asCount(stats.unexpected) + asCount(stats.flaky) };
}

/** A part that failed counts as at least one failure, whatever its report says. */
async function tally(part: Part, code: number): Promise<Tally> {
  const counted = part.count ? await part.count().catch(() => ({ passed: 0, failed: 0 })) : null;
  if (counted === null) return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  const isSilent = counted.failed === 0 && (code !== 0 || counted.passed === 0);
  return isSilent ? { passed: counted.passed, failed: 1 } : counted;
}

const temp = await mkdtemp(path.join(os.tmpdir(), 'adyton-test-'));
const playwrightReport = path.join(temp, 'playwright.json');
const electronReport = path.join(temp, 'electron.json');
const noElectron = await whyNoElectron(root);
const compile = (name: string): Part => ({
  name: `types: ${name}`,
  args: [binary('typescript/bin/tsc'), '-p', `tsconfig.${name}.json`],
});
const missing = findMissingProgram();
const vitest = (name: string, projects: string): Part => {
  const report = path.join(temp, `${name}.json`);
  return {
    name,
    args: [
      binary('vitest/vitest.mjs'),
      'run',
      '--project',
      projects,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    count: () => countVitest(report),
  };
};

const parts: readonly Part[] = [
  { name: 'format and lint', args: [binary('@biomejs/biome/bin/biome'), 'check', '.'] },
  ...['pure', 'node', 'web', 'test'].map(compile),
  vitest('vitest', '!keychain'),
  { name: 'build', args: [binary('electron-vite/bin/electron-vite.js'), 'build', '--logLevel', 'warn'] },
  {
    name: 'playwright',
    args: [binary('@playwright/test/cli.js'), 'test', '--reporter=list,json'],
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport },
    count: () => countPlaywright(playwrightReport),
  },
  // By itself: the keychain's library gives a busy machine two seconds, and no more.
  ...(missing === null ? [vitest('keychain', 'keychain')] : []),
  ...(noElectron === null
    ? [
        {
          name: 'electron',
          args: [binary('@playwright/test/cli.js'), 'test', '-c', 'test/electron', '--reporter=list,json'],
          env: { PLAYWRIGHT_JSON_OUTPUT_NAME: electronReport },
          count: () => countPlaywright(electronReport),
        },
      ]
    : []),
];

const say = (line: string) => {
  process.stdout.write(`${line}\n`);
};
const inSeconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

let passed = 0;
let failed = 0;
const lines: string[] = [];
for (const part of parts) {
  say(`\n== ${part.name}`);
  const startedAt = performance.now();
  const result = await tally(part, await run(part));
  passed += result.passed;
  failed += result.failed;
  const words = `${inSeconds(performance.now() - startedAt).padStart(8)}  ${part.name}: ${result.passed} passed, ${result.failed} failed`;
  lines.push(words);
  say(words);
}
await rm(temp, { recursive: true, force: true });
say(`\n${lines.join('\n')}\n`);
if (missing !== null) {
  say(
    `Not run, and not counted: the ${countKeychainTests()} tests of the real keychain, because ${missing} can not be run here\n`,
  );
}
if (noElectron !== null) {
  const count = await countElectronSpecifications(root).catch(() => null);
  // What is not run must at least load.
  if (count === null) failed += 1;
  say(`electron: ${count ?? 'unreadable'} specifications not run: ${noElectron}\n`);
}
say(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
