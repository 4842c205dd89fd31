/**
 * The main window, which opens while main is still being put together: its calls and its data ports wait until main serves them.
 *
 * Invariants  What waits is served in its order. A port that closes meanwhile is never served.
 * Errors      `openWindow` rejects as the shell did, for the main window too.
 */
import type { DataPort, InvokeHandler, Shell } from '../shell/port.ts';
import { MAIN_WINDOW } from './windows.ts';

type PortListener = (port: DataPort, window: number) => void;

export interface FirstWindow {
  /** The shell's `openWindow`. Its first call for the main window returns the window that was opened at the start. */
  readonly openWindow: Shell['openWindow'];
  serve(handler: InvokeHandler, onPort: PortListener): void;
}

export function openFirstWindow(shell: Pick<Shell, 'openWindow' | 'serveInvokes' | 'onDataPort'>): FirstWindow {
  let handler: InvokeHandler | null = null;
  let onPort: PortListener | null = null;
  let settle = (): void => {};
  const served = new Promise<void>((resolve) => {
    settle = resolve;
  });
  const waiting = new Map<DataPort, number>();
  shell.serveInvokes(async (request) => {
    if (handler === null) await served;
    return handler!(request);
  });
  shell.onDataPort((port, window) => {
    if (onPort !== null) return onPort(port, window);
    waiting.set(port, window);
    port.onClose(() => waiting.delete(port));
  });
  let opening: ReturnType<Shell['openWindow']> | null = shell.openWindow(MAIN_WINDOW);
  // Its request reports it.
  opening.catch(() => undefined);

  return {
    openWindow(request) {
      if (request.id !== MAIN_WINDOW.id || opening === null) return shell.openWindow(request);
      const opened = opening;
      opening = null;
      return opened;
    },
    serve(nextHandler, nextOnPort) {
      handler = nextHandler;
      onPort = nextOnPort;
      settle();
      for (const [port, window] of waiting) onPort(port, window);
      waiting.clear();
    },
  };
}
