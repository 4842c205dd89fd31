/**
 * Bundle server: answers GET requests with regular files of the renderer's folder, by real path.
 *
 * Errors      Never throws on a request: a refusal is a status without any information about the disk.
 * Source      docs/security-coverage.md#r6
 */

import { readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';

/**
 * Enforced, not reported. The docking library and React set styles on elements, hence `style-src-attr`.
 * The chart library needs `attributionLogo: false`: its logo sets HTML from text.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'none'",
  "worker-src 'self'",
  "frame-src 'none'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const ASSET_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'camera=(), microphone=(), geolocation=(), usb=(), serial=(), hid=(), payment=(), display-capture=()',
  'cache-control': 'no-store',
};

const MIME: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.mp3': 'audio/mpeg',
  '.wav': 'audio/wav',
};

/** The bundler writes plain names, and our page requests no others. */
const PLAIN_PATH = /^(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)+$/;

export type AssetName =
  | { readonly kind: 'file'; readonly relative: string }
  | { readonly kind: 'refused'; readonly status: number };

export interface AssetAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer>;
}

const refused = (status: number): AssetName => ({ kind: 'refused', status });

/** Maps a request to a file of the bundle; pure, before any disk access. `origin` has no final slash. */
export function parseAssetName(method: string, url: string, origin: string): AssetName {
  if (method !== 'GET') return refused(405);
  if (!url.startsWith(`${origin}/`)) return refused(404);
  const pathname = url.slice(origin.length);
  if (pathname === '/') return { kind: 'file', relative: 'index.html' };
  if (!PLAIN_PATH.test(pathname)) return refused(400);
  if (!Object.hasOwn(MIME, path.posix.extname(pathname))) return refused(404);
  return { kind: 'file', relative: pathname.slice(1) };
}

/** True when `inner` is below `outer`; both are real paths. */
export function isInside(outer: string, inner: string): boolean {
  const relative = path.relative(outer, inner);
  return relative !== '' && relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}

function answerRefusal(status: number): AssetAnswer {
  return { status, headers: { ...ASSET_HEADERS, 'content-type': 'text/plain; charset=utf-8' }, body: new Uint8Array() };
}

/** Serves the files of `folder`, which must exist. */
export function openBundle(folder: string, origin: string): (method: string, url: string) => Promise<AssetAnswer> {
  return async (method, url) => {
    const name = parseAssetName(method, url, origin);
    if (name.kind === 'refused') return answerRefusal(name.status);
    try {
      const root = await realpath(folder);
      const file = await realpath(path.join(root, name.relative));
      const type = MIME[path.extname(file)];
      if (!isInside(root, file) || type === undefined || !(await stat(file)).isFile()) return answerRefusal(404);
      return {
        status: 200,
        headers: { ...ASSET_HEADERS, 'content-type': type },
        body: new Uint8Array(await readFile(file)),
      };
    } catch {
      return answerRefusal(404);
    }
  };
}
