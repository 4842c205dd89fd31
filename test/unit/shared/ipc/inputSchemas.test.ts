import { describe, expect, it } from 'vitest';
import { cancelSelection, intent, limits, marketId, workspaceName } from '#shared/ipc/inputSchemas.ts';

const ORDER = {
  intentId: 'intent-of-a-test',
  market: 'harbour-list',
  side: 'yes',
  direction: 'buy',
  price: 420_000,
  shares: 5_000_000,
  postOnly: false,
  bookVersion: null,
} as const;

const problemsOf = (result: ReturnType<typeof intent.safeParse>): readonly string[] =>
  result.success ? [] : result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);

describe('the intent of an order', () => {
  it('is accepted as it is', () => {
    expect(intent.parse(ORDER)).toEqual(ORDER);
    expect(intent.parse({ ...ORDER, isPriceTyped: true })).toMatchObject({ isPriceTyped: true });
  });

  it('names the field that is not what the parser expects', () => {
    expect(problemsOf(intent.safeParse({ ...ORDER, price: 1_000_000 }))).toEqual([
      expect.stringMatching(/^price: Expected .*found 1000000/),
    ]);
    expect(problemsOf(intent.safeParse({ ...ORDER, shares: -1 }))).toEqual([
      expect.stringMatching(/^shares: Expected /),
    ]);
  });

  it('needs every field, and has no others', () => {
    const { bookVersion: _left, ...rest } = ORDER;
    expect(intent.safeParse(rest).success).toBe(false);
    expect(intent.safeParse({ ...ORDER, maker: '0x00' }).success).toBe(false);
    expect(intent.safeParse({ ...ORDER, isPriceTyped: false }).success).toBe(false);
  });
});

describe('parts of other inputs', () => {
  it('select orders to cancel only with every field', () => {
    const all = { market: null, eventId: null, side: null, column: null, yesPrice: null };
    expect(cancelSelection.parse(all)).toEqual(all);
    for (const name of Object.keys(all)) {
      const { [name]: _left, ...rest } = all as Record<string, unknown>;
      expect(cancelSelection.safeParse(rest).success).toBe(false);
    }
  });

  it('bound what they accept', () => {
    expect(marketId.safeParse('a'.repeat(129)).success).toBe(false);
    expect(workspaceName.safeParse(' ').success).toBe(false);
    expect(limits.safeParse({ orderCost: 1 }).success).toBe(false);
  });
});
