/**
 * Guard before a local chain: serves its JSON-RPC on 127.0.0.1 with the checks of the embedded exchange.
 *
 * Invariants  Host must be 127.0.0.1 with the port; a request with an Origin or another mark of a browser is refused, so no web page
 *             reaches the chain, by a rebound name either.
 */
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { checkGuard } from '#paper/server/http/guard.ts';

export interface ChainGuard {
  readonly url: string;
  close(): Promise<void>;
}

export async function openChainGuard(chainUrl: string): Promise<ChainGuard> {
  const target = new URL(chainUrl);
  let port = 0;
  const server = createServer((request, response) => {
    const refusal = checkGuard(request, port, null);
    if (refusal !== null) {
      request.resume();
      response.writeHead(refusal.status, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify({ errors: refusal.codes }));
      return;
    }
    const { method = 'POST', headers } = request;
    const passed = ['content-type', 'content-length'].flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value] as const] : [];
    });
    const forwarded = send(target, { method, headers: Object.fromEntries(passed) }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, { 'Content-Type': answer.headers['content-type'] ?? 'text/plain' });
      answer.pipe(response);
    });
    forwarded.on('error', () => response.destroy());
    request.pipe(forwarded);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: '127.0.0.1', port: 0 }, resolve);
  });
  port = (server.address() as AddressInfo).port;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
