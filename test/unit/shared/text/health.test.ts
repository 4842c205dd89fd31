import { describe, expect, it } from 'vitest';
import type { Coded } from '#shared/base/coded.ts';
import type { HealthErrors } from '#shared/ipc/health.ts';
import type { StreamReason } from '#shared/market/streamReason.ts';
import { formatCoded } from '#shared/text/catalogue.ts';
import {
  formatAllowance,
  formatHealthError,
  formatOrderSpeed,
  HEALTH_ERRORS,
  STREAM_REASONS,
} from '#shared/text/health.ts';

const formatReason = (reason: StreamReason): string => formatCoded(STREAM_REASONS, reason);
const formatError = (error: Coded<HealthErrors>): string => formatCoded(HEALTH_ERRORS, error);

describe('stream reasons', () => {
  it('show the code of a failed connection where there is one', () => {
    const failed = (systemCode: string | null): string =>
      formatReason({ code: 'connectionFailed', parameters: { systemCode } });
    expect([failed('ECONNREFUSED'), failed(null)]).toEqual(['Connection failed (ECONNREFUSED)', 'Connection failed']);
  });

  it('say what to do when the vault is locked', () => {
    expect(formatReason({ code: 'notSigned', parameters: { isLocked: true } })).toContain('unlock the vault');
    expect(formatReason({ code: 'notSigned', parameters: { isLocked: false } })).not.toContain('vault');
  });

  it('list the missing streams', () => {
    const streams = ['order', 'balance'];
    expect(formatReason({ code: 'notSubscribed', parameters: { streams } })).toBe('Not subscribed: order, balance');
  });
});

it('says how long orders take, in half of the cases and nearly always', () => {
  const clickToWire = { count: 2, p50Ms: 1.24, p95Ms: 3, p99Ms: 9.96 };
  const none = { sinceMs: 0, clickToWire: null, exitToWire: null, wireToAck: null };
  expect(formatOrderSpeed(none)).toBe('No order was sent since the start.');
  expect(formatOrderSpeed({ ...none, clickToWire })).toMatch(
    /^Click to wire 1\.2 ms, 95 % within 3 ms, 99 % within 10 ms\. 2 orders since \S+\.$/,
  );
  const one = { ...clickToWire, count: 1 };
  expect(formatOrderSpeed({ ...none, clickToWire: one, wireToAck: one })).toMatch(
    /; wire to answer 1\.2 ms, .*\. 1 order since/,
  );
  expect(formatOrderSpeed({ ...none, exitToWire: one, wireToAck: one })).toMatch(
    /^Move or flatten to wire, with its cancels, 1\.2 ms, .*; wire to answer .*\. 1 order since/,
  );
  expect(formatOrderSpeed({ ...none, clickToWire, exitToWire: one })).toMatch(/; move or flatten .*\. 3 orders since/);
});

describe('errors', () => {
  it('show the request, the fault and the system code of a transport error', () => {
    const parameters = { request: 'GET /x', fault: 'connect', systemCode: 'ECONNREFUSED' } as const;
    expect(formatError({ code: 'transport', parameters })).toBe(
      'Expected a response to GET /x, found no connection (ECONNREFUSED)',
    );
    const closed = { request: null, fault: 'closed', systemCode: null } as const;
    expect(formatError({ code: 'transport', parameters: closed })).toBe('Expected a response, found a closed client');
  });

  it('show status and codes of a refusal', () => {
    const refused = (codes: readonly string[]): string =>
      formatError({ code: 'refused', parameters: { request: 'GET /x', status: 422, codes } });
    expect(refused(['a.b', 'c'])).toBe('Expected GET /x to succeed, found status 422: b, c');
    expect(refused([])).toBe('Expected GET /x to succeed, found status 422 without a reason');
  });

  it('begin with their source', () => {
    const error = { code: 'unreadable', parameters: { path: 'p', expected: 'text', found: '1' } } as const;
    expect(formatHealthError({ source: { code: 'stream', parameters: { name: 'private' } }, error })).toBe(
      'Stream private: Expected text at p, found 1',
    );
    expect(formatHealthError({ source: { code: 'listener', parameters: { events: 'budgets' } }, error })).toMatch(
      /^Listener of budgets: /,
    );
  });
});

it('formats allowances with their window', () => {
  expect(formatAllowance({ allowance: 120, windowMs: 60_000 })).toBe('120 per minute');
  expect(formatAllowance({ allowance: 5, windowMs: 3_600_000 })).toBe('5 per hour');
  expect(formatAllowance({ allowance: 30, windowMs: 300_000 })).toBe('30 per 5 m');
});
