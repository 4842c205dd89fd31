/** Whether the real Electron can be opened on this machine, by this user, now. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { findElectron } from '../../src/cli/electronBinary.ts';
import { adviseOnSandbox } from '../../src/cli/electronSandbox.ts';

export interface Machine {
  readonly hasBinary: boolean;
  /** The system lets Electron's sandbox start. */
  readonly hasSandbox: boolean;
  readonly platform: NodeJS.Platform;
  /** Undefined where a system has no such number. */
  readonly userId: number | undefined;
  readonly hasDisplay: boolean;
}

/** Why not, for a person; null where it can be. The program itself starts the other shell for the same reasons. */
export function describeMissingElectron({
  hasBinary,
  hasSandbox,
  platform,
  userId,
  hasDisplay,
}: Machine): string | null {
  if (!hasBinary) return "Electron's binary is not here";
  if (userId === 0) return 'this user is root, for whom Electron has no sandbox';
  if (platform === 'linux' && !hasDisplay) return 'there is no display';
  if (!hasSandbox) return "the system does not let Electron's sandbox start; npm start prints what mends it";
  return null;
}

export async function whyNoElectron(root: string): Promise<string | null> {
  const binary = await findElectron(root);
  return describeMissingElectron({
    hasBinary: binary !== null,
    hasSandbox: binary === null || adviseOnSandbox(binary) === null,
    platform: process.platform,
    userId: process.getuid?.(),
    hasDisplay: Boolean(process.env.DISPLAY ?? process.env.WAYLAND_DISPLAY),
  });
}

/** How many specifications there are, by the runner's own list, which also reads every file; throws when it can't. */
export async function countElectronSpecifications(root: string): Promise<number> {
  const runner = path.join(root, 'node_modules/@playwright/test/cli.js');
  const { stdout } = await promisify(execFile)(process.execPath, [runner, 'test', '-c', 'test/electron', '--list'], {
    cwd: root,
  });
  const count = /^Total: (\d+) tests? in /m.exec(stdout)?.[1];
  if (count === undefined) throw new Error('Expected a list of specifications, found none');
  return Number.parseInt(count, 10);
}
