import { describe, expect, it } from 'vitest';
import { hasMorePages, parsePageHeaders } from '#wire/messages/page.ts';

const headers = (record: Record<string, string>) => parsePageHeaders((name) => record[name] ?? null);

describe('page headers', () => {
  it('reads counts, and null for absent or malformed headers', () => {
    expect(headers({ page: '2', 'per-page': '50', total: '120' })).toEqual({ page: 2, perPage: 50, total: 120 });
    expect(headers({ page: '', total: '-1', 'per-page': 'x' })).toEqual({ page: null, perPage: null, total: null });
  });

  it('continues until the total is reached', () => {
    const said = headers({ total: '3' });
    expect(hasMorePages(said, 2, 2)).toBe(true);
    expect(hasMorePages(said, 1, 3)).toBe(false);
  });

  it('ends at a short page with only a page size, and at an empty page without headers', () => {
    expect(hasMorePages(headers({ 'per-page': '50' }), 50, 50)).toBe(true);
    expect(hasMorePages(headers({ 'per-page': '50' }), 49, 99)).toBe(false);
    expect(hasMorePages(headers({}), 1, 1)).toBe(true);
    expect(hasMorePages(headers({ total: '9' }), 0, 3)).toBe(false);
  });
});
