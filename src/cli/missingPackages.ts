/** Checks that a clone has the development packages that the commands need. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { StartError } from '#main/shell/startOptions.ts';

/** The build, the Chromium shell and Electron's installer. */
const NEEDED = ['electron', 'electron-vite', 'playwright-core', '@sparticuz/chromium', 'vite'];

/** Throws a StartError that names the missing packages. */
export function checkPackages(root: string, exists: (folder: string) => boolean = existsSync): void {
  const missing = NEEDED.filter((name) => !exists(path.join(root, 'node_modules', name)));
  if (missing.length === 0) return;
  throw new StartError(
    `Development packages are not installed: ${missing.join(', ')}.\n  npm ci      installs them`,
    1,
  );
}
