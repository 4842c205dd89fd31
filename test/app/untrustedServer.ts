/** A server of this machine with a certificate that nobody signed; it counts who turned away from it and who did not. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

const fixture = (name: string): string => path.resolve(import.meta.dirname, '../fixtures/tls', name);

export interface UntrustedServer {
  readonly port: number;
  readonly certificateFile: string;
  /** Handshakes that the other side broke off. */
  brokenHandshakes(): number;
  /** What it was asked all the same. */
  requests(): readonly string[];
  close(): Promise<void>;
}

export async function openUntrusted(): Promise<UntrustedServer> {
  const requests: string[] = [];
  let broken = 0;
  const server = https.createServer(
    { key: readFileSync(fixture('localhost.key')), cert: readFileSync(fixture('localhost.crt')) },
    (request, response) => {
      requests.push(`${request.method} ${request.url}`);
      response.writeHead(503).end();
    },
  );
  server.on('upgrade', (request, socket) => {
    requests.push(`upgrade ${request.url}`);
    socket.destroy();
  });
  server.on('tlsClientError', () => {
    broken += 1;
  });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    certificateFile: fixture('localhost.crt'),
    brokenHandshakes: () => broken,
    requests: () => requests,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
