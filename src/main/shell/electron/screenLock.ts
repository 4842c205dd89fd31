/**
 * Locked screens on Linux, where Electron sends no event: logind's hint, and Electron's own reading.
 *
 * Shape       GNOME and KDE set the hint for their own locks, on Wayland and X11. A screen locker that does not is seen by
 *             Electron on X11 alone. Asked, because only a bus client of our own could listen.
 * Source      docs/security-coverage.md#r30, docs/electron.md
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { buildChildEnvironment } from '../environment.ts';
import type { ElectronParts } from './parts.ts';

/** Fixed places: another program of this name could come first in PATH. */
const LOGINCTL = ['/usr/bin/loginctl', '/bin/loginctl', '/run/current-system/sw/bin/loginctl'];
const ANSWER_WITHIN_MS = 2_000;
const POLL_MS = 5_000;
/** The check has to name a time after which a system without input is idle, in s; a locked one answers so at once. */
const IDLE_AFTER_S = 60;

/** Whether the session is locked; null where nobody answers. */
export type ReadLockedHint = () => Promise<boolean | null>;

export function openLockedHint(
  env: Readonly<Record<string, string | undefined>> = process.env,
  programs: readonly string[] = LOGINCTL,
): ReadLockedHint {
  const program = programs.find((file) => existsSync(file));
  if (program === undefined) return async () => null;
  const args = ['show-session', env.XDG_SESSION_ID ?? 'auto', '--property=LockedHint', '--value'];
  return () =>
    new Promise((resolve) => {
      const options = { timeout: ANSWER_WITHIN_MS, env: buildChildEnvironment(process.env) };
      execFile(program, args, options, (error, stdout) => {
        const answer = stdout.trim();
        resolve(error !== null || (answer !== 'yes' && answer !== 'no') ? null : answer === 'yes');
      });
    });
}

/** Calls `onLock` once for each lock of the screen. */
export function watchScreen(
  powerMonitor: Pick<ElectronParts['powerMonitor'], 'getSystemIdleState'>,
  readHint: ReadLockedHint,
  onLock: () => void,
): void {
  let wasLocked = false;
  let isAsking = false;
  const note = (isLocked: boolean): void => {
    if (isLocked && !wasLocked) onLock();
    wasLocked = isLocked;
  };
  const ask = async (): Promise<void> => {
    if (isAsking) return;
    isAsking = true;
    const isSeen = powerMonitor.getSystemIdleState(IDLE_AFTER_S) === 'locked';
    // Electron's answer is there at once: a lock does not wait for the other.
    if (isSeen) note(true);
    note((await readHint()) === true || isSeen);
    isAsking = false;
  };
  setInterval(() => void ask(), POLL_MS).unref();
}
