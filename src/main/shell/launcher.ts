/**
 * The launcher (`npm start`) and the program that it starts: the program ends when its launcher does.
 *
 * Shape       On POSIX the program has a session of its own, so that Ctrl-C reaches it through the launcher alone; the system
 *             then does not end it with the launcher's terminal.
 */

/** Names the launcher's process to the program; a program without it has no launcher. */
export const LAUNCHER_VARIABLE = 'ADYTON_LAUNCHER';
const POLL_MS = 500;

/** The part of Node's `process` that is used here. */
export interface LaunchedProcess {
  readonly platform: NodeJS.Platform;
  readonly ppid: number;
  readonly env: Record<string, string | undefined>;
  /** Throws where there is no such process. */
  kill(pid: number, signal: 0): unknown;
}

function isGone({ platform, ppid, kill }: LaunchedProcess, launcher: number): boolean {
  // An orphan gets another parent, except on Windows.
  if (platform !== 'win32') return ppid !== launcher;
  try {
    kill(launcher, 0);
    return false;
  } catch {
    return true;
  }
}

/** Calls `onGone` once when the launcher has ended; removes the variable, which is for this process alone. */
export function watchLauncher(launched: LaunchedProcess, onGone: () => void): void {
  const text = launched.env[LAUNCHER_VARIABLE] ?? '';
  delete launched.env[LAUNCHER_VARIABLE];
  if (!/^\d{1,9}$/.test(text)) return;
  const launcher = Number.parseInt(text, 10);
  const poll = setInterval(() => {
    if (!isGone(launched, launcher)) return;
    clearInterval(poll);
    onGone();
  }, POLL_MS);
  poll.unref();
}
