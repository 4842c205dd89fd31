import { expect, it } from 'vitest';
import { createDirectionProof } from '#main/trading/account/directionProof.ts';
import { buildOwnRecord } from '#main/trading/orders/orderRecord.ts';
import { makeOrder, makeSigned } from '#test/slice/makers.ts';

function prove(digest: null | undefined, direction: 'buy' | 'sell' | null): (readonly [string, boolean])[] {
  const found: (readonly [string, boolean])[] = [];
  const record = buildOwnRecord(makeSigned(digest === null ? { digest } : {}));
  const order = makeOrder('9', { direction });
  createDirectionProof({ byOrder: (id) => (id === '9' ? record : undefined) }, (...one) => found.push(one))(order);
  return found;
}

it('compares the direction of an order that nothing signed, where the exchange reports it', () => {
  expect(prove(null, 'buy')).toEqual([['9', true]]);
  expect(prove(null, 'sell')).toEqual([['9', false]]);
  expect(prove(null, null)).toEqual([]);
  expect(prove(undefined, 'sell')).toEqual([]);
});
