/**
 * Packaged browser: unpacks the headless Chromium of an npm package, once per version.
 *
 * Invariants  Unpacks into a private folder: in the shared temporary folder another user could replace the file. A
 *             rename makes the folder appear complete.
 * Errors      Throws an Error that names what is missing, also on a system without a packaged browser.
 */
import { spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { readFile, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildChildEnvironment } from '../environment.ts';
import { makePrivateFolder } from '../folders.ts';
import type { BrowserChoice } from './browsers.ts';

/** Runs in a child: the package unpacks below TMPDIR, which must not change in this process. */
const UNPACK = `
const { inflate } = await import(process.argv[1]);
await Promise.all(process.argv.slice(2).map((file) => inflate(file)));
`;

const ARCHIVES = ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br'];

interface Finish {
  readonly code: number | null;
  readonly text: string;
}

function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<Finish> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let text = '';
    const collect = (chunk: Buffer) => {
      if (text.length < 4000) text += chunk.toString('utf8');
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, text }));
  });
}

async function findPackage(): Promise<{ entry: string; bin: string; version: string }> {
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  const root = path.dirname(path.dirname(entry));
  const manifest: unknown = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  const version =
    manifest !== null && typeof manifest === 'object' && 'version' in manifest ? String(manifest.version) : 'unknown';
  return { entry, bin: path.join(root, 'bin'), version };
}

/**
 * The system's fonts and the package's own family: without any font the browser aborts. This file replaces the
 * package's configuration, which reads the shared temporary folder.
 */
function writeFontConfiguration(folder: string): string {
  const file = path.join(folder, 'fonts.conf');
  const escaped = folder.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  writeFileSync(
    file,
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>/usr/share/fonts</dir>
  <dir>${escaped}/fonts/fonts</dir>
  <cachedir>${escaped}/fonts-cache</cachedir>
</fontconfig>
`,
    { mode: 0o600 },
  );
  return file;
}

/** Environment of the browser; with the package's libraries only where the system lacks them. */
async function buildEnvironment(executable: string, folder: string): Promise<Record<string, string>> {
  const env: Record<string, string> = { FONTCONFIG_FILE: writeFontConfiguration(folder) };
  const libraries = path.join(folder, 'al2023', 'lib');
  const plain = await run(executable, ['--version'], buildChildEnvironment(process.env, env));
  if (plain.code === 0) return env;
  env.LD_LIBRARY_PATH = libraries;
  const helped = await run(executable, ['--version'], buildChildEnvironment(process.env, env));
  if (helped.code !== 0) {
    throw new Error(`Expected the packaged browser to start, found: ${helped.text.trim().slice(0, 400)}`);
  }
  return env;
}

/** `report` receives one line when unpacking starts, which lasts a few seconds. */
export async function unpackPackagedBrowser(
  cacheFolder: string,
  report: (line: string) => void,
): Promise<BrowserChoice> {
  if (process.platform !== 'linux') {
    throw new Error(`Expected Linux for the packaged headless browser, found ${process.platform}`);
  }
  const { entry, bin, version } = await findPackage();
  const home = await makePrivateFolder(path.join(await makePrivateFolder(cacheFolder), 'browser'));
  const folder = path.join(home, `${version}-${process.arch}`);
  const executable = path.join(folder, 'chromium');
  if (!existsSync(executable)) {
    report('Unpacking the headless browser (once)');
    const staging = await makePrivateFolder(`${folder}.${process.pid}.part`);
    try {
      const archives = ARCHIVES.map((name) => path.join(bin, name));
      const done = await run(
        process.execPath,
        ['--input-type=module', '--eval', UNPACK, pathToFileURL(entry).href, ...archives],
        buildChildEnvironment(process.env, { HOME: home, TMPDIR: staging }),
      );
      if (done.code !== 0) {
        throw new Error(`Expected the packaged browser to unpack, found: ${done.text.trim().slice(0, 400)}`);
      }
      await rename(staging, folder).catch((error: unknown) => {
        // Another start may have finished first; its folder is as good.
        if (!existsSync(executable)) throw error;
      });
    } finally {
      await rm(staging, { recursive: true, force: true });
    }
  }
  return { name: `headless Chromium ${version}`, executable, env: await buildEnvironment(executable, folder) };
}
