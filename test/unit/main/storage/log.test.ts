import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openLog, redact } from '#main/storage/log.ts';

/** Windows has no such modes: it shows every writable file as this. */
const PRIVATE = process.platform === 'win32' ? 0o666 : 0o600;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'adyton-log-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const readLines = (path: string): Record<string, unknown>[] =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('log', () => {
  it('writes one JSON line per event with known fields only', () => {
    const log = openLog({ folder, now: () => 5 });
    const fields = { status: 500, path: '/api/v2/pythia/public/markets/btc-100k/order-book', secret: 'x', count: '3' };
    log.write('warn', 'venue', 'Expected 200,\nfound 500', fields as never);
    expect(readLines(log.path)).toEqual([
      { time: 5, level: 'warn', where: 'venue', message: 'Expected 200,\nfound 500', status: 500, path: fields.path },
    ]);
  });

  it('redacts keys, signatures and headers', () => {
    const key = 'a1'.repeat(32);
    for (const text of [
      `private 0x${key} end`,
      `signature 0x${key}${key}1b end`,
      `secret ${'Ab3_'.repeat(10)} end`,
      `secret ${'Ab3_/Ab3_-'.repeat(4)}abc= end`,
      'X-Auth-Signature: abc123 end',
      '{"x-auth-apikey":"abc123"} end',
    ]) {
      const redacted = redact(text);
      expect(redacted).toContain('…');
      expect(redacted).toContain('end');
      expect(redacted).not.toMatch(/a1a1|Ab3_|abc123/);
    }
    expect(redact('Order 123e4567-e89b-12d3-a456-426614174000 at /api/v2/pythia/orders/7')).not.toContain('…');
    expect(redact('POST /api/v2/atlas/account/wallet/session-key at /home/someone/config/adyton')).not.toContain('…');
  });

  it('rotates the file before its size limit, and keeps one older file', () => {
    const log = openLog({ folder, now: () => 5, maxBytes: 1_000 });
    for (let at = 0; at < 50; at += 1) log.write('info', 'test', `event ${at}`);
    expect(statSync(log.path).size).toBeLessThanOrEqual(1_000);
    expect(statSync(`${log.path}.1`).size).toBeLessThanOrEqual(1_000);
    expect(readLines(log.path).at(-1)).toMatchObject({ message: 'event 49' });
    const again = openLog({ folder, now: () => 6, maxBytes: 1_000 });
    again.write('info', 'test', 'after a restart');
    expect(readLines(again.path).at(-1)).toMatchObject({ message: 'after a restart' });
  });

  it('never throws, even for an invalid path', () => {
    const log = openLog({ folder: join(folder, 'adyton.log', '\0'), now: () => 5 });
    expect(() => log.write('error', 'x', 'y')).not.toThrow();
  });

  it('is readable by its owner alone', () => {
    const log = openLog({ folder, now: () => 5 });
    log.write('info', 'test', 'hello');
    expect(statSync(log.path).mode & 0o777).toBe(PRIVATE);
  });
});
