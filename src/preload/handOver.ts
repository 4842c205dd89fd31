/** Passes the data port to the page once its scripts have run; a MessagePort crosses only by window.postMessage. */
import { PORT_MESSAGE } from '#shared/ipc/channels.ts';

/** The used part of the page's window; preloads are compiled without the DOM's types. */
export interface PageWindow {
  readonly document: { readonly readyState: string };
  addEventListener(type: 'load', listener: () => void, options: { readonly once: true }): void;
  postMessage(message: unknown, targetOrigin: string, transfer: readonly unknown[]): void;
}

export function handOverPort(page: PageWindow, port: unknown): void {
  // The message stays in this window; engines differ in how they write the origin of an app: page, so the target is '*'.
  const post = () => page.postMessage(PORT_MESSAGE, '*', [port]);
  if (page.document.readyState === 'complete') post();
  else page.addEventListener('load', post, { once: true });
}
