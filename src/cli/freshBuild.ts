/** Rebuilds `out/` when the sources differ from those of the last build, by a hash of their contents. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

const STAMP = 'out/stamp.txt';
const SINGLE_FILES = ['electron.vite.config.ts', 'package-lock.json', 'src/cli/dev/scaledSizes.ts'];

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

export async function writeStamp(root: string, hash: string): Promise<void> {
  await writeFile(path.join(root, STAMP), `${hash}\n`);
}

/** Builds unless the last build had the same sources; throws with the bundler's output when that fails. */
export async function ensureFreshBuild(root: string, print: (line: string) => void): Promise<void> {
  const hash = hashSources(root);
  const stamp = await readFile(path.join(root, STAMP), 'utf8').catch(() => '');
  if (stamp.trim() === hash) return;
  const startedAt = performance.now();
  print(stamp === '' ? 'Building Adyton' : 'Building Adyton: the sources have changed');
  const bundler = path.join(root, 'node_modules/electron-vite/bin/electron-vite.js');
  const child = spawn(process.execPath, [bundler, 'build'], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
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
  print(`Built in ${Math.round((performance.now() - startedAt) / 100) / 10} s`);
}
