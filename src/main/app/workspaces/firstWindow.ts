/**
 * The main window, which opens while main is still being put together: its calls, its data ports and what it was refused wait
 * until main serves them.
 *
 * Invariants  What waits is served in its order. A port that closes meanwhile is never served.
 * Errors      `openWindow` rejects as the shell did, for the main window too.
 */
import type { DataPort, InvokeHandler, PageRefusal, Shell } from '../../shell/port.ts';
import { MAIN_WINDOW } from './windows.ts';

type PortListener = (port: DataPort, window: number) => void;

export interface FirstWindow {
  /** The shell's `openWindow`. Its first call for the main window returns the window that was opened at the start. */
  readonly openWindow: Shell['openWindow'];
  /** Called once. */
  readonly onPageRefusal: Shell['onPageRefusal'];
  serve(handler: InvokeHandler, onPort: PortListener): void;
}

export function openFirstWindow(
  shell: Pick<Shell, 'openWindow' | 'serveInvokes' | 'onDataPort' | 'onPageRefusal'>,
): FirstWindow {
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
  let onRefusal: ((what: PageRefusal) => void) | null = null;
  const refusals: PageRefusal[] = [];
  shell.onPageRefusal((what) => {
    if (onRefusal === null) refusals.push(what);
    else onRefusal(what);
  });
  let opening: ReturnType<Shell['openWindow']> | null = shell.openWindow(MAIN_WINDOW);
  // The window's request reports the failure.
  opening.catch(() => undefined);

  return {
    onPageRefusal(listener) {
      onRefusal = listener;
      for (const what of refusals.splice(0)) listener(what);
    },
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
