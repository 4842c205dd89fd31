/** Starts a child as one of Electron's utility processes. */
import type { ChildEntry, ChildHandle } from '../port.ts';
import type { ElectronParts } from './parts.ts';

const NAMES: Readonly<Record<ChildEntry, string>> = {
  paper: 'Adyton embedded exchange',
  keychain: 'Adyton keychain',
  dryRun: 'Adyton dry run',
};

export function startUtilityChild(
  electron: ElectronParts,
  entry: ChildEntry,
  entryFile: string,
  args: readonly string[],
): Promise<ChildHandle> {
  const child = electron.utilityProcess.fork(entryFile, [...args], {
    serviceName: NAMES[entry],
    stdio: 'inherit',
  });
  let exitCode: number | undefined;
  const exitListeners: ((code: number) => void)[] = [];
  const handle: ChildHandle = {
    onMessage: (listener) => {
      child.on('message', listener);
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
        child.kill();
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
