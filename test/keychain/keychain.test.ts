/** Keychain client on the real Secret Service: gnome-keyring on a private bus. */
import { once } from 'node:events';
import net from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Keychain, KeychainError } from '#main/vault/unlock/keychain.ts';
import { BUS, text, u32 } from './busClient.ts';
import { openPrivateSession, type PrivateSession } from './privateSession.ts';
import { openRealKeychain } from './realKeychain.ts';

const PASSWORD = 'of the keyring';
const SECRET = Uint8Array.from({ length: 32 }, (_, index) => 255 - index);
const OTHER = SECRET.map((byte) => byte ^ 85);
/** Time limit for calls that never answer. */
const SHORT_LIMIT_MS = 3_000;

let session: PrivateSession;
let processes: Promise<number | null>[];

function open(limitMs?: number): Keychain {
  return openRealKeychain(limitMs, (child) => {
    processes.push(new Promise((resolve) => child.onExit(resolve)));
  });
}

function enter(variables: Readonly<Record<string, string | undefined>>): void {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
}

async function failureOf(work: Promise<unknown>): Promise<Pick<KeychainError, 'name' | 'fault'>> {
  const error: unknown = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  return error as KeychainError;
}

beforeEach(async () => {
  processes = [];
  session = await openPrivateSession();
  enter(session.variables);
});

afterEach(async () => {
  await session.close();
  vi.unstubAllEnvs();
  // Every keychain process has ended, also after a timeout.
  await Promise.all(processes);
});

describe('a running keychain', () => {
  beforeEach(() => session.startDaemon(PASSWORD));

  it('reads what another process wrote, until it is removed', async () => {
    const keychain = open();
    expect(await keychain.read('vault')).toBeNull();
    await keychain.write('vault', SECRET);
    expect(await open().read('vault')).toEqual(SECRET);
    await keychain.write('vault', OTHER);
    expect(await keychain.read('vault')).toEqual(OTHER);
    expect(await keychain.read('another')).toBeNull();
    await keychain.remove('vault');
    await keychain.remove('vault');
    expect(await keychain.read('vault')).toBeNull();
  });

  it('keeps a secret through a restart of the daemon', async () => {
    await open().write('vault', SECRET);
    await session.stopDaemon();
    await session.startDaemon(PASSWORD);
    expect(await open().read('vault')).toEqual(SECRET);
  });

  it('has no secret after its files are removed', async () => {
    await open().write('vault', SECRET);
    await session.stopDaemon();
    await session.reset();
    await session.startDaemon(PASSWORD);
    expect(await open().read('vault')).toBeNull();
  });

  it('fails every call while locked, and still has the secret after an unlock', async () => {
    const keychain = open();
    await keychain.write('vault', SECRET);
    await session.lock();
    const locked = { name: 'KeychainError', fault: { code: 'locked' } };
    expect(await failureOf(keychain.read('vault'))).toMatchObject(locked);
    expect(await failureOf(keychain.write('vault', OTHER))).toMatchObject(locked);
    expect(await failureOf(keychain.remove('vault'))).toMatchObject(locked);
    await session.stopDaemon();
    await session.startDaemon(null);
    expect(await failureOf(keychain.read('vault'))).toMatchObject(locked);
    await session.stopDaemon();
    await session.startDaemon(PASSWORD);
    expect(await keychain.read('vault')).toEqual(SECRET);
  });

  it('times out while it asks a person for a password, and the process ends', async () => {
    await open().write('vault', SECRET);
    const prompter = await session.connect();
    const name = text('org.gnome.keyring.SystemPrompter');
    const padded = Buffer.concat([name, Buffer.alloc((4 - (name.length % 4)) % 4), u32(0)]);
    await prompter.call({ ...BUS, member: 'RequestName' }, { signature: 'su', bytes: padded });
    await session.lock();
    let isAsked = false;
    void prompter.called.then(() => {
      isAsked = true;
    });
    while (!isAsked)
      expect(await failureOf(open(SHORT_LIMIT_MS).read('vault'))).toMatchObject({ fault: { code: 'timeout' } });
    await processes.at(-1);
    prompter.close();
  });

  it('returns noReply while its daemon does not answer', async () => {
    const keychain = open();
    await keychain.write('vault', SECRET);
    session.pauseDaemon();
    expect(await failureOf(keychain.read('vault'))).toMatchObject({ fault: { code: 'noReply' } });
  });

  it('is not running without its daemon, and works again with it', async () => {
    const keychain = open();
    await keychain.write('vault', SECRET);
    await session.stopDaemon();
    expect(await failureOf(keychain.read('vault'))).toMatchObject({ fault: { code: 'notRunning' } });
    await session.startDaemon(PASSWORD);
    expect(await keychain.read('vault')).toEqual(SECRET);
  });
});

describe('a missing keychain', () => {
  it('cannot store a secret without a collection', async () => {
    await session.startDaemon(null);
    expect(await failureOf(open().write('vault', SECRET))).toMatchObject({ fault: { code: 'noCollection' } });
    expect(await open().read('vault')).toBeNull();
  });

  it('stores nothing elsewhere: not in the kernel’s keyring, and not for later', async () => {
    const keychain = open();
    for (const work of [
      () => keychain.write('vault', SECRET),
      () => keychain.read('vault'),
      () => keychain.remove('vault'),
    ]) {
      expect(await failureOf(work())).toMatchObject({ fault: { code: 'notRunning' } });
    }
    await session.startDaemon(PASSWORD);
    expect(await keychain.read('vault')).toBeNull();
  });

  it('is not running without a bus', async () => {
    enter({ DBUS_SESSION_BUS_ADDRESS: `unix:path=${session.folder}/nothing` });
    expect(await failureOf(open().read('vault'))).toMatchObject({ fault: { code: 'notRunning' } });
    enter({ DBUS_SESSION_BUS_ADDRESS: undefined });
    expect(await failureOf(open().write('vault', SECRET))).toMatchObject({ fault: { code: 'notRunning' } });
  });

  it('times out on a bus that accepts calls and never answers', async () => {
    const sockets: net.Socket[] = [];
    const server = net.createServer((socket) => {
      socket.on('error', () => {});
      sockets.push(socket);
    });
    server.on('error', () => {});
    server.listen(`${session.folder}/mute`);
    await once(server, 'listening');
    enter({ DBUS_SESSION_BUS_ADDRESS: `unix:path=${session.folder}/mute` });
    expect(await failureOf(open(SHORT_LIMIT_MS).read('vault'))).toMatchObject({ fault: { code: 'timeout' } });
    await processes.at(-1);
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  });
});
