/**
 * Requests of the page: answered by this process, so that the browser itself reaches nothing.
 *
 * Invariants  The page loads only what `serve` answers at ORIGIN and never leaves it.
 * Source      docs/decisions/0002-two-shells.md
 */
import type { BrowserContext } from 'playwright-core';
import type { AssetAnswer } from '../bundle.ts';

/** A secure context whose name never resolves. */
export const ORIGIN = 'https://adyton.localhost';

/** Answers the page's requests at ORIGIN, refuses every other one and every navigation, and closes its dialogs. */
export async function guardContext(
  context: BrowserContext,
  serve: (method: string, url: string) => Promise<AssetAnswer>,
): Promise<void> {
  // A page that asks before it unloads would hold up the closing of its window: the answer is to leave.
  context.on('dialog', (dialog) => {
    const answer = dialog.type() === 'beforeunload' ? dialog.accept() : dialog.dismiss();
    answer.catch(() => undefined);
  });
  await context.route('**', async (route) => {
    const request = route.request();
    const isOurs = request.url().startsWith(`${ORIGIN}/`);
    if (request.isNavigationRequest() && request.url() !== `${ORIGIN}/`) return route.abort('aborted');
    if (!isOurs) return route.abort('blockedbyclient');
    const { status, headers, body } = await serve(request.method(), request.url());
    return route.fulfill({ status, headers: { ...headers }, body: Buffer.from(body) });
  });
}

/** Connects the page's sockets at ORIGIN through this process: the browser itself reaches nothing. */
export async function connectSockets(context: BrowserContext, socketUrl: (url: string) => string): Promise<void> {
  const own = ORIGIN.replace('https:', 'wss:');
  await context.routeWebSocket(
    (url) => url.origin === own,
    (route) => {
      const server = new WebSocket(socketUrl(route.url()), ['vite-hmr']);
      const early: string[] = [];
      server.onopen = () => {
        for (const text of early.splice(0)) server.send(text);
      };
      server.onmessage = ({ data }) => route.send(String(data));
      server.onclose = () => void route.close();
      route.onMessage((text) => {
        if (server.readyState === WebSocket.OPEN) server.send(String(text));
        else early.push(String(text));
      });
      route.onClose(() => server.close());
    },
  );
}
