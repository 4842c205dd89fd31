import { describe, expect, it } from 'vitest';
import { reportPlaced } from '#renderer/domain/orders/placeReport.ts';
import { fail, succeed } from '#shared/ipc/result.ts';
import { type OrderId, parseIntentId } from '#shared/units/ids.ts';

const WHAT = 'buy 100 yes at 0.61';
const ID = '1' as OrderId;
const INTENT = parseIntentId('intent-1');

describe('reportPlaced', () => {
  it('reports a placed order in a good tone', () => {
    expect(reportPlaced(WHAT, succeed({ outcome: 'accepted', orderId: ID }), INTENT)).toEqual({
      tone: 'good',
      title: `Placed: ${WHAT}`,
      detail: null,
      fact: { kind: 'order', intentId: INTENT, what: WHAT },
    });
  });

  it('reports an unknown outcome in a bad tone and warns against sending it again', () => {
    const report = reportPlaced(WHAT, succeed({ outcome: 'unknown', orderId: null }), INTENT);
    expect(report.tone).toBe('bad');
    expect(report.title).toBe(`Unknown: ${WHAT}`);
    expect(report.detail).toContain('do not send it again');
  });

  it('reports a reply lost inside the terminal as unknown, not as failed', () => {
    expect(reportPlaced(WHAT, fail('UNREACHABLE', { what: 'main' }), INTENT).title).toBe(`Unknown: ${WHAT}`);
    expect(reportPlaced(WHAT, fail('LOCKED', {}), INTENT)).toEqual({
      tone: 'bad',
      title: `Not sent: ${WHAT}`,
      detail: 'Unlock the vault first',
      fact: { kind: 'attempt', of: 'place' },
    });
  });

  it('shows the text of a denial and of a refusal', () => {
    const denied = reportPlaced(
      WHAT,
      succeed({ outcome: 'denied', orderId: null, denials: [{ code: 'badSize', parameters: {} }] }),
      INTENT,
    );
    expect(denied).toMatchObject({ title: `Not sent: ${WHAT}`, detail: 'Size must be more than 0' });
    const rejected = reportPlaced(
      WHAT,
      succeed({ outcome: 'rejected', orderId: null, refusal: { codes: ['market.order.x'], signedBy: 'own' } }),
      INTENT,
    );
    expect(rejected).toMatchObject({
      tone: 'bad',
      title: `Rejected: ${WHAT}`,
      detail: 'The exchange refused it: x',
    });
  });
});
