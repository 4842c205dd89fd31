import { expect, it } from 'vitest';
import { buildReceipt } from '#main/trading/orders/orderReceipt.ts';
import type { OrderLife } from '#shared/order/life.ts';
import { parseOrderId } from '#shared/units/ids.ts';

const orderId = parseOrderId('7');

it.each<[OrderLife, string]>([
  [{ at: 'signed' }, 'unknown'],
  [{ at: 'sent' }, 'unknown'],
  [{ at: 'unknown', sinceMs: 0, reason: { code: 'programStopped', parameters: {} } }, 'unknown'],
  [{ at: 'resting', orderId }, 'accepted'],
  [{ at: 'done', orderId }, 'accepted'],
  [{ at: 'cancelled', orderId }, 'accepted'],
  [{ at: 'rejected', orderId, codes: ['x'] }, 'rejected'],
  [{ at: 'absent', reason: { code: 'notListed', parameters: {} } }, 'absent'],
])('answers %o as %s', (life, outcome) => {
  expect(buildReceipt({ life, orderId })).toMatchObject({ outcome });
});
