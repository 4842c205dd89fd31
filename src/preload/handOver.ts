/** Gives the data port to the page, once, after its scripts have run: a MessagePort crosses only by window.postMessage. */
import { PORT_MESSAGE } from '#shared/ipc/names.ts';

/** What is needed of the page's window; the preloads are compiled without the DOM's types. */
export interface PageWindow {
  readonly document: { readonly readyState: string };
  addEventListener(type: 'load', listener: () => void, options: { readonly once: true }): void;
  postMessage(message: unknown, targetOrigin: string, transfer: readonly unknown[]): void;
}

export function handOverPort(page: PageWindow, port: unknown): void {
  // The message stays in this window; '*' because an app: page has no origin that every engine spells alike.
  const give = () => page.postMessage(PORT_MESSAGE, '*', [port]);
  if (page.document.readyState === 'complete') give();
  else page.addEventListener('load', give, { once: true });
}
