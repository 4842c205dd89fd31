/**
 * Rebuilds `out/` when the sources differ from those of the last build, by a hash of their contents.
 *
 * Invariants  Contents are read again where the name, size or time of any source changed since they last had that hash.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { MANIFEST } from '../main/shell/buildManifest.ts';
import { buildChildEnvironment } from '../main/shell/environment.ts';

const STAMP = 'out/stamp.txt';
/** The state of the sources' files that was last found to have the stamp's hash. */
const FILES_STAMP = 'out/files.txt';
/** Where `launch.js` keeps compiled modules; those of an earlier build are never read again. */
const COMPILED = 'out/compiled';
const SINGLE_FILES = ['electron.vite.config.ts', 'package.json', 'package-lock.json', 'src/cli/dev/scaledSizes.ts'];

function listSources(root: string): string[] {
  const entries = readdirSync(path.join(root, 'src'), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .concat(SINGLE_FILES)
    .sort();
}

/** Hash over the names and contents of all sources. Read at once: each start waits for it, and a thousand awaits take longer than the reads. */
export function hashSources(root: string): string {
  const hash = createHash('sha256');
  for (const file of listSources(root)) {
    hash
      .update(`${file}\n`)
      .update(readFileSync(path.join(root, file)))
      .update('\n');
  }
  return hash.digest('hex');
}

/** Digest over the names, sizes and times of all sources: a fifth of the time of reading them. A change sets the second time, whatever the first. */
function describeFiles(root: string): string {
  const hash = createHash('sha256');
  for (const file of listSources(root)) {
    const { size, mtimeMs, ctimeMs } = statSync(path.join(root, file));
    hash.update(`${file} ${size} ${mtimeMs} ${ctimeMs}\n`);
  }
  return hash.digest('hex');
}

export async function writeStamp(root: string, hash: string): Promise<void> {
  await writeFile(path.join(root, STAMP), `${hash}\n`);
}

/** Builds unless the last build had the same sources; throws with the bundler's output when that fails. */
export async function ensureFreshBuild(root: string, print: (line: string) => void): Promise<void> {
  const read = (name: string): Promise<string> => readFile(path.join(root, name), 'utf8').catch(() => '');
  const [found, known] = await Promise.all([read(STAMP), read(FILES_STAMP)]);
  // A build without its manifest cannot be checked.
  const stamp = existsSync(path.join(root, MANIFEST)) ? found : '';
  // Before the contents: a file that changes meanwhile is read again by the next start.
  const files = describeFiles(root);
  if (stamp !== '' && known === `${stamp.trim()} ${files}\n`) return;
  const hash = hashSources(root);
  const keepFiles = (): Promise<void> => writeFile(path.join(root, FILES_STAMP), `${hash} ${files}\n`);
  if (stamp.trim() === hash) return keepFiles();
  const startedAt = performance.now();
  print(stamp === '' ? 'Building Adyton' : 'Building Adyton: the sources have changed');
  await rm(path.join(root, COMPILED), { recursive: true, force: true });
  const bundler = path.join(root, 'node_modules/electron-vite/bin/electron-vite.js');
  const child = spawn(process.execPath, [bundler, 'build'], {
    cwd: root,
    env: buildChildEnvironment(process.env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const collect = (chunk: Buffer) => {
    output = (output + chunk.toString('utf8')).slice(-8000);
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  if (code !== 0) throw new Error(`Expected the build to pass, found:\n${output}`);
  const id = /^Build ([0-9a-f]+)$/m.exec(output)?.[1] ?? 'without an id';
  print(`Built in ${Math.round((performance.now() - startedAt) / 100) / 10} s: build ${id}`);
}
