import { describe, expect, it } from 'vitest';
import { type AccountReading, findAbsence, MAX_SEEN_FILLS, readSeen } from '#shared/order/account/absence.ts';
import type { Fill } from '#shared/order/account/account.ts';
import type { ConditionalId } from '#shared/order/conditional/declaration/termsFields.ts';
import type { OrderLife } from '#shared/order/life.ts';
import type { MarketId, OrderId } from '#shared/units/ids.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';

const fillOf = (id: number): Fill =>
  ({
    id: `${id}`,
    orderId: '1' as OrderId,
    market: 'm' as MarketId,
    side: 'yes',
    direction: 'buy',
    price: parsePrice('0.44'),
    shares: parseShares('100'),
    value: null,
    exchangeTimeMs: id,
  }) as Fill;
const orderOf = (orderId: string, life: OrderLife) => ({ intentId: null, orderId, life });
const RESTING: OrderLife = { at: 'resting', orderId: '1' as OrderId };
const conditionalOf = (at: 'armed' | 'cancelled' | 'halted') =>
  ({
    id: 'c' as ConditionalId,
    terms: { kind: 'stop' },
    life: at === 'armed' ? { at } : { at, reason: { code: 'person', parameters: {} } },
  }) as unknown as AccountReading['conditionals'][number];
const BEFORE: AccountReading = {
  armed: true,
  fills: [fillOf(2), fillOf(1)],
  orders: [orderOf('1', RESTING), orderOf('2', RESTING)],
  conditionals: [conditionalOf('armed')],
};
const locked = (isUnwatched: boolean) => ({ ...readSeen(BEFORE, 1_000), cause: 'locked', isUnwatched }) as const;

describe('an absence', () => {
  it('reports what filled, what ended, what was not watched, and that trading was armed', () => {
    const after: AccountReading = {
      armed: false,
      fills: [fillOf(4), fillOf(3), ...BEFORE.fills],
      orders: [
        orderOf('1', { at: 'cancelled', orderId: '1' as OrderId }),
        orderOf('2', { at: 'done', orderId: '2' as OrderId }),
        orderOf('9', { at: 'cancelled', orderId: '9' as OrderId }),
      ],
      conditionals: [conditionalOf('cancelled')],
    };
    expect(findAbsence(locked(true), after, 61_000)).toMatchObject({
      fromMs: 1_000,
      toMs: 61_000,
      cause: 'locked',
      fills: [{ fills: 2, shares: parseShares('200'), averagePrice: parsePrice('0.44') }],
      endedOrders: 1,
      endedConditionals: [{ life: { at: 'cancelled' } }],
      unwatched: 1,
      wasArmed: true,
    });
  });

  it('is nothing where nothing happened and conditional orders were watched on', () => {
    expect(findAbsence(locked(false), BEFORE, 61_000)).toBeNull();
    expect(findAbsence(locked(true), BEFORE, 61_000)).toMatchObject({ unwatched: 1, fills: [] });
    // A halted one needs an answer: it did not end.
    expect(findAbsence(locked(false), { ...BEFORE, conditionals: [conditionalOf('halted')] }, 2_000)).toBeNull();
  });

  it('leaves out short interruptions of the connection', () => {
    const seen = { ...locked(true), cause: 'disconnected' } as const;
    expect(findAbsence(seen, BEFORE, 30_999)).toBeNull();
    expect(findAbsence(seen, BEFORE, 31_000)).toMatchObject({ cause: 'disconnected' });
  });

  it('takes no fill for new that is older than the ones it remembers', () => {
    const many = Array.from({ length: MAX_SEEN_FILLS + 50 }, (_, at) => fillOf(1_000 - at));
    const seen = { ...readSeen({ ...BEFORE, fills: many, conditionals: [] }, 0), isArmed: false };
    expect(findAbsence(seen, { ...BEFORE, fills: many, conditionals: [] }, 1)).toBeNull();
    expect(
      findAbsence(seen, { ...BEFORE, fills: [fillOf(1_001), ...many], conditionals: [] }, 1)?.fills[0]?.fills,
    ).toBe(1);
  });
});
