/**
 * The real start crashes with an open vault: nothing that it prints, and no file that it leaves, has a secret.
 *
 * Source      docs/security-coverage.md#r33
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@playwright/test';
import { ensureFreshBuild } from '../../src/cli/freshBuild.ts';
import { buildPatterns, findSecrets, secretText } from '../security/findSecrets.ts';
import { CANARY_KEY, CANARY_PASSWORD, type CrashWay } from './crashSecrets.ts';
import { root } from './launch.ts';
import { longIf } from './long.ts';

const PATTERNS = buildPatterns([
  secretText('password', CANARY_PASSWORD),
  { name: 'own key', bytes: Buffer.from(CANARY_KEY, 'hex') },
]);

interface Crash {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly printed: string;
}

/** Runs `npm start`'s own program in a folder of its own, with core dumps allowed where the program keeps memory out of them. */
async function crash(folder: string, way: CrashWay): Promise<Crash> {
  const words = [
    '--experimental-strip-types',
    '--disable-warning=ExperimentalWarning',
    `--import=${pathToFileURL(path.join(root, 'test/app/crashDriver.ts')).href}`,
    path.join(root, 'src/cli/launch.js'),
    ...['--headless', '--shell', 'chromium', '--data-dir', path.join(folder, 'data')],
  ];
  const [command, args] =
    process.platform === 'linux'
      ? ['sh', ['-c', 'ulimit -c unlimited 2>/dev/null; exec "$0" "$@"', process.execPath, ...words]]
      : [process.execPath, words];
  const temporary = { TMPDIR: folder, TEMP: folder, TMP: folder };
  const child = spawn(command, args, {
    cwd: folder,
    // On macOS the path of the browser's socket, which is made there, would grow too long.
    env: { ...process.env, ...(process.platform === 'darwin' ? {} : temporary), ADYTON_CRASH: way },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString('latin1');
    });
  }
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal, printed }));
  });
}

async function readFiles(folder: string): Promise<{ readonly name: string; readonly bytes: Buffer }[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  return Promise.all(
    files.map(async (file) => ({
      name: path.relative(folder, file),
      bytes: await readFile(file).catch(() => Buffer.alloc(0)),
    })),
  );
}

const WAYS: readonly (readonly [CrashWay, string])[] = [
  ['abort', 'aborts'],
  // Windows has no such signal to send.
  ...(process.platform === 'win32' ? [] : ([['fault', 'touches memory that it must not']] as const)),
  ['exception', 'throws an error that quotes a secret'],
  ['rejection', 'breaks a promise with an error that quotes a secret'],
];

test.beforeAll(() => ensureFreshBuild(root, (line) => void process.stdout.write(`${line}\n`)));

for (const [way, what] of WAYS) {
  // One fault of the process and one of the program are enough for every run.
  test(
    `leaves no secret in print or on disk when main ${what}`,
    longIf(way === 'fault' || way === 'rejection'),
    async () => {
      const folder = await mkdtemp(path.join(os.tmpdir(), 'adyton-crash-'));
      try {
        const { code, printed } = await crash(folder, way);
        expect(printed).toContain('crashing');
        expect(code).not.toBe(0);
        if (way === 'exception') expect(printed).toContain('Adyton failed: SyntaxError');
        expect(findSecrets(Buffer.from(printed, 'latin1'), PATTERNS)).toEqual([]);
        const files = await readFiles(folder);
        expect(files.map(({ name }) => path.basename(name))).toEqual(
          expect.arrayContaining(['vault.json', 'journal.sqlite']),
        );
        expect(
          files.map(({ name }) => name).filter((name) => /\.(dmp|mdmp|heapsnapshot)$|report\..*\.json$/.test(name)),
        ).toEqual([]);
        const found = files.flatMap(({ name, bytes }) =>
          findSecrets(bytes, PATTERNS).map((each) => `${name}: ${each}`),
        );
        expect(found).toEqual([]);
      } finally {
        await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
      }
    },
  );
}
