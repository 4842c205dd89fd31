import { describe, expect, it } from 'vitest';
import { createResponseCache, findFreshMs, findMaxAgeMs } from '#main/venue/responseCache.ts';

const answer = (headers: Record<string, string>, text = '[]') => ({
  status: 200,
  text,
  header: (name: string) => headers[name] ?? null,
});

describe('Cache-Control', () => {
  it('is the max-age less the Age header', () => {
    expect(findFreshMs(answer({ 'cache-control': 'public, max-age=30' }))).toBe(30_000);
    expect(findFreshMs(answer({ 'cache-control': 'max-age="30"', age: '10' }))).toBe(20_000);
    expect(findFreshMs(answer({ 'cache-control': 'max-age=30', age: '40' }))).toBe(0);
    expect(findFreshMs(answer({ 'Cache-Control': 'max-age=30' }))).toBe(0);
    expect(findFreshMs(answer({ 'cache-control': 'public, s-maxage=600' }))).toBe(0);
    expect(findFreshMs(answer({ 'cache-control': 'immutable, max-age=99999999999999999999' }))).toBeGreaterThan(1e12);
  });

  it('is 0 for no-store, no-cache and unknown values', () => {
    for (const value of ['no-store', 'no-cache, max-age=30', 'NO-STORE,max-age=30', '', 'max-age=soon', 'max-age=-1']) {
      expect(findFreshMs(answer({ 'cache-control': value }))).toBe(0);
    }
  });

  it('gives the allowed age of a response, or null without a max-age', () => {
    expect(findMaxAgeMs(answer({ 'cache-control': 'max-age=2', age: '2' }))).toBe(2_000);
    expect(findMaxAgeMs(answer({ 'cache-control': 'no-store' }))).toBe(0);
    expect(findMaxAgeMs(answer({}))).toBeNull();
  });
});

describe('response cache', () => {
  it('returns a response until it expires, and never longer than the profile allows', () => {
    let nowMs = 0;
    const cache = createResponseCache(() => nowMs, 60_000);
    cache.store('/a', answer({ 'cache-control': 'max-age=5' }));
    cache.store('/b', answer({ 'cache-control': 'immutable, max-age=31536000' }));
    nowMs = 4_999;
    expect(cache.find('/a')?.text).toBe('[]');
    nowMs = 5_000;
    expect(cache.find('/a')).toBeNull();
    nowMs = 59_999;
    expect(cache.find('/b')).not.toBeNull();
    nowMs = 60_000;
    expect(cache.find('/b')).toBeNull();
  });

  it('keeps nothing that expired in the place of what has not', () => {
    let nowMs = 0;
    const cache = createResponseCache(() => nowMs, 60_000);
    cache.store('/kept', answer({ 'cache-control': 'max-age=60' }));
    for (const at of [0, 1, 2]) {
      nowMs = at * 2_000;
      cache.store(`/big${at}`, answer({ 'cache-control': 'max-age=1' }, 'x'.repeat(10 * 1024 * 1024)));
    }
    expect(cache.find('/kept')).not.toBeNull();
  });

  it('removes the oldest beyond its bounds, and what may no longer be stored', () => {
    const cache = createResponseCache(() => 0, 60_000);
    const long = { 'cache-control': 'max-age=60' };
    for (let count = 0; count < 600; count += 1) cache.store(`/${count}`, answer(long));
    expect([cache.find('/99'), cache.find('/100') !== null]).toEqual([null, true]);
    for (let count = 0; count < 20; count += 1) cache.store(`/big${count}`, answer(long, 'x'.repeat(1024 * 1024)));
    expect([cache.find('/big3'), cache.find('/big19') !== null]).toEqual([null, true]);
    cache.store('/big19', answer({ 'cache-control': 'no-store' }));
    expect(cache.find('/big19')).toBeNull();
  });
});
