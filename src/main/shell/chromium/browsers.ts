/** Finds an installed Chromium, Chrome or Edge. */
import { existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { FolderHost } from '../folders.ts';

export interface BrowserChoice {
  /** For a person. */
  readonly name: string;
  readonly executable: string;
  /** Added to the browser's environment. */
  readonly env: Readonly<Record<string, string>>;
}

interface Candidate {
  readonly name: string;
  readonly executable: string;
}

const LINUX_NAMES: readonly (readonly [string, string])[] = [
  ['Google Chrome', 'google-chrome-stable'],
  ['Google Chrome', 'google-chrome'],
  ['Microsoft Edge', 'microsoft-edge-stable'],
  ['Microsoft Edge', 'microsoft-edge'],
  ['Chromium', 'chromium'],
  ['Chromium', 'chromium-browser'],
];

const MAC_APPS: readonly (readonly [string, string])[] = [
  ['Google Chrome', 'Google Chrome.app/Contents/MacOS/Google Chrome'],
  ['Microsoft Edge', 'Microsoft Edge.app/Contents/MacOS/Microsoft Edge'],
  ['Chromium', 'Chromium.app/Contents/MacOS/Chromium'],
];

const WINDOWS_FILES: readonly (readonly [string, string])[] = [
  ['Google Chrome', 'Google\\Chrome\\Application\\chrome.exe'],
  ['Microsoft Edge', 'Microsoft\\Edge\\Application\\msedge.exe'],
  ['Chromium', 'Chromium\\Application\\chrome.exe'],
];

/** Paths where browsers are installed on this system, preferred first; pure. */
export function listBrowserCandidates({ platform, env, home }: FolderHost): readonly Candidate[] {
  if (platform === 'win32') {
    const roots = [env.LOCALAPPDATA, env.PROGRAMFILES, env['PROGRAMFILES(X86)']].filter((root) => root !== undefined);
    return WINDOWS_FILES.flatMap(([name, file]) =>
      roots.map((root) => ({ name, executable: path.win32.join(root, file) })),
    );
  }
  if (platform === 'darwin') {
    const roots = ['/Applications', path.posix.join(home, 'Applications')];
    return MAC_APPS.flatMap(([name, app]) => roots.map((root) => ({ name, executable: path.posix.join(root, app) })));
  }
  const folders = (env.PATH ?? '').split(':').filter((folder) => folder.startsWith('/'));
  return LINUX_NAMES.flatMap(([name, file]) =>
    folders.map((folder) => ({ name, executable: path.posix.join(folder, file) })),
  );
}

export function findInstalledBrowser(
  host: FolderHost = { platform: process.platform, env: process.env, home: os.homedir() },
  exists: (file: string) => boolean = existsSync,
): BrowserChoice | null {
  const found = listBrowserCandidates(host).find(({ executable }) => exists(executable));
  return found === undefined ? null : { ...found, env: {} };
}
