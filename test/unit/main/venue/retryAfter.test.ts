import { describe, expect, it } from 'vitest';
import { parseRetryAfter } from '#main/venue/retryAfter.ts';

const answer = (value: string | null) => ({ status: 429, text: '', header: () => value });

describe('Retry-After', () => {
  it('is parsed as seconds and as a date', () => {
    expect(parseRetryAfter(answer('90'), 0)).toBe(90_000);
    expect(parseRetryAfter(answer('Thu, 01 Jan 1970 00:02:00 GMT'), 60_000)).toBe(60_000);
    expect(parseRetryAfter(answer('Thu, 01 Jan 1970 00:00:00 GMT'), 60_000)).toBe(0);
  });

  it('is never longer than a day', () => {
    expect(parseRetryAfter(answer('31536000'), 0)).toBe(86_400_000);
    expect(parseRetryAfter(answer('Thu, 01 Jan 1999 00:02:00 GMT'), 0)).toBe(86_400_000);
  });

  it('is null when absent or malformed', () => {
    for (const value of [null, '', '-1', 'soon', '1.5', '9999999999'])
      expect(parseRetryAfter(answer(value), 0)).toBeNull();
  });
});
