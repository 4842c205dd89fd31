import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fetchElectron, findElectron, readFailure } from '../../../src/cli/electronBinary.ts';

/** The end of Electron's own installer. */
const asInstaller = (text: string) =>
  `(async () => { ${text} })().catch((error) => { console.error(error.stack); process.exit(1); });`;

let root = '';
let cacheFolder = '';
const printed: string[] = [];

beforeEach(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'adyton-fetch-'));
  cacheFolder = path.join(root, 'cache');
  await mkdir(cacheFolder);
  await mkdir(path.join(root, 'node_modules/electron'), { recursive: true });
  await writeFile(path.join(root, 'node_modules/electron/package.json'), '{"version":"1.2.3"}');
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function fetchWith(installer: string, env: NodeJS.ProcessEnv = process.env, stallMs = 30_000) {
  await writeFile(path.join(root, 'node_modules/electron/install.js'), installer);
  return fetchElectron({ root, cacheFolder, env, print: (line) => printed.push(line), stallMs });
}

const INSTALLS = `
  const fs = require('node:fs');
  fs.mkdirSync(__dirname + '/dist');
  fs.writeFileSync(__dirname + '/dist/electron', JSON.stringify(process.env));
  fs.writeFileSync(__dirname + '/path.txt', 'electron');`;

describe('fetchElectron', () => {
  it("gives the installer the person's proxy and certificates, and no leave to take sums from the network", async () => {
    const given = {
      NODE_EXTRA_CA_CERTS: '/company.pem',
      NODE_USE_ENV_PROXY: '1',
      HTTPS_PROXY: 'http://proxy.example:3128',
      electron_use_remote_checksums: '1',
    };
    expect(await fetchWith(asInstaller(INSTALLS), { ...process.env, ...given })).toBeNull();
    const file = await findElectron(root);
    const env = JSON.parse(await readFile(file ?? '', 'utf8')) as Record<string, string>;
    const { electron_use_remote_checksums: _removed, ...kept } = given;
    expect(env).toMatchObject(kept);
    expect(Object.keys(env)).not.toContain('electron_use_remote_checksums');
  });

  it('names the host and the cause of a request that failed, after whatever Node warns of', async () => {
    const failure = await fetchWith(
      asInstaller("process.emitWarning('error-free'); await fetch('http://127.0.0.1:1/electron.zip');"),
    );
    expect(failure).toMatch(/^127\.0\.0\.1:1: fetch failed: /);
    // Port 1 is refused by fetch itself ("bad port"), another one by the system.
    expect(failure).toMatch(/bad port|ECONNREFUSED/);
    expect(await readFailure(root, cacheFolder)).toBe(failure);
  });

  it('ends an installer that gets no byte, and says for how long it waited', async () => {
    expect(await fetchWith('setInterval(() => undefined, 1000);', process.env, 200)).toBe('no byte arrived for 0.2 s');
  });

  it('forgets a failure once a download has worked', async () => {
    expect(await fetchWith(asInstaller("throw new Error('disk full');"))).toBe('disk full');
    expect(await fetchWith(asInstaller(INSTALLS))).toBeNull();
    expect(await readFailure(root, cacheFolder)).toBeNull();
  });
});
