/**
 * `npm run electron:check`: starts the built program in Electron, lets it check what it assumes, and writes one report.
 *
 *   -- --shell chromium           the same checks in the Chromium shell
 *   -- --out FILE                 the report, electron-check.json by default
 *
 * Shape       Runs `npm start` with a data folder of its own and `--check`. Exit code 0 when every check passed, 1 otherwise.
 * Invariants  Nothing is sent. The report has no secret, no environment and no path of a person.
 * Source      docs/electron.md
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { type CheckReport, redactThisMachine } from '#main/check/checkShell.ts';
import { buildDownloadEnvironment } from '../main/shell/environment.ts';
import { formatReportLines, type WholeReport } from './electronCheck/report.ts';
import { onEndRequest } from './ending.ts';

const root = path.resolve(import.meta.dirname, '../..');
const USAGE = 'Usage: npm run electron:check [-- --shell electron|chromium] [--out FILE]';
const KEPT_LINES = 40;
const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

interface Started {
  readonly exitCode: number | null;
  readonly printed: readonly string[];
}

/** Runs `npm start`, without npm. */
function start(args: readonly string[]): Promise<Started> {
  const options = ['--experimental-strip-types', '--disable-warning=ExperimentalWarning', '--max-semi-space-size=4'];
  const child = spawn(process.execPath, [...options, path.join(root, 'src/cli/launch.js'), ...args], {
    cwd: root,
    // The launcher may fetch Electron.
    env: buildDownloadEnvironment(process.env),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
  });
  const stop = onEndRequest((signal) => child.kill(signal));
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      process.stderr.write(chunk);
      text += chunk.toString('utf8');
    });
  }
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ exitCode: null, printed: [error.message] }));
    child.once('close', (exitCode) => {
      stop();
      const lines = stripVTControlCharacters(text)
        .split('\n')
        .filter((line) => line.trim() !== '');
      resolve({ exitCode, printed: lines.slice(-KEPT_LINES) });
    });
  });
}

function readReport(file: string): CheckReport | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as CheckReport;
  } catch {
    // The program did not come as far as its checks.
    return null;
  }
}

async function check(shell: 'electron' | 'chromium', out: string): Promise<number> {
  const dataFolder = mkdtempSync(path.join(tmpdir(), 'adyton-check-'));
  try {
    const file = path.join(dataFolder, 'checks.json');
    const { exitCode, printed } = await start([
      '--shell',
      shell,
      '--seed',
      '7',
      '--data-dir',
      dataFolder,
      '--check',
      file,
    ]);
    const redact = redactThisMachine(dataFolder);
    const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
      readonly version: string;
    };
    const report: WholeReport = {
      program: version,
      shell,
      platform: process.platform,
      start: { exitCode, printed: printed.map(redact) },
      checks: readReport(file),
    };
    writeFileSync(out, `${JSON.stringify(report, null, 2)}\n`);
    const { lines, isPassed } = formatReportLines(report);
    for (const line of lines) print(line);
    print(`The report is in ${out}; it has no secret, and nothing was sent`);
    return isPassed ? 0 : 1;
  } finally {
    rmSync(dataFolder, { recursive: true, force: true, maxRetries: 5 });
  }
}

try {
  const { values } = parseArgs({ options: { shell: { type: 'string' }, out: { type: 'string' } } });
  const { shell = 'electron', out = 'electron-check.json' } = values;
  if (shell !== 'electron' && shell !== 'chromium') throw new Error('Expected electron or chromium after --shell');
  process.exitCode = await check(shell, path.resolve(out));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${USAGE}\n`);
  process.exitCode = 2;
}
