import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findForbiddenSwitch, prepareElectron, readOwnArguments } from '#main/shell/electron/prepare.ts';
import { makeFakeElectron } from './strictElectron.ts';

describe('findForbiddenSwitch', () => {
  const DANGEROUS = `
remote-debugging-port remote-debugging-pipe remote-allow-origins inspect inspect-brk inspect-port js-flags no-sandbox
disable-gpu-sandbox disable-setuid-sandbox disable-seccomp-filter-sandbox disable-namespace-sandbox
disable-web-security disable-site-isolation-trials disable-features enable-features enable-blink-features
disable-blink-features load-extension disable-extensions-except proxy-server proxy-pac-url proxy-bypass-list
no-proxy-server ignore-certificate-errors ignore-certificate-errors-spki-list allow-running-insecure-content
allow-insecure-localhost host-rules host-resolver-rules user-data-dir ssl-key-log-file log-net-log
net-log-capture-mode enable-logging log-file v trace-startup gpu-launcher renderer-cmd-prefix utility-cmd-prefix
browser-subprocess-path single-process in-process-gpu no-zygote auto-open-devtools-for-tabs
unsafely-treat-insecure-origin-as-secure require import eval app-path disable-http-cache disk-cache-dir
crash-dumps-dir enable-automation use-fake-ui-for-media-stream experimental-web-platform-features`;

  it.each(DANGEROUS.trim().split(/\s+/))('finds --%s, with one dash or two, a value or none, in any case', (name) => {
    for (const word of [`--${name}`, `--${name}=x`, `-${name}`, `--${name.toUpperCase()}`]) {
      expect(findForbiddenSwitch(['/opt/adyton', word], 'linux')).toBe(name);
    }
  });

  it('finds a switch after a slash on Windows alone', () => {
    expect(findForbiddenSwitch(['adyton.exe', '/no-sandbox'], 'win32')).toBe('no-sandbox');
    expect(findForbiddenSwitch(['adyton', '/no-sandbox'], 'linux')).toBeNull();
  });

  it.each([
    [[]],
    [['--headless']],
    [['--data-dir', '/x', '--seed=7']],
    [['--base-url', 'https://a.example', '--ws-base-url', 'wss://a.example']],
    [['--ozone-platform=wayland']],
    [['no-sandbox']],
    [['--']],
  ])('lets our own words pass: %j', (words) => {
    expect(findForbiddenSwitch(['/opt/--no-sandbox', ...words], 'linux')).toBeNull();
  });
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
