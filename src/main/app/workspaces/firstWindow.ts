/**
 * The main window, which opens while main is still being put together: its calls, its data ports and what it was refused wait
 * until main serves them.
 *
 * Invariants  What waits is served in its order. A port that closes meanwhile is never served.
 * Errors      `openWindow` rejects as the shell did, for the main window too.
 */
import type { Now } from '#shared/base/clock.ts';
import type { StartingView } from '#shared/ipc/frames/frame.ts';
import { encodeFrame } from '#shared/ipc/frames/frameCodec.ts';
import type { DataPort, InvokeHandler, PageRefusal, Shell } from '../../shell/port.ts';
import { MAIN_WINDOW } from './windows.ts';

type PortListener = (port: DataPort, window: number) => void;

export interface FirstWindow {
  /** The shell's `openWindow`. Its first call for the main window returns the window that was opened at the start. */
  readonly openWindow: Shell['openWindow'];
  /** Called once. */
  readonly onPageRefusal: Shell['onPageRefusal'];
  /** Shows the pages what main does before it serves them; a page that comes later gets the newest. */
  show(starting: StartingView): void;
  serve(handler: InvokeHandler, onPort: PortListener): void;
}

export function openFirstWindow(
  shell: Pick<Shell, 'openWindow' | 'serveInvokes' | 'onDataPort' | 'onPageRefusal'>,
  now: Now,
): FirstWindow {
  let handler: InvokeHandler | null = null;
  let onPort: PortListener | null = null;
  let settle = (): void => {};
  const served = new Promise<void>((resolve) => {
    settle = resolve;
  });
  const waiting = new Map<DataPort, number>();
  let starting: StartingView | null = null;
  const post = (port: DataPort): void => {
    if (starting === null) return;
    try {
      port.post(encodeFrame({ seq: 0, sentAtMs: now(), clockOffsetMs: null, starting }));
    } catch {
      waiting.delete(port);
    }
  };
  shell.serveInvokes(async (request) => {
    if (handler === null) await served;
    return handler!(request);
  });
  shell.onDataPort((port, window) => {
    if (onPort !== null) return onPort(port, window);
    waiting.set(port, window);
    post(port);
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
    show(next) {
      starting = next;
      for (const port of waiting.keys()) post(port);
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
