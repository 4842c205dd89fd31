import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findForbiddenSwitch, prepareElectron, readOwnArguments } from '#main/shell/electron/prepare.ts';
import { makeFakeElectron } from './strictElectron.ts';

describe('findForbiddenSwitch', () => {
  it.each([
    ['--remote-debugging-port=9222', 'remote-debugging-port'],
    ['--remote-debugging-pipe', 'remote-debugging-pipe'],
    ['--inspect', 'inspect'],
    ['--inspect-brk=0', 'inspect-brk'],
    ['--js-flags=--expose-gc', 'js-flags'],
    ['--no-sandbox', 'no-sandbox'],
    ['-no-sandbox', 'no-sandbox'],
    ['--NO-SANDBOX', 'no-sandbox'],
    ['/no-sandbox', 'no-sandbox'],
    ['--disable-gpu-sandbox', 'disable-gpu-sandbox'],
    ['--disable-web-security', 'disable-web-security'],
    ['--disable-site-isolation-trials', 'disable-site-isolation-trials'],
    ['--load-extension=/x', 'load-extension'],
    ['--proxy-server=http://x', 'proxy-server'],
    ['--proxy-pac-url=http://x', 'proxy-pac-url'],
    ['--ignore-certificate-errors', 'ignore-certificate-errors'],
    ['--ignore-certificate-errors-spki-list=x', 'ignore-certificate-errors-spki-list'],
    ['--host-rules=MAP * x', 'host-rules'],
    ['--host-resolver-rules=MAP * x', 'host-resolver-rules'],
    ['--user-data-dir=/x', 'user-data-dir'],
    ['--ssl-key-log-file=/x', 'ssl-key-log-file'],
    ['--gpu-launcher=x', 'gpu-launcher'],
    ['--renderer-cmd-prefix=x', 'renderer-cmd-prefix'],
    ['--utility-cmd-prefix=x', 'utility-cmd-prefix'],
    ['--browser-subprocess-path=/x', 'browser-subprocess-path'],
    ['--single-process', 'single-process'],
    ['--disable-namespace-sandbox', 'disable-namespace-sandbox'],
    ['--auto-open-devtools-for-tabs', 'auto-open-devtools-for-tabs'],
  ])('finds %s', (word, name) => {
    expect(findForbiddenSwitch(['/opt/adyton', word])).toBe(name);
  });

  it.each([[], ['--headless'], ['--data-dir', '/x'], ['--base-url', 'http://127.0.0.1:1'], ['no-sandbox'], ['--']])(
    'lets our own words pass: %j',
    (...words) => {
      expect(findForbiddenSwitch(['/opt/--no-sandbox', ...words])).toBeNull();
    },
  );
});

describe('readOwnArguments', () => {
  const app = path.resolve('/clone');
  it('follows the program, or its folder, past the switches of a driver', () => {
    expect(readOwnArguments(['/opt/adyton', '--seed', '7'], null)).toEqual(['--seed', '7']);
    expect(readOwnArguments(['electron', app, '--seed', '7'], app)).toEqual(['--seed', '7']);
    const driven = [
      'electron',
      '-r',
      '/loader.js',
      '--inspect=0',
      '--remote-debugging-port=0',
      app,
      '--data-dir',
      '/d',
    ];
    expect(readOwnArguments(driven, app)).toEqual(['--data-dir', '/d']);
    expect(readOwnArguments(['electron', 'elsewhere', '--seed', '7'], app)).toEqual(['--seed', '7']);
  });
});

describe('prepareElectron', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'adyton-prepare-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const prepare = (fake: ReturnType<typeof makeFakeElectron>, argv: string[] = ['adyton'], env = {}, isLive = false) =>
    prepareElectron(fake.electron, {
      argv,
      env,
      dataFolder: path.join(folder, 'data'),
      platform: 'linux',
      execPath: '/dist/electron',
      isLive,
    });

  it('enables the sandbox, registers scheme and folders, then requests the single-instance lock', () => {
    const fake = makeFakeElectron();
    expect(prepare(fake)).toBe(true);
    const privileges = { standard: true, secure: true, supportFetchAPI: true };
    expect(fake.log).toEqual([
      'sandbox',
      'switch host-resolver-rules=MAP * ~NOTFOUND',
      'switch lang=en-US',
      `path userData=${path.join(folder, 'data')}`,
      `path sessionData=${path.join(folder, 'data', 'electron')}`,
      `schemes ${JSON.stringify([{ scheme: 'app', privileges }])}`,
      'lock',
    ]);
    expect(existsSync(path.join(folder, 'data'))).toBe(true);
  });

  it.each([
    [false, 'C:\\dist\\electron.exe'],
    [true, 'adyton.terminal'],
  ])(
    'names the program to Windows, which shows the notifications of known programs only (packaged: %s)',
    (isPackaged, id) => {
      const fake = makeFakeElectron({ isPackaged });
      prepareElectron(fake.electron, {
        argv: ['adyton'],
        env: {},
        dataFolder: path.join(folder, 'data'),
        platform: 'win32',
        execPath: 'C:\\dist\\electron.exe',
        isLive: false,
      });
      expect(fake.log).toContain(`app id ${id}`);
    },
  );

  it('runs before Electron is ready, after which a scheme and a sandbox come too late', async () => {
    const fake = makeFakeElectron();
    await fake.app.whenReady();
    expect(() => prepare(fake)).toThrow('after app is ready');
  });

  it('ends a packaged start with a forbidden switch before anything else', () => {
    const fake = makeFakeElectron({ isPackaged: true });
    expect(prepare(fake, ['adyton', '--inspect=0'])).toBe(false);
    expect(fake.log).toEqual(['exit 78']);
    expect(prepare(makeFakeElectron(), ['electron', '.', '--inspect=0'])).toBe(true);
  });

  it('ends an unpackaged start on a live exchange with a forbidden switch', () => {
    const fake = makeFakeElectron();
    expect(prepare(fake, ['electron', '.', '--remote-debugging-port=9222'], {}, true)).toBe(false);
    expect(fake.log).toEqual(['exit 78']);
    expect(prepare(makeFakeElectron(), ['electron', '.'], {}, true)).toBe(true);
  });

  it('ends a second start', () => {
    const fake = makeFakeElectron({ hasLock: false });
    expect(prepare(fake)).toBe(false);
    expect(fake.log.at(-1)).toBe('exit 0');
  });

  it('removes dangerous variables from the environment and keeps the rest', () => {
    const env = { NODE_TLS_REJECT_UNAUTHORIZED: '0', SSLKEYLOGFILE: '/x', NODE_EXTRA_CA_CERTS: '/y', HOME: '/home/a' };
    prepare(makeFakeElectron(), ['adyton'], env);
    expect(env).toEqual({ HOME: '/home/a' });
  });
});
