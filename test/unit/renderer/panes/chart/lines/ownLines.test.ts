import { describe, expect, it } from 'vitest';
import { buildOwnLines } from '#renderer/panes/chart/lines/ownLines.ts';
import type { OrderView } from '#shared/ipc/views.ts';
import type { OrderLife } from '#shared/order/life.ts';
import type { OrderId } from '#shared/units/ids.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { noAnswer } from '#test/slice/makers.ts';
import { orderOf, restingOf } from '../../facts.ts';

const unknown: OrderLife = { at: 'unknown', sinceMs: 0, reason: noAnswer('') };
const part = (lines: ReturnType<typeof buildOwnLines>) => lines.map(({ key, title, state }) => [key, title, state]);

describe('lines of own orders', () => {
  const orders: readonly OrderView[] = [
    restingOf('1'),
    restingOf('2', { remaining: parseShares('50') }),
    restingOf('3', { side: 'no', price: parsePrice('0.38') }),
  ];

  it('are one per price and column, in the terms of the shown outcome', () => {
    expect(part(buildOwnLines(orders, 'yes'))).toEqual([
      ['bid:600000', 'Bid 350', 'resting'],
      ['ask:620000', 'Ask 300', 'resting'],
    ]);
    expect(part(buildOwnLines(orders, 'no'))).toEqual([
      ['ask:400000', 'Ask 350', 'resting'],
      ['bid:380000', 'Bid 300', 'resting'],
    ]);
  });

  it('move their resting orders only', () => {
    const sent = orderOf({ at: 'cancelling', orderId: '4' as OrderId } as OrderLife);
    const [line] = buildOwnLines([restingOf('1'), sent], 'yes');
    expect(line!.movable.map(({ orderId }) => orderId)).toEqual(['1']);
    expect(line!.state).toBe('pending');
    expect(buildOwnLines([restingOf('1', { direction: null })], 'yes')).toMatchObject([
      { title: 'Order 300', column: null, movable: [] },
    ]);
  });

  it('mark an unknown order and leave out closed orders', () => {
    expect(part(buildOwnLines([orderOf(unknown), restingOf('1')], 'yes'))).toEqual([
      ['bid:600000', 'Bid 600 ?', 'unknown'],
    ]);
    expect(buildOwnLines([orderOf({ at: 'done', orderId: '1' as OrderId })], 'yes')).toEqual([]);
  });
});
