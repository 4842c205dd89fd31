/** Parts of a test run: programs that are started, timed and counted. */
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '..');

export interface Tally {
  readonly passed: number;
  readonly failed: number;
}

export interface Part {
  readonly name: string;
  /** The first is the file that Node runs. */
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Reads the runner's own report; a part without one counts as one test. */
  readonly count?: () => Promise<Tally>;
  /** True where a run without any test is a success. */
  readonly mayBeEmpty?: boolean;
}

export interface PartResult extends Tally {
  readonly name: string;
  readonly seconds: number;
}

const binary = (file: string) => path.join(root, 'node_modules', file);
const print = (text: string) => {
  process.stdout.write(text);
};

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

export const lintPart: Part = { name: 'format and lint', args: [binary('@biomejs/biome/bin/biome'), 'check', '.'] };

export const compilerParts: readonly Part[] = ['pure', 'node', 'web', 'test'].map((name) => ({
  name: `types: ${name}`,
  args: [binary('typescript/bin/tsc'), '-p', `tsconfig.${name}.json`],
}));

export const buildPart: Part = {
  name: 'build',
  args: [binary('electron-vite/bin/electron-vite.js'), 'build', '--logLevel', 'warn'],
};

/** `reports` is a folder for the runner's report. */
export function vitestPart(name: string, reports: string, args: readonly string[]): Part {
  const report = path.join(reports, `${name}.json`);
  return {
    name,
    args: [
      binary('vitest/vitest.mjs'),
      'run',
      ...args,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    count: () => countVitest(report),
  };
}

/** `reports` is a folder for the runner's report. */
export function playwrightPart(name: string, reports: string, args: readonly string[] = []): Part {
  const report = path.join(reports, `${name}.json`);
  return {
    name,
    args: [binary('@playwright/test/cli.js'), 'test', ...args, '--reporter=list,json'],
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    count: () => countPlaywright(report),
  };
}

/** Runs a part; its output is printed at its end, so that parts can run side by side. */
function run({ args, env }: Part, isAlone: boolean): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [...args], {
      cwd: root,
      stdio: ['ignore', isAlone ? 'inherit' : 'pipe', isAlone ? 'inherit' : 'pipe'],
      env: { ...process.env, NO_COLOR: '1', ...env },
    });
    let output = '';
    const collect = (chunk: Buffer) => {
      output += chunk.toString('utf8');
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    child.on('error', (error) => resolve({ code: 1, output: `${output}${error.message}\n` }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/** A part that failed counts as at least one failure, whatever its report says. */
export async function tally(part: Part, code: number): Promise<Tally> {
  const counted = part.count ? await part.count().catch(() => ({ passed: 0, failed: 0 })) : null;
  if (counted === null) return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  const ranNothing = counted.passed === 0 && part.mayBeEmpty !== true;
  return counted.failed === 0 && (code !== 0 || ranNothing) ? { passed: counted.passed, failed: 1 } : counted;
}

async function runPart(part: Part, isAlone: boolean): Promise<PartResult> {
  if (isAlone) print(`\n== ${part.name}\n`);
  const startedAt = performance.now();
  const { code, output } = await run(part, isAlone);
  const result = { name: part.name, seconds: (performance.now() - startedAt) / 1000, ...(await tally(part, code)) };
  print(`${isAlone ? '' : `\n== ${part.name}\n${output}`}${formatResult(result)}\n`);
  return result;
}

const formatResult = ({ name, seconds, passed, failed }: PartResult): string =>
  `${seconds.toFixed(1).padStart(6)} s  ${name}: ${passed} passed, ${failed} failed`;

/** Runs the stages one after the other, the parts of a stage side by side. */
export async function runStages(stages: readonly (readonly Part[])[]): Promise<Tally> {
  const results: PartResult[] = [];
  for (const parts of stages) {
    results.push(...(await Promise.all(parts.map((part) => runPart(part, parts.length === 1)))));
  }
  print(`\n${results.map(formatResult).join('\n')}\n\n`);
  const sum = (key: 'passed' | 'failed') => results.reduce((total, result) => total + result[key], 0);
  return { passed: sum('passed'), failed: sum('failed') };
}
