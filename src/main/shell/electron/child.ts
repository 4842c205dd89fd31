/**
 * Starts a child as one of Electron's utility processes.
 *
 * Invariants  A fatal error of a child is reported and ends that child alone: without a listener, the event would end main.
 *             What a child sends before anyone listens is kept.
 * Source      docs/electron.md
 */
import { QUIT } from '#shared/base/parentChannel.ts';
import { buildChildEnvironment } from '../environment.ts';
import { type ChildEntry, type ChildHandle, QUIT_WITHIN_MS } from '../port.ts';
import type { ElectronParts } from './parts.ts';

const NAMES: Readonly<Record<ChildEntry, string>> = {
  paper: 'Adyton embedded exchange',
  keychain: 'Adyton keychain',
  dryRun: 'Adyton dry run',
};

export interface UtilityChild {
  readonly entry: ChildEntry;
  readonly file: string;
  readonly args: readonly string[];
  /** Receives lines for the person who started the program. */
  report(line: string): void;
}

export function startUtilityChild(electron: ElectronParts, started: UtilityChild): Promise<ChildHandle> {
  const { entry, file, args, report } = started;
  const child = electron.utilityProcess.fork(file, [...args], {
    serviceName: NAMES[entry],
    env: buildChildEnvironment(process.env),
    stdio: 'inherit',
  });
  let exitCode: number | undefined;
  const exitListeners: ((code: number) => void)[] = [];
  const messageListeners: ((value: unknown) => void)[] = [];
  const early: unknown[] = [];
  child.on('message', (value: unknown) => {
    if (messageListeners.length === 0) early.push(value);
    for (const listener of messageListeners) listener(value);
  });
  // Its third argument, a diagnostic report, has the environment: it is not repeated.
  child.on('error', (type, location) => report(`${NAMES[entry]}: ${type} in ${location || 'an unknown place'}`));
  const quitWithinMs = QUIT_WITHIN_MS[entry];
  const handle: ChildHandle = {
    onMessage: (listener) => {
      messageListeners.push(listener);
      for (const value of early.splice(0)) listener(value);
    },
    send: (value) => child.postMessage(value),
    onExit: (listener) => {
      if (exitCode !== undefined) listener(exitCode);
      else exitListeners.push(listener);
    },
    kill: () =>
      new Promise((resolve) => {
        if (exitCode !== undefined) {
          resolve();
          return;
        }
        exitListeners.push(() => resolve());
        if (quitWithinMs === null) {
          child.kill();
          return;
        }
        // `kill` ends a child before it can save.
        child.postMessage(QUIT);
        const force = setTimeout(() => child.kill(), quitWithinMs);
        exitListeners.push(() => clearTimeout(force));
      }),
  };
  return new Promise((resolve, reject) => {
    child.once('spawn', () => resolve(handle));
    child.once('exit', (code) => {
      exitCode = code;
      for (const listener of exitListeners) listener(code);
      reject(new Error(`Expected ${NAMES[entry]} to start, found that it ended with code ${code}`));
    });
  });
}
