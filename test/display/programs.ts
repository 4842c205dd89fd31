/** What a window on a virtual display and a terminal need; these tests are part of a run only where all of it is installed. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { findInstalledBrowser } from '../../src/main/shell/chromium/browsers.ts';

/** The first program that cannot be run here, or null. */
export function findMissingDisplayProgram(): string | null {
  if (spawnSync('Xvfb', ['-help'], { stdio: 'ignore' }).error !== undefined) return 'Xvfb';
  if (spawnSync('python3', ['-c', 'import pty'], { stdio: 'ignore' }).status !== 0) return 'python3';
  return findInstalledBrowser() === null ? 'an installed Chromium, Chrome or Edge' : null;
}

/** How many tests are left out where a program is missing. */
export function countDisplayTests(): number {
  const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.test.ts'));
  const texts = files.map((file) => readFileSync(path.join(import.meta.dirname, file), 'utf8'));
  return texts.flatMap((text) => text.match(/^\s*it\(/gm) ?? []).length;
}
