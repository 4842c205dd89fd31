/**
 * Runs Electron until it ends: its arguments, its environment and its signals.
 *
 * Shape       On POSIX in a session of its own: a terminal sends Ctrl-C to every process of its session, and the second one ends
 *             Electron in the middle of its quit. The first signal is forwarded once; Electron ends when this process does.
 * Source      docs/electron.md
 */
import { execFile, spawn } from 'node:child_process';
import path from 'node:path';
import { buildChildEnvironment } from '#main/shell/environment.ts';
import { LAUNCHER_VARIABLE } from '#main/shell/launcher.ts';
import { OWN_EXIT_CODES } from '#main/shell/startOptions.ts';
import { type EndingSignal, onEndRequest } from './ending.ts';

/** An Electron that fails within this time never showed a window, in ms. */
const STARTUP_MS = 5_000;

/**
 * Writes `--name URL` as `--name=URL`. On Windows, Electron exits at once if an argument follows one that begins with a scheme;
 * a folder such as `c:` counts as one.
 */
export function joinUrlArguments(args: readonly string[]): string[] {
  const joined: string[] = [];
  for (const argument of args) {
    const last = joined.at(-1) ?? '';
    const isValue = /^[a-z][^\s:]*:/i.test(argument) && /^--[^=]+$/.test(last);
    if (isValue) joined[joined.length - 1] = `${last}=${argument}`;
    else joined.push(argument);
  }
  return joined;
}

export interface ElectronRun {
  readonly binary: string;
  /** Folder of the program. */
  readonly root: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
}

export type ElectronEnd =
  | { readonly kind: 'ended'; readonly exitCode: number }
  /** Without a window; `found` says how, for a person. */
  | { readonly kind: 'notStarted'; readonly found: string };

/**
 * Time after which the launcher exits on Windows, in ms. There the program cannot tell the launcher's close from a person's and may
 * ask first; it quits without an answer once the launcher is gone.
 */
const LAUNCHER_GOES_AFTER_MS = 6_000;

/** Asks the process to quit as a person would. */
function askToQuit(child: ReturnType<typeof spawn>, signal: EndingSignal): void {
  if (process.platform !== 'win32' || child.pid === undefined) {
    child.kill(signal);
    return;
  }
  // Node's kill ends a process at once on Windows; without /F, taskkill closes its windows.
  const taskkill = path.join(process.env.SystemRoot ?? 'C:\\Windows', 'System32', 'taskkill.exe');
  execFile(taskkill, ['/PID', String(child.pid)], { env: buildChildEnvironment(process.env) }, () => undefined);
}

function describeEnd(binary: string, exitCode: number | null, signal: NodeJS.Signals | null): string {
  if (signal !== null) return `that it was ended by ${signal}; the lines above say why`;
  if (exitCode === 127) return `exit code 127: a library is missing, which ldd "${binary}" names`;
  return `exit code ${exitCode}; the lines above say why`;
}

export async function runElectron({ binary, root, args, env }: ElectronRun): Promise<ElectronEnd> {
  const startedAt = performance.now();
  const child = spawn(binary, [root, ...joinUrlArguments(args)], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: buildChildEnvironment(env, { [LAUNCHER_VARIABLE]: String(process.pid) }),
    detached: process.platform !== 'win32',
  });
  let isAsked = false;
  let goes: NodeJS.Timeout | undefined;
  let go = (): void => {};
  const stop = onEndRequest((signal) => {
    isAsked = true;
    askToQuit(child, signal);
    if (process.platform === 'win32') goes = setTimeout(go, LAUNCHER_GOES_AFTER_MS);
  });
  try {
    return await new Promise<ElectronEnd>((resolve) => {
      go = () => {
        child.unref();
        resolve({ kind: 'ended', exitCode: 0 });
      };
      child.once('error', (error) => resolve({ kind: 'notStarted', found: error.message }));
      child.once('exit', (exitCode, signal) => {
        const isEarly = performance.now() - startedAt < STARTUP_MS;
        const isOwn = exitCode !== null && OWN_EXIT_CODES.includes(exitCode);
        // Whoever asked for the end gets it, also when nothing was open yet.
        if (isAsked) resolve({ kind: 'ended', exitCode: exitCode ?? 0 });
        else if (isEarly && !isOwn) resolve({ kind: 'notStarted', found: describeEnd(binary, exitCode, signal) });
        else resolve({ kind: 'ended', exitCode: exitCode ?? 1 });
      });
    });
  } finally {
    clearTimeout(goes);
    stop();
  }
}
