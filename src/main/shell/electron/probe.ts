/**
 * Electron's answers to the checks of the shell.
 *
 * Source      docs/electron.md
 */
import { open, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { BrowserWindow, WebContents } from 'electron';
import { PORT_CHANNEL } from '#shared/ipc/channels.ts';
import { buildChildEnvironment } from '../environment.ts';
import type { ShellProbe } from '../probe.ts';
import { type ElectronParts, HOME_URL } from './parts.ts';
import { openLockedHint } from './screenLock.ts';
import { buildWindowOptions, type WindowFiles } from './window.ts';

const NOTIFICATION_MS = 3_000;
const CHUNK_BYTES = 4 * 2 ** 20;
/** Precedes the fuses in the binary: a version, their number, and one character each. Documented for tools that set them. */
const FUSE_SENTINEL = Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX');
const FUSES = [
  'runAsNode',
  'cookieEncryption',
  'nodeOptions',
  'nodeCliInspect',
  'asarIntegrity',
  'onlyLoadAppFromAsar',
  'browserV8Snapshot',
  'fileProtocolPrivileges',
  'wasmTrapHandlers',
];
const FUSE_STATES: Readonly<Record<string, string>> = { '0': 'off', '1': 'on', r: 'removed', i: 'inherited' };
const SYSTEM_EVENTS = ['suspend', 'lock-screen', 'user-did-resign-active', 'shutdown'] as const;
const TINY_HEAP = ['--max-old-space-size=64'];

/** Run in a page of the program: returns what its data port brings. */
const ECHO = `window.addEventListener('message', ({ ports: [port] }) => {
  if (port) port.onmessage = ({ data }) => port.postMessage(data);
}); 0`;

async function findFuses(file: string): Promise<Buffer | null> {
  const handle = await open(file, 'r');
  try {
    const chunk = Buffer.alloc(CHUNK_BYTES);
    // Chunks overlap, so that no sentinel is cut.
    for (let at = 0; ; at += CHUNK_BYTES - 1_024) {
      const { bytesRead } = await handle.read(chunk, 0, CHUNK_BYTES, at);
      const found = chunk.subarray(0, bytesRead).indexOf(FUSE_SENTINEL);
      if (found !== -1) return Buffer.from(chunk.subarray(found + FUSE_SENTINEL.length, bytesRead));
      if (bytesRead < CHUNK_BYTES) return null;
    }
  } finally {
    await handle.close();
  }
}

export interface ProbedProcess {
  readonly platform: NodeJS.Platform;
  readonly arch: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly versions: Readonly<Record<string, string | undefined>>;
  readonly execPath: string;
  getuid?(): number;
}

export interface ProbeOptions {
  readonly electron: ElectronParts;
  readonly files: WindowFiles;
  readonly process: ProbedProcess;
  mainWindow(): BrowserWindow | null;
  wasReadyToShow(): boolean;
}

export function openElectronProbe(options: ProbeOptions): ShellProbe {
  const { electron, files, process, mainWindow, wasReadyToShow } = options;
  const { platform, execPath } = process;
  const window = (): BrowserWindow => {
    const main = mainWindow();
    if (main === null) throw new Error('Expected a main window, found none');
    return main;
  };

  async function echo(bytes: Uint8Array): Promise<Uint8Array> {
    // A window of its own: the port of the main one is in use.
    const other = new electron.BrowserWindow(
      buildWindowOptions(files, { x: 0, y: 0, width: 400, height: 300 }, true, 'detached'),
    );
    try {
      await other.loadURL(HOME_URL);
      await other.webContents.executeJavaScript(ECHO);
      const { port1, port2 } = new electron.MessageChannelMain();
      const answer = new Promise<Uint8Array>((resolve) => {
        port1.once('message', ({ data }) => resolve(new Uint8Array(data as ArrayBuffer)));
      });
      port1.start();
      other.webContents.postMessage(PORT_CHANNEL, null, [port2]);
      port1.postMessage(bytes.slice().buffer);
      return await answer;
    } finally {
      other.destroy();
    }
  }

  return {
    platform,
    arch: process.arch,
    env: process.env,
    userId: process.getuid?.(),
    versions: process.versions,
    evaluate: (expression) => window().webContents.executeJavaScript(expression),
    countPages: () => electron.BrowserWindow.getAllWindows().length,
    echo,
    failChild: (file) =>
      new Promise((resolve) => {
        let error: string | null = null;
        const child = electron.utilityProcess.fork(file, [], {
          env: buildChildEnvironment(process.env),
          stdio: 'ignore',
          execArgv: TINY_HEAP,
        });
        child.on('error', (type) => {
          error = type;
        });
        child.once('exit', (exitCode) => resolve({ error, exitCode }));
      }),
    electron: {
      hasInstanceLock: () => electron.app.hasSingleInstanceLock(),
      async readFuses() {
        const framework = '../Frameworks/Electron Framework.framework/Electron Framework';
        const file = platform === 'darwin' ? path.join(path.dirname(execPath), framework) : execPath;
        const found = await findFuses(file);
        if (found === null) throw new Error('Expected fuses in the binary, found none');
        const names = [...FUSES.entries()].filter(([index]) => index < (found[1] ?? 0));
        return Object.fromEntries(
          names.map(([index, name]) => [name, FUSE_STATES[String.fromCharCode(found[2 + index] ?? 0)] ?? 'unknown']),
        );
      },
      preferences() {
        // Not among the declared methods, and there all the same.
        const contents = window().webContents as WebContents & { getLastWebPreferences(): Record<string, unknown> };
        return contents.getLastWebPreferences();
      },
      async readSandbox() {
        const pid = window().webContents.getOSProcessId();
        if (platform !== 'linux') {
          const metric = electron.app.getAppMetrics().find((one) => one.pid === pid);
          return metric?.sandboxed === true ? `process ${metric.type} is sandboxed` : null;
        }
        const status = await readFile(`/proc/${pid}/status`, 'utf8');
        const seccomp = /^Seccomp:\s*(\d)/m.exec(status)?.[1];
        const noNew = /^NoNewPrivs:\s*(\d)/m.exec(status)?.[1];
        return seccomp === '2' && noNew === '1' ? 'seccomp filter, no new privileges' : null;
      },
      isVisible: () => window().isVisible(),
      wasReadyToShow,
      async whileHidden(run) {
        window().hide();
        try {
          return await run();
        } finally {
          window().show();
        }
      },
      idleState: () => electron.powerMonitor.getSystemIdleState(60),
      readLockedHint: openLockedHint(process.env),
      countListeners: () =>
        Object.fromEntries(SYSTEM_EVENTS.map((name) => [name, electron.powerMonitor.listenerCount(name)])),
      notify() {
        if (!electron.Notification.isSupported()) return Promise.resolve(null);
        return new Promise((resolve) => {
          const notification = new electron.Notification({
            title: 'Adyton',
            body: 'Check of notifications',
            silent: true,
          });
          const end = (how: string): void => {
            notification.close();
            resolve(how);
          };
          notification.once('show', () => end('shown'));
          notification.once('failed', (_event, error) => end(`refused: ${error}`));
          setTimeout(() => end('no report'), NOTIFICATION_MS);
          notification.show();
        });
      },
    },
  };
}
