import { describe, expect, it } from 'vitest';
import {
  buildAction,
  buildFigures,
  formatOrder,
  listDenials,
  parseTypedPrice,
  stepPrice,
} from '#renderer/panes/ticket/model.ts';
import { DEFAULT_TICK, type Tick } from '#shared/market/tickGrid.ts';
import { walkBook } from '#shared/order/bookWalk.ts';
import type { Denial, DenyCode } from '#shared/order/check.ts';
import type { Readiness } from '#shared/order/readiness.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { parseUsd } from '#shared/units/usd.ts';
import { marketOf } from '../facts.ts';

const FEE = 20_000;
const deny = (code: DenyCode): Denial => ({ code, parameters: {} }) as Denial;

describe('the price field', () => {
  it('accepts a multiple of the tick, with or without the leading zero', () => {
    expect(parseTypedPrice('0.61', DEFAULT_TICK)).toEqual({ ok: true, value: 610_000 });
    expect(parseTypedPrice(' .5 ', DEFAULT_TICK)).toEqual({ ok: true, value: 500_000 });
  });

  it.each(['0.615', '0', '1', '1.2', '0,61', 'abc', '1e-1', '-0.2'])('says what it expects instead of %s', (text) => {
    expect(parseTypedPrice(text, DEFAULT_TICK)).toEqual({
      ok: false,
      hint: `Price must be a multiple of 0.01 from 0.01 to 0.99, found “${text}”`,
    });
  });

  it('accepts finer prices for a finer tick', () => {
    expect(parseTypedPrice('0.615', 1_000 as Tick)).toEqual({ ok: true, value: 615_000 });
  });

  it('has no hint while it is empty', () => {
    expect(parseTypedPrice('', DEFAULT_TICK)).toEqual({ ok: false, hint: null });
  });

  it('steps by ticks, stays on the grid and starts at the best price', () => {
    expect(stepPrice(parsePrice('0.61'), null, 1, DEFAULT_TICK)).toBe(620_000);
    expect(stepPrice(parsePrice('0.61'), null, -1, DEFAULT_TICK)).toBe(600_000);
    expect(stepPrice(parsePrice('0.99'), null, 10, DEFAULT_TICK)).toBe(990_000);
    expect(stepPrice(parsePrice('0.02'), null, -10, DEFAULT_TICK)).toBe(10_000);
    expect(stepPrice(null, parsePrice('0.42'), 1, DEFAULT_TICK)).toBe(420_000);
    expect(stepPrice(null, null, 1, DEFAULT_TICK)).toBe(500_000);
  });
});

describe('the figures', () => {
  const order = { side: 'yes', direction: 'buy', price: parsePrice('0.61'), shares: parseShares('500') } as const;
  const sale = { ...order, direction: 'sell', shares: parseShares('100') } as const;

  it('counts a buy without a book at its limit price, with the largest fee', () => {
    expect(buildFigures(order, null, null, FEE)).toEqual({
      stake: 305_000_000n,
      feeReserve: 2_379_000n,
      fee: 2_379_000n,
      locked: 307_379_000n,
      ifYes: 192_621_000n,
      ifNo: -307_379_000n,
    });
  });

  it('counts what trades at the price that would be paid, and no fee for what rests', () => {
    const asks = Float64Array.of(590_000, 200_000_000, 620_000, 900_000_000);
    const figures = buildFigures(order, walkBook(asks, order, FEE), null, FEE);
    // 200 at 0.59 and 300 resting at 0.61; fee 0.02 × 0.59 × 0.41 × 200.
    expect(figures).toMatchObject({ stake: 301_000_000n, fee: 967_600n, ifNo: -301_967_600n, ifYes: 198_032_400n });
    expect(figures.locked).toBe(307_379_000n);
  });

  it('swaps the results for a buy of NO', () => {
    const no = { ...order, side: 'no', price: parsePrice('0.40'), shares: parseShares('100') } as const;
    expect(buildFigures(no, null, null, 0)).toMatchObject({ ifNo: 60_000_000n, ifYes: -40_000_000n });
  });

  it('measures a sale by what the shares cost', () => {
    const bids = Float64Array.of(630_000, 900_000_000);
    const figures = buildFigures(sale, walkBook(bids, sale, FEE), parseUsd('45.5'), FEE);
    // 63 less a fee of 0.02 × 0.63 × 0.37 × 100, less 45.5.
    expect(figures).toMatchObject({ stake: 63_000_000n, fee: 466_200n, ifYes: 17_033_800n, ifNo: 17_033_800n });
    expect(figures.locked).toBe(0n);
  });

  it('measures a sale against keeping when no cost is known', () => {
    const no = { ...sale, side: 'no', price: parsePrice('0.40') } as const;
    expect(buildFigures(no, null, null, 0)).toMatchObject({ ifNo: -60_000_000n, ifYes: 40_000_000n });
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
    [{ code: 'setupRequired', parameters: { isWalletRead: true } }, 'Finish wallet setup'],
    [{ code: 'disarmed', parameters: {} }, 'Arm trading · F8'],
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

describe('outcome names', () => {
  const market = marketOf('m', { outcomeLabels: ['Up', 'Down'] });

  it('shows the custom label and keeps yes and no', () => {
    expect(formatOrder(market, 'yes', 'buy', parsePrice('0.61'), parseShares('500'))).toBe('buy 500 yes (Up) at 0.61');
  });
});
