import { expect, it } from 'vitest';
import { formatLifeReason, formatStepDetail, MATCH_REFUSALS } from '#shared/text/orders/orderLife.ts';
import { parseOrderId } from '#shared/units/ids.ts';
import { parseShares } from '#shared/units/shares.ts';

const orderId = parseOrderId('7');

it('describes why an order is unknown or absent', () => {
  expect(formatLifeReason({ code: 'notKnown', parameters: { orderId } })).toBe('the exchange no longer knows order 7');
  expect(formatLifeReason({ code: 'surplus', parameters: { equal: 2, arrived: 1 } })).toBe(
    'of 2 identical orders 1 arrived, and no more can',
  );
  expect(formatLifeReason({ code: 'unknownState', parameters: { state: 'frozen' } })).toContain('"frozen"');
});

it('shows the words that an older journal stored', () => {
  expect(formatLifeReason({ code: 'storedText', parameters: { text: 'timed out' } })).toBe('timed out');
});

it('describes the details of steps', () => {
  const parameters = { filled: parseShares('40'), of: parseShares('100') };
  expect(formatStepDetail({ code: 'filled', parameters })).toBe('40 of 100');
  expect(formatStepDetail({ code: 'refused', parameters: { codes: ['a.b', 'c.d'] } })).toBe('b, d');
  expect(formatStepDetail({ code: 'refused', parameters: { codes: [] } })).toBe('without a reason');
  expect(formatStepDetail({ code: 'cancelRefused', parameters: { codes: ['market.order.invalid_state'] } })).toBe(
    'The order is no longer open',
  );
});

it('has different words for every refusal of a match', () => {
  expect(new Set(Object.values(MATCH_REFUSALS)).size).toBe(Object.keys(MATCH_REFUSALS).length);
});
