/**
 * Private D-Bus session with a Secret Service in a temporary folder; never uses a real keychain.
 *
 * Invariants  The bus activates no service, so that no window asks for a password. Bus and daemon end when the pipe
 *             to the bus closes, also after a crash of the tests.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type BusClient, type BusTarget, openBusClient, text, u32 } from './busClient.ts';

const SERVICE = 'org.freedesktop.secrets';
const COLLECTION = '/org/freedesktop/secrets/collection/login';
const PROPERTIES: BusTarget = {
  destination: SERVICE,
  path: COLLECTION,
  interface: 'org.freedesktop.DBus.Properties',
  member: 'Get',
};
const SERVICE_OBJECT: Omit<BusTarget, 'member'> = {
  destination: SERVICE,
  path: '/org/freedesktop/secrets',
  interface: 'org.freedesktop.Secret.Service',
};

const busConfig = (folder: string) => `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
  "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:path=${folder}/bus</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
`;

export interface PrivateSession {
  readonly folder: string;
  /** For every process that is to live in this session; undefined means that the variable must not be there. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Password null: the keyrings stay locked, as after a log-in without one. */
  startDaemon(password: string | null): Promise<void>;
  stopDaemon(): Promise<void>;
  /** Lets the daemon live and answer nothing. */
  pauseDaemon(): void;
  lock(): Promise<void>;
  /** Throws away everything the daemon kept on disk; the daemon must be stopped. */
  reset(): Promise<void>;
  connect(): Promise<BusClient>;
  close(): Promise<void>;
}

/** In memory where possible: the library allows the daemon two seconds, which a busy disk may need. */
function findRoot(): string {
  try {
    accessSync('/dev/shm', constants.W_OK | constants.X_OK);
    return '/dev/shm';
  } catch {
    return os.tmpdir();
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

export async function openPrivateSession(): Promise<PrivateSession> {
  const folder = await mkdtemp(path.join(findRoot(), 'adyton-bus-'));
  const place = (name: string) => path.join(folder, name);
  for (const name of ['home', 'data', 'config', 'cache', 'run']) await mkdir(place(name), { mode: 0o700 });
  await writeFile(place('bus.conf'), busConfig(folder));
  const variables = {
    HOME: place('home'),
    XDG_DATA_HOME: place('data'),
    XDG_CONFIG_HOME: place('config'),
    XDG_CACHE_HOME: place('cache'),
    XDG_RUNTIME_DIR: place('run'),
    DBUS_SESSION_BUS_ADDRESS: `unix:path=${place('bus')}`,
    DISPLAY: undefined,
    WAYLAND_DISPLAY: undefined,
  };
  const env: NodeJS.ProcessEnv = { ...process.env, ...variables };
  const words = `--config-file=${place('bus.conf')}`;
  const bus = spawn('dbus-run-session', [words, '--', 'sh', '-c', 'echo up; exec cat'], {
    env,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  bus.on('error', () => {});
  bus.stdin.on('error', () => {});
  const busEnded = new Promise<void>((resolve) => {
    bus.once('exit', () => resolve());
    bus.once('error', () => resolve());
  });
  await once(bus.stdout, 'data');
  let daemon: ChildProcess | null = null;

  const connect = () => openBusClient(variables.DBUS_SESSION_BUS_ADDRESS);

  async function isLocked(client: BusClient): Promise<boolean> {
    const names = [text('org.freedesktop.Secret.Collection'), text('Locked')];
    const first = names[0] ?? Buffer.alloc(0);
    const gap = Buffer.alloc((4 - (first.length % 4)) % 4);
    const answer = await client.call(PROPERTIES, {
      signature: 'ss',
      bytes: Buffer.concat([first, gap, names[1] ?? gap]),
    });
    // A variant: signature `b`, then the value on the next multiple of four.
    return answer.readUInt32LE(4) === 1;
  }

  async function startDaemon(password: string | null): Promise<void> {
    const words = ['--foreground', '--components=secrets', ...(password === null ? [] : ['--unlock'])];
    const started = spawn('gnome-keyring-daemon', words, { env, stdio: ['pipe', 'ignore', 'ignore'] });
    daemon = started;
    started.on('error', () => {});
    started.stdin.on('error', () => {});
    started.stdin.end(password ?? '');
    const client = await connect();
    const ask = async () =>
      password === null
        ? client.call({ ...SERVICE_OBJECT, interface: 'org.freedesktop.DBus.Peer', member: 'Ping' }).then(() => true)
        : !(await isLocked(client));
    while (!(await ask().catch(() => false))) {
      if (started.exitCode !== null) throw new Error('Expected the keyring daemon to run, found that it ended');
    }
    client.close();
  }

  async function stopDaemon(): Promise<void> {
    if (daemon) await end(daemon);
    daemon = null;
  }

  return {
    folder,
    variables,
    startDaemon,
    stopDaemon,
    connect,
    pauseDaemon: () => {
      daemon?.kill('SIGSTOP');
    },
    async lock() {
      const client = await connect();
      const paths = text(COLLECTION);
      await client.call(
        { ...SERVICE_OBJECT, member: 'Lock' },
        { signature: 'ao', bytes: Buffer.concat([u32(paths.length), paths]) },
      );
      if (!(await isLocked(client))) throw new Error('Expected a locked collection, found it open');
      client.close();
    },
    reset: () => rm(path.join(variables.XDG_DATA_HOME, 'keyrings'), { recursive: true }),
    async close() {
      await stopDaemon();
      bus.stdin.end();
      await busEnded;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
