/**
 * Electron's binary: finds it, or downloads it with Electron's installer.
 *
 * Invariants  Electron's module is never imported from Node: it downloads synchronously, without a time limit.
 * Errors      Never throws: a failed download answers its reason, which is stored so that the next start does not wait.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buildDownloadEnvironment } from '#main/shell/environment.ts';

/** A download without a new byte for this long fails, in ms. */
const STALL_MS = 30_000;
const POLL_MS = 500;
/** How long a stored failure is valid, in ms. */
const FAILURE_VALID_MS = 60 * 60 * 1000;

/**
 * Loaded before the installer, which prints a failed request as "fetch failed" and leaves the cause out: an unknown host, a
 * certificate, a refused connection.
 */
const EXPLAIN_FETCH = `
const { fetch } = globalThis;
globalThis.fetch = async (url, options) => {
  try {
    return await fetch(url, options);
  } catch (error) {
    const words = [];
    for (let one = error; one && words.length < 4; one = one.cause ?? one.errors?.[0]) {
      const text = one.message || one.code;
      if (text && !words.includes(text)) words.push(text);
    }
    throw new Error(new URL(url).host + ': ' + words.join(': '));
  }
};`;

type Environment = Readonly<Record<string, string | undefined>>;

export async function findElectron(root: string, env: Environment = process.env): Promise<string | null> {
  const folder = path.join(root, 'node_modules/electron');
  const name = await readFile(path.join(folder, 'path.txt'), 'utf8').catch(() => null);
  if (name === null) return null;
  const file = path.join(env.ELECTRON_OVERRIDE_DIST_PATH ?? path.join(folder, 'dist'), name.trim());
  return existsSync(file) ? file : null;
}

async function failureFile(root: string, cacheFolder: string): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(path.join(root, 'node_modules/electron/package.json'), 'utf8'));
  const version = manifest !== null && typeof manifest === 'object' && 'version' in manifest ? manifest.version : '';
  return path.join(cacheFolder, `electron-${String(version)}-not-fetched.txt`);
}

/** Reason of a recent failed download, or null. */
export async function readFailure(root: string, cacheFolder: string): Promise<string | null> {
  const file = await failureFile(root, cacheFolder);
  const found = await stat(file).catch(() => null);
  if (found === null || Date.now() - found.mtimeMs > FAILURE_VALID_MS) return null;
  return (await readFile(file, 'utf8').catch(() => '')).trim() || null;
}

async function countBytes(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  let bytes = 0;
  for (const entry of entries) {
    if (entry.isFile()) bytes += (await stat(path.join(entry.parentPath, entry.name)).catch(() => null))?.size ?? 0;
  }
  return bytes;
}

/** The line that says what failed; Node's warnings come before it. */
function findReason(errorOutput: string): string {
  const lines = errorOutput
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^\((node:\d+\)|Use )/.test(line));
  const reason = lines.find((line) => /error/i.test(line)) ?? lines[0] ?? 'the installer failed';
  return reason.replace(/^Error: /, '').slice(0, 300);
}

export interface ElectronFetch {
  readonly root: string;
  readonly cacheFolder: string;
  /** The person's environment: of it the installer gets their proxy and certificates, since the archive is checked by its sum. */
  readonly env: Environment;
  print(line: string): void;
  readonly stallMs?: number;
}

/** Runs the installer; answers null on success, else the reason of the failure. */
async function runInstaller(
  { root, env, print, stallMs = STALL_MS }: ElectronFetch,
  temp: string,
): Promise<string | null> {
  const explain = `data:text/javascript,${encodeURIComponent(EXPLAIN_FETCH)}`;
  // The installer downloads into the temporary folder, where its progress can be measured.
  const installerEnv = buildDownloadEnvironment(env, { TMPDIR: temp, TEMP: temp, TMP: temp });
  const child = spawn(process.execPath, ['--import', explain, path.join(root, 'node_modules/electron/install.js')], {
    cwd: root,
    env: installerEnv,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errorOutput = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errorOutput = (errorOutput + chunk.toString('utf8')).slice(-4000);
  });
  const ended = new Promise<number | null>((resolve) => {
    child.on('error', () => resolve(null));
    child.on('close', resolve);
  });
  let isRunning = true;
  void ended.then(() => {
    isRunning = false;
  });
  const dist = path.join(root, 'node_modules/electron/dist');
  let bytes = 0;
  let printedMegabytes = 0;
  let lastGrowthAt = performance.now();
  while (isRunning) {
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, Math.min(POLL_MS, stallMs)))]);
    const now = (await countBytes(temp)) + (await countBytes(dist));
    if (now > bytes) lastGrowthAt = performance.now();
    bytes = Math.max(bytes, now);
    const megabytes = Math.floor(bytes / 1_000_000);
    if (megabytes >= printedMegabytes + 20) {
      printedMegabytes = megabytes;
      print(`  ${megabytes} MB`);
    }
    if (isRunning && performance.now() - lastGrowthAt > stallMs) {
      child.kill('SIGKILL');
      await ended;
      return `no byte arrived for ${stallMs / 1000} s`;
    }
  }
  return (await ended) === 0 && (await findElectron(root, env)) !== null ? null : findReason(errorOutput);
}

/** Downloads the binary; answers null on success, else the reason of the failure. */
export async function fetchElectron(options: ElectronFetch): Promise<string | null> {
  const { root, cacheFolder, print } = options;
  const temp = await mkdtemp(path.join(cacheFolder, 'electron-'));
  try {
    print("Electron's binary is missing: fetching it (about 110 MB, once)");
    const failure = await runInstaller(options, temp);
    const file = await failureFile(root, cacheFolder);
    if (failure === null) await rm(file, { force: true });
    else await writeFile(file, `${failure}\n`, { mode: 0o600 });
    return failure;
  } finally {
    await rm(temp, { recursive: true, force: true });
  }
}
