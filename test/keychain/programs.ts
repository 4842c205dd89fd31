/** Programs of a private Secret Service; the real keychain tests run only when all are installed. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const PROGRAMS = ['dbus-run-session', 'gnome-keyring-daemon'];

/** The first program that can't be started here, or null. */
export function findMissingProgram(): string | null {
  const canRun = (program: string) => spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;
  return PROGRAMS.find((program) => !canRun(program)) ?? null;
}

/** Number of tests that are skipped when a program is missing. */
export function countKeychainTests(): number {
  const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.test.ts'));
  const texts = files.map((file) => readFileSync(path.join(import.meta.dirname, file), 'utf8'));
  return texts.flatMap((text) => text.match(/^\s*it\(/gm) ?? []).length;
}
