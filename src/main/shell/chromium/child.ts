/** Starts the embedded exchange as a Node process with a channel of its own; it ends when its channel does. */
import { fork } from 'node:child_process';
import type { ChildHandle } from '../port.ts';

/** A child that ignores the polite signal is ended after this long, in ms. */
const KILL_AFTER_MS = 3_000;
/** Lets a child outlive nothing: with its parent gone, so is its reason to run. */
const END_WITH_PARENT = 'data:text/javascript,process.on("disconnect",()=>process.exit(0));process.on("SIGINT",()=>{})';

export function startNodeChild(entryFile: string, args: readonly string[]): Promise<ChildHandle> {
  const child = fork(entryFile, [...args], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: ['--experimental-strip-types', '--disable-warning=ExperimentalWarning', '--import', END_WITH_PARENT],
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
        const force = setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS);
        exitListeners.push(() => {
          clearTimeout(force);
          resolve();
        });
        child.kill('SIGTERM');
      }),
  };
  return new Promise((resolve, reject) => {
    child.once('spawn', () => resolve(handle));
    child.once('error', reject);
  });
}
