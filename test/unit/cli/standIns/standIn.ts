/** Stand-ins for Electron's binary: programs that do one thing that Electron does. */
import { type ChildProcess, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';

/** Runs until a signal, then quits in steps as Electron does; a second signal ends it in the middle, as it ends Electron. */
export const QUITS_SLOWLY = `
let isQuitting = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    if (isQuitting) {
      process.stdout.write('cut short\\n');
      process.exit(130);
    }
    isQuitting = true;
    process.stdout.write('quitting after ' + signal + '\\n');
    setTimeout(() => {
      process.stdout.write('saved\\n');
      process.exit(0);
    }, 300);
  });
}
setInterval(() => undefined, 1000);
process.stdout.write('running ' + process.pid + '\\n');
`;

/** A program of this text in `folder`. */
export function writeStandIn(folder: string, text: string): string {
  const file = path.join(folder, 'electron');
  writeFileSync(file, `#!${process.execPath}\n${text}`, { mode: 0o755 });
  return file;
}

/** Arguments of Node for the driver. */
export const driverArguments = (binary: string, root: string, args: readonly string[] = []): string[] => [
  '--experimental-strip-types',
  '--disable-warning=ExperimentalWarning',
  path.join(import.meta.dirname, 'run.ts'),
  binary,
  root,
  ...args,
];

export interface Driver {
  readonly child: ChildProcess;
  /** Resolves when this is in the output; rejects when the driver ends without it. */
  until(text: string): Promise<string>;
  readonly ended: Promise<string>;
}

/** Follows a child's output. */
export function follow(child: ChildProcess): Driver {
  let output = '';
  const waiting = new Set<() => void>();
  child.stdout?.on('data', (chunk: Buffer) => {
    output += chunk.toString('utf8');
    for (const look of waiting) look();
  });
  const ended = new Promise<string>((resolve) => child.once('close', () => resolve(output)));
  return {
    child,
    ended,
    until: (text) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (!output.includes(text)) return;
          waiting.delete(look);
          resolve(output);
        };
        waiting.add(look);
        look();
        void ended.then(() => reject(new Error(`Expected ${text}, found: ${output}`)));
      }),
  };
}

/** Starts the driver as the leader of a process group of its own, as a terminal does. */
export function startDriver(binary: string, root: string, options: { readonly env?: NodeJS.ProcessEnv } = {}): Driver {
  return follow(
    spawn(process.execPath, driverArguments(binary, root), {
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
      env: options.env ?? process.env,
    }),
  );
}
