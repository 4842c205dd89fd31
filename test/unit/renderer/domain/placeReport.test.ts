import { describe, expect, it } from 'vitest';
import { reportPlaced } from '#renderer/domain/placeReport.ts';
import { fail, succeed } from '#shared/ipc/result.ts';
import type { OrderId } from '#shared/units/ids.ts';

const WHAT = 'buy 100 yes at 0.61';
const ID = '1' as OrderId;

describe('reportPlaced', () => {
  it('reports a placed order in a good tone', () => {
    expect(reportPlaced(WHAT, succeed({ outcome: 'accepted', orderId: ID }))).toEqual({
      tone: 'good',
      title: `Placed: ${WHAT}`,
      detail: null,
    });
  });

  it('reports an unknown outcome in a bad tone and warns against sending it again', () => {
    const report = reportPlaced(WHAT, succeed({ outcome: 'unknown', orderId: null }));
    expect(report.tone).toBe('bad');
    expect(report.title).toBe(`Unknown: ${WHAT}`);
    expect(report.detail).toContain('do not send it again');
  });

  it('reports a reply lost inside the terminal as unknown, not as failed', () => {
    expect(reportPlaced(WHAT, fail('UNREACHABLE', { what: 'main' })).title).toBe(`Unknown: ${WHAT}`);
    expect(reportPlaced(WHAT, fail('LOCKED', {}))).toEqual({
      tone: 'bad',
      title: `Not sent: ${WHAT}`,
      detail: 'Unlock the vault first',
    });
  });

  it('shows the text of a denial and of a refusal', () => {
    const denied = reportPlaced(
      WHAT,
      succeed({ outcome: 'denied', orderId: null, denials: [{ code: 'badSize', parameters: {} }] }),
    );
    expect(denied).toMatchObject({ title: `Not sent: ${WHAT}`, detail: 'Size must be more than 0' });
    const rejected = reportPlaced(
      WHAT,
      succeed({ outcome: 'rejected', orderId: null, refusal: { codes: ['market.order.x'], signedBy: 'own' } }),
    );
    expect(rejected).toMatchObject({
      tone: 'bad',
      title: `Rejected: ${WHAT}`,
      detail: 'The exchange refused it: market.order.x',
    });
  });
});
