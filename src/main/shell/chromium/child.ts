/** Starts a child as a Node process, which must end when its channel closes. */
import { fork } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import path from 'node:path';
import { QUIT } from '#shared/base/parentChannel.ts';
import { buildChildEnvironment } from '../environment.ts';
import type { ChildHandle } from '../port.ts';

/** Time after which a child that ignores SIGTERM is killed, in ms. */
const KILL_AFTER_MS = 3_000;

/**
 * A smaller space for new objects than the default of 16 MB, which stays filled with garbage at any load.
 * docs/measurements.md#memory
 */
const YOUNG_GENERATION = '--max-semi-space-size=4';

/** `quitWithinMs`: time for a child that saves, as in QUIT_WITHIN_MS. */
export function startNodeChild(
  entryFile: string,
  args: readonly string[],
  quitWithinMs: number | null = null,
): Promise<ChildHandle> {
  // Node makes a folder for its version in the one it is given; the child gets the outer one and finds the same folder in it.
  const compiled = getCompileCacheDir();
  const child = fork(entryFile, [...args], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: buildChildEnvironment(
      process.env,
      compiled === undefined ? {} : { NODE_COMPILE_CACHE: path.dirname(compiled) },
    ),
    execArgv: ['--experimental-strip-types', '--disable-warning=ExperimentalWarning', YOUNG_GENERATION],
    // Ctrl-C must not reach the child, so that main closes its connections first. Without its parent's channel the child ends.
    detached: process.platform !== 'win32',
  });
  let exitCode: number | null | undefined;
  const exitListeners: ((code: number | null) => void)[] = [];
  child.on('exit', (code) => {
    exitCode = code;
    for (const listener of exitListeners) listener(code);
  });
  const handle: ChildHandle = {
    onMessage: (listener) => {
      child.on('message', listener);
    },
    send: (value) => {
      if (child.connected) child.send(value as object);
    },
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
        const force = setTimeout(() => child.kill('SIGKILL'), quitWithinMs ?? KILL_AFTER_MS);
        exitListeners.push(() => {
          clearTimeout(force);
          resolve();
        });
        // On Windows a signal ends a child before it can save.
        if (quitWithinMs !== null && child.connected) child.send(QUIT);
        else child.kill('SIGTERM');
      }),
  };
  return new Promise((resolve, reject) => {
    child.once('spawn', () => resolve(handle));
    child.once('error', reject);
  });
}
