/**
 * Log: one JSON line per event, in a file that is rotated before its size limit.
 *
 * Shape       `adyton.log` and one older `adyton.log.1`, mode 0600; `security.log` and `page.log` in the same form, because
 *             a page must not flush main's lines with its own.
 * Invariants  Only named fields are written; text that looks like a key, secret or signature is redacted, control and
 *             bidirectional characters are escaped. Never throws.
 */
import { appendFileSync, chmodSync, existsSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { cleanText } from '#shared/base/cleanText.ts';

export type LogLevel = 'info' | 'warn' | 'error';

/** Fields that a line may have besides time, level, place and message. */
export interface LogFields {
  readonly code?: string;
  readonly status?: number;
  readonly path?: string;
  readonly market?: string;
  readonly orderId?: string;
  readonly intentId?: string;
  readonly network?: string;
  readonly shell?: string;
  readonly version?: string;
  readonly ms?: number;
  readonly count?: number;
}

const TEXT_FIELDS = ['code', 'path', 'market', 'orderId', 'intentId', 'network', 'shell', 'version'] as const;
const NUMBER_FIELDS = ['status', 'ms', 'count'] as const;
const MAX_TEXT = 500;
const MAX_FIELD = 200;
const MAX_BYTES = 2_000_000;

export interface Log {
  readonly path: string;
  write(level: LogLevel, where: string, message: string, fields?: LogFields): void;
}

export interface LogOptions {
  readonly folder: string;
  now(): number;
  /** Name of the file without `.log`; absent: `adyton`. */
  readonly name?: 'security' | 'page';
  readonly maxBytes?: number;
}

export function openLog(options: LogOptions): Log {
  const path = join(options.folder, `${options.name ?? 'adyton'}.log`);
  const maxBytes = options.maxBytes ?? MAX_BYTES;
  let size = 0;
  try {
    mkdirSync(options.folder, { recursive: true, mode: 0o700 });
    if (existsSync(path)) {
      chmodSync(path, 0o600);
      size = statSync(path).size;
    }
  } catch {
    // A failing log never stops the terminal.
  }
  return {
    path,
    write(level, where, message, fields = {}) {
      const line = `${JSON.stringify({
        time: options.now(),
        level,
        where: redact(where),
        message: redact(message),
        ...pick(fields),
      })}\n`;
      const bytes = Buffer.byteLength(line);
      try {
        if (size > 0 && size + bytes > maxBytes) {
          renameSync(path, `${path}.1`);
          size = 0;
        }
        appendFileSync(path, line, { mode: 0o600 });
        size += bytes;
      } catch {
        // A failing log never stops the terminal.
      }
    },
  };
}

/** Base64 and base64url of 30 bytes or more. Paths and ids have their characters too, but seldom capitals and digits. */
const BASE64 = /[A-Za-z0-9+/_-]{40,}={0,2}/g;
const isKeyLike = (run: string): boolean => /[a-z]/.test(run) && /[A-Z]/.test(run) && /[0-9]/.test(run);

/** Redacts hex of 32 bytes or more, long runs of key-like characters, and the values of authentication headers. */
export function redact(text: string): string {
  return cleanText(text, MAX_TEXT * 4, { lines: true })
    .replace(/(X-Auth-[A-Za-z]+|Authorization|X-Adyton-Paper)(["']?\s*[:=]\s*["']?)[^\s"',;}]+/gi, '$1$2…')
    .replace(/(?:0x)?[0-9a-fA-F]{64,}/g, '…')
    .replace(/[A-Za-z0-9+_]{32,}={0,2}/g, '…')
    .replace(BASE64, (run) => (isKeyLike(run) ? '…' : run))
    .slice(0, MAX_TEXT);
}

function pick(fields: LogFields): Record<string, string | number> {
  const kept: Record<string, string | number> = {};
  for (const name of TEXT_FIELDS) {
    const value = fields[name];
    if (typeof value === 'string') kept[name] = cleanText(value.replace(/[0-9a-fA-F]{64,}/g, '…'), MAX_FIELD);
  }
  for (const name of NUMBER_FIELDS) {
    const value = fields[name];
    if (typeof value === 'number') kept[name] = value;
  }
  return kept;
}
