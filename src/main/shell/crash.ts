/**
 * What a crash of main leaves behind: which kind of error and where, no memory, no message.
 *
 * Invariants  An unknown error's message is never repeated: it may quote its input (JSON.parse does), and that a secret.
 * Source      docs/security-coverage.md#r33
 */
import { writeFileSync } from 'node:fs';

const FRAMES = 12;
/** A place in a file: function names are ours, and nothing else of a line passes. */
const FRAME =
  /^ {4}at (?:(?:async |new )?[\w.$#<>]+(?: \[as [\w.$#]+\])? \()?(?:file:\/\/|node:|\/|[A-Za-z]:\\)\S+:\d+:\d+\)?$/;

/** The error's class and the places it came from. */
export function describeCrash(thrown: unknown): string {
  if (!(thrown instanceof Error)) return 'Adyton failed: something that is not an error was thrown';
  const name = /^\w{1,40}$/.test(thrown.name) ? thrown.name : 'Error';
  // The stack begins with the message, which may have lines of any kind.
  const stack = String(thrown.stack ?? '');
  const at = stack.indexOf(thrown.message);
  const lines = stack.slice(at === -1 ? 0 : at + thrown.message.length).split('\n');
  const frames = lines.filter((line) => FRAME.test(line)).slice(0, FRAMES);
  return [`Adyton failed: ${name}`, ...frames].join('\n');
}

export interface CrashWatch {
  /** Main's state is unknown from here on. */
  onException(words: string): void;
  /** A promise that nobody waits for was broken. */
  onRejection(words: string): void;
}

/** In the place of the runtime's own words, which repeat the message. */
export function watchForCrashes({ onException, onRejection }: CrashWatch): void {
  process.on('uncaughtException', (error) => onException(describeCrash(error)));
  process.on('unhandledRejection', (reason) => onRejection(describeCrash(reason)));
}

/** Leaves memory out of core dumps of this process and of all that it starts, where the system lets it (Linux). */
export function keepMemoryOutOfDumps(platform = process.platform, file = '/proc/self/coredump_filter'): void {
  if (platform !== 'linux') return;
  try {
    writeFileSync(file, '0');
  } catch {
    // A kernel without core dumps has no such file.
  }
}
