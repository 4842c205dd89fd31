import { describe, expect, it } from 'vitest';
import { listCancelChoices } from '#renderer/panes/orders/model.ts';
import { isSelected } from '#shared/order/exits/selection.ts';
import { marketOf, restingOf } from '../facts.ts';

const order = restingOf('8');

describe('the menu of an order', () => {
  it('offers only selections that the order is part of', () => {
    const market = { ...marketOf(order.market), eventId: 4 };
    const choices = listCancelChoices(order, market);
    expect(choices.map(({ label }) => label)).toHaveLength(5);
    for (const { selection } of choices) expect(isSelected(order, selection, () => 4)).toBe(true);
  });

  it('offers no price and side for an order without a direction, and no event for a market without one', () => {
    const labels = listCancelChoices({ ...order, direction: null }, marketOf(order.market)).map(({ label }) => label);
    expect(labels).toEqual([`Cancel all ${order.side} orders of this market`, 'Cancel all orders of this market']);
  });
});
