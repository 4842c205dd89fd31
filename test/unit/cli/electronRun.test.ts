import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseStartOptions } from '#main/shell/startOptions.ts';
import { joinUrlArguments, runElectron } from '../../../src/cli/electronRun.ts';
import { QUITS_SLOWLY, startDriver, writeStandIn } from './standIns/standIn.ts';

describe('joinUrlArguments', () => {
  const urls = ['--base-url', 'https://a.example', '--ws-base-url', 'wss://a.example', '--data-dir', '/d'];

  it('leaves no argument that begins with a scheme, after which Electron on Windows takes no other', () => {
    const joined = joinUrlArguments(urls);
    expect(joined).toEqual(['--base-url=https://a.example', '--ws-base-url=wss://a.example', '--data-dir', '/d']);
    expect(joined.filter((argument) => /^[a-z]+:/i.test(argument))).toEqual([]);
  });

  it('changes nothing of what the program reads', () => {
    expect(parseStartOptions(joinUrlArguments(urls))).toEqual(parseStartOptions(urls));
  });

  it.each([
    [['--seed', '7', '--headless']],
    [['--data-dir', 'C:\\adyton']],
    [['--base-url=https://a.example']],
    [['https://a.example']],
    [[]],
  ])('leaves %j as it is', (args) => {
    const isDrive = args.includes('C:\\adyton');
    expect(joinUrlArguments(args)).toEqual(isDrive ? ['--data-dir=C:\\adyton'] : args);
  });
});

describe.skipIf(process.platform === 'win32')('runElectron', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'adyton-run-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const run = (text: string, args: readonly string[] = [], env: Record<string, string> = {}) =>
    runElectron({ binary: writeStandIn(folder, text), root: folder, args, env: { ...process.env, ...env } });

  it('gives the program its folder, its arguments and an environment without variables that change what runs', async () => {
    const seen = path.join(folder, 'seen.json');
    const end = await run(
      `require('node:fs').writeFileSync(${JSON.stringify(seen)}, JSON.stringify([process.argv.slice(2), process.env]));`,
      ['--base-url', 'http://127.0.0.1:1', '--seed', '7'],
      {
        ELECTRON_RUN_AS_NODE: '1',
        ELECTRON_OVERRIDE_DIST_PATH: '/other',
        NODE_TLS_REJECT_UNAUTHORIZED: '0',
        NODE_OPTIONS: '--no-warnings',
        NODE_DEBUG: 'http',
        GTK_MODULES: 'evil',
        TZ: 'UTC',
      },
    );
    expect(end).toEqual({ kind: 'ended', exitCode: 0 });
    const [argv, env] = JSON.parse(await readFile(seen, 'utf8')) as [string[], Record<string, string>];
    expect(argv).toEqual([folder, '--base-url=http://127.0.0.1:1', '--seed', '7']);
    expect(env).toMatchObject({ TZ: 'UTC', ADYTON_LAUNCHER: String(process.pid) });
    const removed = [
      ...['ELECTRON_RUN_AS_NODE', 'ELECTRON_OVERRIDE_DIST_PATH', 'NODE_TLS_REJECT_UNAUTHORIZED'],
      ...['NODE_OPTIONS', 'NODE_DEBUG', 'GTK_MODULES'],
    ];
    expect(removed.filter((name) => name in env)).toEqual([]);
  });

  it('says which signal ended an Electron that never showed a window, as a fatal error does', async () => {
    const end = await run("process.kill(process.pid, 'SIGTRAP'); setInterval(() => undefined, 1000);");
    expect(end).toMatchObject({ kind: 'notStarted', found: expect.stringContaining('SIGTRAP') });
  });

  it.each([
    [127, { kind: 'notStarted', found: expect.stringContaining('ldd') }],
    [1, { kind: 'notStarted', found: expect.stringContaining('exit code 1') }],
    [2, { kind: 'ended', exitCode: 2 }],
    [70, { kind: 'ended', exitCode: 70 }],
    [78, { kind: 'ended', exitCode: 78 }],
  ])('takes exit code %i for %j', async (code, end) => {
    expect(await run(`process.exit(${code});`)).toEqual(end);
  });

  it('says why a binary could not be started', async () => {
    const end = await runElectron({ binary: path.join(folder, 'missing'), root: folder, args: [], env: {} });
    expect(end).toMatchObject({ kind: 'notStarted', found: expect.stringContaining('ENOENT') });
  });

  it('forwards a Ctrl-C of a terminal once, lets the quit finish and answers its code', async () => {
    const driver = startDriver(writeStandIn(folder, QUITS_SLOWLY), folder);
    await driver.until('running');
    // A terminal sends it to every process of the group, and a person may press it again.
    process.kill(-driver.child.pid!, 'SIGINT');
    await driver.until('quitting');
    process.kill(-driver.child.pid!, 'SIGINT');
    const output = await driver.ended;
    expect(output).toContain('quitting after SIGINT\nsaved\nend {"kind":"ended","exitCode":0}\n');
  });

  it('takes a program that a forwarded signal ended at once for ended, not for one that never started', async () => {
    const text = "setInterval(() => undefined, 1000); process.stdout.write('running\\n');";
    const driver = startDriver(writeStandIn(folder, text), folder);
    await driver.until('running');
    process.kill(driver.child.pid!, 'SIGTERM');
    expect(await driver.ended).toContain('end {"kind":"ended","exitCode":0}');
  });
});
