import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';

const ENTRY = path.resolve(import.meta.dirname, '../../../../../src/main/vault/unlock/keychainProcess.ts');
const endings: (() => void)[] = [];

/** Without a bus to talk to, so that no keychain of whoever runs the tests is asked. */
function start(env: Record<string, string> = {}) {
  const { DBUS_SESSION_BUS_ADDRESS: _bus, XDG_RUNTIME_DIR: _runtime, DISPLAY: _display, ...bare } = process.env;
  const child = fork(ENTRY, [], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: ['--experimental-strip-types', '--disable-warning=ExperimentalWarning'],
    env: { ...bare, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere/bus', ...env },
  });
  child.on('error', () => {});
  endings.push(() => child.kill('SIGKILL'));
  return child;
}

afterEach(() => {
  for (const end of endings.splice(0)) end();
});

describe('the keychain process', () => {
  it('reports that it is ready, and ends with its channel', async () => {
    const child = start();
    expect((await once(child, 'message'))[0]).toEqual({ at: 'ready' });
    const ended = once(child, 'exit');
    child.disconnect();
    await ended;
  });

  it('answers a request, with notRunning when there is no bus', async () => {
    const child = start({ NAPI_RS_NATIVE_LIBRARY_PATH: '/nowhere/evil.node', NAPI_RS_FORCE_WASI: 'error' });
    expect((await once(child, 'message'))[0]).toEqual({ at: 'ready' });
    const answer = once(child, 'message');
    child.send({ act: 'read', account: 'adyton-test-that-is-never-written' });
    // Elsewhere the keychain needs no bus, and keeps nothing under this name.
    const expected =
      process.platform === 'linux' ? { at: 'failed', fault: 'notRunning' } : { at: 'done', secret: null };
    expect((await answer)[0]).toEqual(expected);
  });
});
