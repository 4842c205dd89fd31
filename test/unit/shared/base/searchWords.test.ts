import { describe, expect, it } from 'vitest';
import { matchesWords, rankMatch } from '#shared/base/searchWords.ts';

describe('a search', () => {
  it('finds names by the beginnings of their words, in any order', () => {
    expect(matchesWords(['Cancel all orders'], 'ord can')).toBe(true);
    expect(matchesWords(['Cancel all orders'], 'rders')).toBe(false);
    expect(matchesWords(['Bitcoin above $96,000?', 'Crypto'], '96000 crypto')).toBe(true);
    expect(matchesWords(['Élection'], 'elec')).toBe(true);
  });

  it('ranks what begins with the query before its words, and those before initials', () => {
    expect(rankMatch('Cancel all orders', 'cancel a')).toBe(0);
    expect(rankMatch('Cancel all orders', 'orders')).toBe(1);
    expect(rankMatch('Cancel all orders', 'cao')).toBe(2);
    expect(rankMatch('Cancel all orders', 'caord')).toBe(2);
    expect(rankMatch('Cancel all orders', 'xyz')).toBeNull();
    expect(rankMatch('Cancel all orders', 'oc')).toBeNull();
  });
});
