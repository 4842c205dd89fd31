import { describe, expect, it } from 'vitest';
import { buildAction, holdOf, listDenials, stepPrice } from '#renderer/panes/ticket/model.ts';
import { DEFAULT_TICK } from '#shared/market/tickGrid.ts';
import type { Readiness } from '#shared/order/account/readiness.ts';
import type { Denial, DenyCode } from '#shared/order/check.ts';
import { parsePrice } from '#shared/units/price.ts';

const deny = (code: DenyCode): Denial => ({ code, parameters: {} }) as Denial;

describe('the price field', () => {
  it('steps by ticks, stays on the grid and starts at the best price', () => {
    expect(stepPrice(parsePrice('0.61'), null, 1, DEFAULT_TICK)).toBe(620_000);
    expect(stepPrice(parsePrice('0.61'), null, -1, DEFAULT_TICK)).toBe(600_000);
    expect(stepPrice(parsePrice('0.99'), null, 10, DEFAULT_TICK)).toBe(990_000);
    expect(stepPrice(parsePrice('0.02'), null, -10, DEFAULT_TICK)).toBe(10_000);
    expect(stepPrice(null, parsePrice('0.42'), 1, DEFAULT_TICK)).toBe(420_000);
    expect(stepPrice(null, null, 1, DEFAULT_TICK)).toBe(500_000);
  });
});

describe('the button', () => {
  const order = 'buy 500 yes at 0.61';
  const armed: Readiness = { code: 'armed', parameters: {} };

  it('names exactly the order that it places', () => {
    expect(buildAction(armed, [], order, false)).toEqual({
      kind: 'place',
      label: 'Place: buy 500 yes at 0.61',
      enabled: true,
    });
  });

  it.each([
    [{ code: 'noWallet', parameters: {} }, 'Set up a wallet'],
    [{ code: 'locked', parameters: {} }, 'Unlock'],
    [
      { code: 'readOnly', parameters: { reason: { code: 'noSecondKey', parameters: {} } } },
      'Read-only · set up signing',
    ],
    [{ code: 'setupRequired', parameters: { gap: 'calls' } }, 'Finish wallet setup'],
    [{ code: 'setupRequired', parameters: { gap: 'keyRefused' } }, 'Replace the API key'],
    [{ code: 'setupRequired', parameters: { gap: 'changed' } }, 'Check wallet changes'],
    [{ code: 'disarmed', parameters: {} }, 'Arm trading'],
  ] satisfies [Readiness, string][])('leads to the next step when the readiness is %o', (readiness, label) => {
    expect(buildAction(readiness, [deny('balance')], order, false)).toEqual({
      kind: readiness.code,
      label,
      enabled: true,
    });
  });

  it('is disabled while the order is denied or incomplete, and while another one is being placed', () => {
    expect(buildAction(armed, [deny('balance')], order, false).enabled).toBe(false);
    expect(buildAction(armed, [], null, false).enabled).toBe(false);
    expect(buildAction(armed, [], order, true).enabled).toBe(false);
  });

  it('waits for the end of a block and for the agreement to a second order, in this order', () => {
    expect(buildAction(armed, [], order, false, holdOf(0, false)).enabled).toBe(true);
    expect(buildAction(armed, [], order, false, holdOf(11_200, true))).toMatchObject({
      label: 'Blocked for 12 s',
      enabled: false,
    });
    expect(buildAction(armed, [], order, false, holdOf(0, true))).toMatchObject({
      label: 'Agree to a second order first',
      enabled: false,
    });
    // The step before an order comes first.
    expect(buildAction({ code: 'locked', parameters: {} }, [], order, false, holdOf(11_200, true)).label).toBe(
      'Unlock',
    );
  });

  it('omits amounts while there is no unlocked wallet', () => {
    const all = [deny('setupRequired'), deny('balance'), deny('sellable'), deny('marketClosed')];
    expect(listDenials(all, true, true).map((reason) => reason.code)).toEqual(['marketClosed']);
  });

  it('lists only read-only without a signing key', () => {
    const all = [deny('readOnly'), deny('balance'), deny('bookNotLive'), deny('badPrice')];
    expect(listDenials(all, false, false).map((reason) => reason.code)).toEqual(['readOnly']);
  });

  it('omits denials that the fields show', () => {
    const all = [deny('disarmed'), deny('badPrice'), deny('badSize'), deny('balance')];
    expect(listDenials(all, true, true).map((reason) => reason.code)).toEqual(['balance']);
    expect(listDenials(all, false, false).map((reason) => reason.code)).toEqual(['badPrice', 'badSize', 'balance']);
  });
});
