/**
 * Crash report of main: the error's class and stack frames, without its message and without memory.
 *
 * Invariants  The message of an unknown error is never repeated: it may quote its input (JSON.parse does), which may be a secret.
 * Source      docs/security-coverage.md#r33
 */
import { writeFileSync } from 'node:fs';

const FRAMES = 12;
/** A stack frame with a file position; no other line passes. */
const FRAME =
  /^ {4}at (?:(?:async |new )?[\w.$#<>]+(?: \[as [\w.$#]+\])? \()?(?:file:\/\/|node:|\/|[A-Za-z]:\\)\S+:\d+:\d+\)?$/;

/** The error's class and its stack frames. */
export function describeCrash(thrown: unknown): string {
  if (!(thrown instanceof Error)) return 'Adyton failed: something that is not an error was thrown';
  const name = /^\w{1,40}$/.test(thrown.name) ? thrown.name : 'Error';
  // The stack begins with the message, which may have any lines.
  const stack = String(thrown.stack ?? '');
  const at = stack.indexOf(thrown.message);
  const lines = stack.slice(at === -1 ? 0 : at + thrown.message.length).split('\n');
  const frames = lines.filter((line) => FRAME.test(line)).slice(0, FRAMES);
  return [`Adyton failed: ${name}`, ...frames].join('\n');
}

export interface CrashWatch {
  /** After it main's state is undefined. */
  onException(report: string): void;
  /** A promise without a handler was rejected. */
  onRejection(report: string): void;
}

/** Replaces the runtime's own reports, which repeat the message. */
export function watchForCrashes({ onException, onRejection }: CrashWatch): void {
  process.on('uncaughtException', (error) => onException(describeCrash(error)));
  process.on('unhandledRejection', (reason) => onRejection(describeCrash(reason)));
}

/** Excludes memory from core dumps of this process and its children (Linux only). */
export function keepMemoryOutOfDumps(platform = process.platform, file = '/proc/self/coredump_filter'): void {
  if (platform !== 'linux') return;
  try {
    writeFileSync(file, '0');
  } catch {
    // A kernel without core dumps has no such file.
  }
}
