import { describe, expect, it } from 'vitest';
import { checkTerms, isOfAccount, isPerMarket, needsBook } from '#shared/alerts/alert.ts';
import type { AlertCondition } from '#shared/alerts/kinds.ts';
import { priceAbove, termsOf } from './makers.ts';

const NOW = 1_700_000_000_000;
const ANY = { scope: { kind: 'any' } } as const;

describe('terms of an alert', () => {
  it.each<[AlertCondition, object, string | null]>([
    [priceAbove(600_000), {}, null],
    [priceAbove(0), {}, 'priceLevel'],
    [priceAbove(1_000_000), {}, 'priceLevel'],
    [{ kind: 'spread', crosses: 'above', level: 1_000_000 }, {}, 'priceLevel'],
    [{ kind: 'volume', level: 0, windowMs: 60_000 }, {}, 'level'],
    [{ kind: 'balance', level: 0 }, ANY, 'level'],
    [{ kind: 'balance', level: 5 }, {}, 'accountScope'],
    [{ kind: 'stream', of: 'account', forMs: 1_000 }, {}, 'accountScope'],
    [{ kind: 'stream', of: 'book', forMs: 1_000 }, {}, null],
    [{ kind: 'order', turns: [] }, ANY, 'turns'],
    [priceAbove(600_000), { repeat: { pauseMs: 5_000, rearmBy: 600_001 } }, 'rearmBy'],
    [{ kind: 'fill' }, { ...ANY, repeat: { pauseMs: 5_000, rearmBy: 1 } }, 'rearmBy'],
    [priceAbove(600_000), { expiresAtMs: NOW }, 'expired'],
    [priceAbove(600_000), { expiresAtMs: NOW + 1 }, null],
  ])('%j with %j: %s', (condition, part, problem) => {
    expect(checkTerms(termsOf(condition, part), NOW)).toBe(problem);
  });

  it('knows what needs a book, an account, a market', () => {
    expect(needsBook(priceAbove(1))).toBe(true);
    expect(needsBook({ kind: 'rules' })).toBe(false);
    expect(isOfAccount({ kind: 'stream', of: 'account', forMs: 1 })).toBe(true);
    expect(isOfAccount({ kind: 'stream', of: 'book', forMs: 1 })).toBe(false);
    expect(isPerMarket({ kind: 'balance', level: 1 })).toBe(false);
    expect(isPerMarket({ kind: 'fill' })).toBe(true);
  });
});
