/**
 * Vite's development server behind the Chromium shell: pages load at ORIGIN, modules are replaced while it runs.
 *
 * Invariants  The release content policy is not involved: the built files keep theirs. Vite listens on 127.0.0.1 alone.
 */
import { realpathSync } from 'node:fs';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { createServer } from 'vite';
import type { AssetAnswer } from '#main/shell/bundle.ts';
import { ORIGIN } from '#main/shell/chromium/shell.ts';
import { scaledSizes } from './scaledSizes.ts';

/** As the release policy, but with Vite's inline scripts, style elements and socket. */
const DEVELOPMENT_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  `connect-src 'self' ${ORIGIN.replace('https:', 'wss:')}`,
  "worker-src 'self'",
].join('; ');

const PASSED_HEADERS = ['content-type', 'etag'];

export interface DevServer {
  /** WebSocket URL of Vite, for the page's socket to be connected to. */
  socketUrl(pageUrl: string): string;
  serve(method: string, url: string): Promise<AssetAnswer>;
  close(): Promise<void>;
}

export async function openDevServer(root: string): Promise<DevServer> {
  const host = new URL(ORIGIN).host;
  const server = await createServer({
    configFile: false,
    root: path.join(root, 'src/renderer'),
    cacheDir: path.join(root, '.cache/vite'),
    plugins: [react()],
    css: { postcss: { plugins: [scaledSizes(path.join(root, 'src/renderer'))] } },
    server: {
      host: '127.0.0.1',
      port: 0,
      allowedHosts: [host],
      // The page's address is not Vite's: its client connects to the page's host.
      hmr: { protocol: 'wss', host, clientPort: 443 },
      fs: { allow: [root, realpathSync(path.join(root, 'node_modules'))] },
    },
  });
  await server.listen();
  const address = server.httpServer?.address();
  if (address === null || address === undefined || typeof address === 'string') {
    throw new Error('Expected the development server to listen on a port');
  }
  const base = `127.0.0.1:${address.port}`;
  return {
    socketUrl: (pageUrl) => `ws://${base}/${new URL(pageUrl).search}`,
    async serve(method, url) {
      const answer = await fetch(`http://${base}${url.slice(ORIGIN.length)}`, { method });
      const passed = [...answer.headers].filter(([name]) => PASSED_HEADERS.includes(name));
      return {
        status: answer.status,
        headers: {
          ...Object.fromEntries(passed),
          'content-security-policy': DEVELOPMENT_POLICY,
          'cache-control': 'no-store',
        },
        body: new Uint8Array(await answer.arrayBuffer()),
      };
    },
    close: () => server.close(),
  };
}
