import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { until } from '../until.ts';

const fixture = (name: string): string => path.resolve(import.meta.dirname, '../../fixtures/tls', name);
const child = path.resolve(import.meta.dirname, 'tlsChild.ts');

let server: https.Server;
let requests: string[];
let handshakes: number;

beforeEach(async () => {
  requests = [];
  handshakes = 0;
  server = https.createServer(
    { key: readFileSync(fixture('localhost.key')), cert: readFileSync(fixture('localhost.crt')) },
    (request, response) => {
      requests.push(request.url ?? '');
      response.end(String(Date.now()));
    },
  );
  server.on('tlsClientError', () => {
    handshakes += 1;
  });
  server.on('upgrade', (request, socket) => {
    socket.on('error', () => socket.destroy());
    socket.destroy();
    requests.push(request.url ?? '');
  });
  server.on('secureConnection', (socket) => socket.on('error', () => socket.destroy()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function run(environment: Record<string, string>): Promise<unknown> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const started = spawn(process.execPath, ['--experimental-strip-types', child, String(port)], {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let text = '';
    started.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
    });
    started.on('error', reject);
    started.on('close', () => {
      try {
        resolve(JSON.parse(text));
      } catch (error) {
        reject(error);
      }
    });
  });
}

describe('a live server with a self-signed certificate', () => {
  const environments: [string, Record<string, string>][] = [
    ['a plain environment', {}],
    ['NODE_TLS_REJECT_UNAUTHORIZED=0', { NODE_TLS_REJECT_UNAUTHORIZED: '0' }],
    ['NODE_EXTRA_CA_CERTS naming it', { NODE_EXTRA_CA_CERTS: fixture('localhost.crt') }],
    ['SSL_CERT_FILE naming it', { SSL_CERT_FILE: fixture('localhost.crt'), NODE_OPTIONS: '--use-openssl-ca' }],
    ['a proxy', { HTTPS_PROXY: 'http://127.0.0.1:1', HTTP_PROXY: 'http://127.0.0.1:1', NODE_USE_ENV_PROXY: '1' }],
  ];
  it.each(environments)(
    'is refused by REST and by the stream under %s, before a byte of a request leaves',
    async (_, environment) => {
      expect(await run(environment)).toEqual({
        refusal: expect.stringMatching(/^TransportError: .*no connection \(DEPTH_ZERO_SELF_SIGNED_CERT\)$/),
        stream: { code: 'connectionFailed', parameters: { systemCode: 'DEPTH_ZERO_SELF_SIGNED_CERT' } },
      });
      // The second handshake may reach the server after the client's end.
      await until(() => expect(handshakes).toBeGreaterThan(1));
      expect(requests).toEqual([]);
    },
  );
});
