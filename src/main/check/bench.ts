/** What a check runs on: a shell, its probe and the runtime. */
import type { Shell } from '../shell/port.ts';
import type { ElectronProbe, ShellProbe } from '../shell/probe.ts';
import type { Runtime } from './runtime.ts';

export interface CheckBench {
  readonly shell: Pick<Shell, 'dataFolder' | 'startChild'>;
  readonly probe: ShellProbe;
  readonly runtime: Runtime;
  /** Version of Electron in package.json; null: not known. */
  readonly pinnedElectron: string | null;
  /** Built file of `outOfMemory.ts`. */
  readonly outOfMemoryFile: string;
  /** `release` and what else `node:os` says of the system. */
  readonly system: string;
}

/** Text: what was found, and all is well. */
export type CheckRun = (bench: CheckBench) => Promise<string>;

/** Throws `Expected …, found …` unless `isTrue`. */
export function expect(isTrue: boolean, expected: string, found: unknown): void {
  if (!isTrue)
    throw new Error(`Expected ${expected}, found ${typeof found === 'string' ? found : JSON.stringify(found)}`);
}

export function electronOf({ probe }: CheckBench): ElectronProbe {
  if (probe.electron === null) throw new Error('Expected Electron, found another shell');
  return probe.electron;
}

/** Rejects after `ms`. */
export async function within<T>(ms: number, what: string, run: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`Expected ${what} within ${ms / 1_000} s`)), ms);
  });
  try {
    return await Promise.race([run, late]);
  } finally {
    clearTimeout(timer);
  }
}
