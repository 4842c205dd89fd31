import { expect, it } from 'vitest';
import { FILL_FIELDS, ORDER_FIELDS, toFillFields, toOrderFields, toStepRecord } from '#main/app/export/records.ts';
import { summarizeFills } from '#shared/order/fillSummary.ts';
import type { OrderId } from '#shared/units/ids.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { parseUsd } from '#shared/units/usd.ts';
import { makeFill, noAnswer, SAFE } from '#test/slice/makers.ts';
import { orderOf } from '#test/unit/renderer/panes/facts.ts';

const orderId = '7' as OrderId;

it('has exact decimal amounts, times in UTC and the reason of the state', () => {
  const filled = parseShares('2.345678');
  const order = orderOf(
    { at: 'done', orderId },
    {
      filled,
      createdAtMs: 1_700_000_000_123.5,
      steps: [
        { atMs: 1_700_000_000_130, step: 'sent', detail: null },
        { atMs: 1_700_000_000_200, step: 'part filled', detail: null },
        { atMs: 1_700_000_001_000, step: 'filled', detail: null },
      ],
    },
  );
  const fill = makeFill('1', {
    orderId,
    price: parsePrice('0.6'),
    shares: filled,
    value: null,
    fee: parseUsd('0.000001'),
  });
  const fields = toOrderFields(order, SAFE, summarizeFills([fill]).get(orderId) ?? null);
  expect(Object.keys(fields)).toEqual([...ORDER_FIELDS]);
  expect(fields).toMatchObject({
    created_at: '2023-11-14T22:13:20.123Z',
    price: '0.60',
    volume: '300',
    filled_volume: '2.345678',
    average_fill_price: '0.60',
    fees: '0.000001',
    first_fill_at: '2023-11-14T22:13:20.200Z',
    last_fill_at: '2023-11-14T22:13:21.000Z',
    ended_at: '2023-11-14T22:13:21.000Z',
    cancel_sent_at: null,
    state: 'done',
    reason_code: null,
    wallet: SAFE,
  });
});

it('leaves empty what is not known', () => {
  const unknown = toOrderFields(orderOf({ at: 'unknown', sinceMs: 1, reason: noAnswer() }), null, null);
  expect(unknown).toMatchObject({ filled_volume: null, average_fill_price: null, fees: null, reason_code: 'noAnswer' });
  const partly = toOrderFields(orderOf({ at: 'done', orderId }, { filled: parseShares('1') }), null, null);
  expect(partly).toMatchObject({ average_fill_price: null, fees: null });
  const refused = toOrderFields(orderOf({ at: 'rejected', orderId: null, codes: ['a.b', 'c'] }), null, null);
  expect(refused).toMatchObject({ reason_code: 'a.b c', fees: '0.00', filled_volume: '0', order_id: null });
});

it('has each step with its source and reason, amounts as decimal text', () => {
  const detail = { code: 'filled', parameters: { filled: parseShares('1.5'), of: parseShares('3') } } as const;
  expect(toStepRecord({ atMs: 0, step: 'part filled', detail, source: 'stream' })).toEqual({
    time: '1970-01-01T00:00:00.000Z',
    step: 'part filled',
    source: 'stream',
    reason: { code: 'filled', parameters: { filled: '1.5', of: '3' } },
  });
});

it('has the fields of a fill', () => {
  const fields = toFillFields(makeFill('9', { fee: null, value: parseUsd('15.25') }));
  expect(Object.keys(fields)).toEqual([...FILL_FIELDS]);
  expect(fields).toMatchObject({ fill_id: '9', value: '15.25', fee: null });
});
