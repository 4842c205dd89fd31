import { describe, expect, it } from 'vitest';
import type { ClickPlan } from '#renderer/act/click.ts';
import { buildHint, buildIdleHint, buildMoveHint } from '#renderer/panes/ladder/hint.ts';
import type { OrderView } from '#shared/ipc/views.ts';
import type { Market } from '#shared/market/market.ts';
import { DEFAULT_TICK } from '#shared/market/tickGrid.ts';
import type { PreTradeContext } from '#shared/order/check.ts';
import type { MarketId } from '#shared/units/ids.ts';
import type { Price } from '#shared/units/price.ts';
import type { Shares } from '#shared/units/shares.ts';
import type { Usd } from '#shared/units/usd.ts';
import { parseUsd } from '#shared/units/usd.ts';
import { makeRiskState } from '#test/slice/riskMakers.ts';

const market = 'm' as MarketId;
const facts: PreTradeContext = {
  readiness: { code: 'armed', parameters: {} },
  market: { id: market, status: 'active', result: null, closeAtMs: null, openAtMs: null } as Market,
  isMarketChanged: false,
  tick: DEFAULT_TICK,
  feeRateMicros: 20_000,
  exchangeTimeMs: 0,
  bookHealth: { at: 'live' },
  crossPrice: 620_000,
  available: 1_000_000_000n as Usd,
  sellable: 0 as Shares,
  risk: makeRiskState(),
  isConfirmed: true,
};
const plan = (price: number): ClickPlan => ({
  step: 'place',
  order: { side: 'yes', direction: 'buy', price: price as Price, shares: 100_000_000 as Shares },
  blockedBy: null,
  blockedMs: 0,
});

const NO_SIZE = { shares: null, budget: null };
const CLEAR = { isTrading: true, isLive: true, isAccountLive: true, blockedMs: 0 };

describe('ladder hint', () => {
  it('states what an armed click sends', () => {
    expect(buildHint(plan(610_000), market, facts, false, [], 2)).toEqual({
      text: 'Buy 100 yes at 0.61',
      more: null,
      tone: 'sends',
    });
  });

  it('states that a crossing price trades immediately', () => {
    expect(buildHint(plan(620_000), market, facts, false, [], 2).text).toBe('Buy 100 yes at 0.62 · trades at once');
  });

  it('states that a moved order trades immediately', () => {
    const own = [{ remaining: 300_000_000 }] as OrderView[];
    const textOf = (trades: boolean) => buildMoveHint(own, 610_000, 620_000, 2, trades, false)?.text;
    expect(textOf(false)).toBe('Release to move 300 from 0.61 to 0.62');
    expect(textOf(true)).toBe('Release to move 300 from 0.61 to 0.62 · trades at once');
  });

  it('states why an order would be refused', () => {
    const poor = buildHint(plan(610_000), market, { ...facts, available: 1n as Usd }, false, [], 2);
    expect(poor).toMatchObject({ tone: 'refused' });
    expect(poor.more).toContain('Needs 61.');
    expect(buildHint(plan(620_000), market, facts, true, [], 2).tone).toBe('refused');
  });

  it('states what a right-click cancels', () => {
    const own = [{ remaining: 300_000_000 }, { remaining: 50_000_000 }] as OrderView[];
    expect(buildHint(plan(610_000), market, facts, false, own, 2).more).toBe(
      'Own 350, queue not known: drag moves, right-click cancels',
    );
  });

  it('states how much is ahead of the own orders at most, and at least where it is known', () => {
    const own = [{ remaining: 300_000_000 }, { remaining: 50_000_000 }] as OrderView[];
    const moreOf = (most: readonly (number | null)[], least: number | null = null) => {
      const queue = { atMost: (order: OrderView) => most[own.indexOf(order)] ?? null, atLeast: () => least };
      return buildHint(plan(610_000), market, facts, false, own.slice(0, most.length), 2, queue as never).more;
    };
    expect(moreOf([370_000_000, 820_000_000])).toContain('≤ 370 to 820 ahead');
    expect(moreOf([370_000_000, null])).toContain('≤ 370 ahead');
    expect(moreOf([370_000_000], 140_000_000)).toContain(' 140 to 370 ahead');
    expect(moreOf([370_000_000], 370_000_000)).toContain(' 370 ahead');
    expect(moreOf([null], 140_000_000)).toContain('queue not known');
  });

  it('states without a hover whether a click sends or fills the ticket', () => {
    const size = { shares: 100_000_000 as Shares, budget: null };
    expect(buildIdleHint('disarmed', CLEAR, size).text).toBe('A click on a price fills the ticket');
    expect(buildIdleHint('armed', CLEAR, size)).toEqual({
      text: 'Armed: a click places 100',
      more: 'An own order: drag moves it, right-click cancels it',
      tone: 'sends',
    });
    expect(buildIdleHint('armed', { ...CLEAR, isLive: false }, size).tone).toBe('refused');
    expect(buildIdleHint('armed', { ...CLEAR, isAccountLive: false }, size)).toEqual({
      text: 'Armed, but the account is not confirmed',
      more: 'A click fills the ticket',
      tone: 'refused',
    });
    expect(buildIdleHint('armed', CLEAR, NO_SIZE).tone).toBe('refused');
    const budget = { amount: parseUsd('1500'), withFee: false };
    expect(buildIdleHint('armed', CLEAR, { shares: null, budget }).text).toBe(
      'Armed: a click places for 1,500.00 USDC',
    );
  });

  it('states that a market does not trade, before anything else about orders', () => {
    const size = { shares: 100_000_000 as Shares, budget: null };
    const over = { ...CLEAR, isTrading: false };
    expect(buildIdleHint('armed', { ...over, isLive: false, blockedMs: 1 }, size)).toEqual({
      text: 'Armed, but this market does not trade',
      more: null,
      tone: 'refused',
    });
    expect(buildIdleHint('disarmed', over, size)).toEqual({
      text: 'This market does not trade',
      more: null,
      tone: 'plain',
    });
    expect(buildIdleHint('locked', over, size).text).toBe('A click on a price opens the unlock dialog');
  });

  it('counts the seconds down while the exchange blocks orders, armed or not', () => {
    const size = { shares: 100_000_000 as Shares, budget: null };
    for (const code of ['armed', 'disarmed'] as const) {
      expect(buildIdleHint(code, { ...CLEAR, blockedMs: 11_200 }, size)).toMatchObject({
        text: 'Blocked for 12 s: too many orders',
        tone: 'refused',
      });
    }
    expect(buildIdleHint('locked', { ...CLEAR, blockedMs: 11_200 }, size).tone).toBe('plain');
  });

  it('states that a missing or locked wallet comes first', () => {
    expect(buildIdleHint('noWallet', CLEAR, NO_SIZE).text).toBe('A click on a price opens the wallet setup');
    expect(buildIdleHint('locked', CLEAR, NO_SIZE).tone).toBe('plain');
    expect(buildIdleHint('readOnly', CLEAR, NO_SIZE).text).toContain('Read-only');
  });
});
