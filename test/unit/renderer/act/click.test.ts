import { describe, expect, it } from 'vitest';
import { type ClickContext, findUnknownTwin, formatPlan, type KnownOrder, planClick } from '#renderer/act/click.ts';
import type { Readiness } from '#shared/order/account/readiness.ts';
import { type Price, parsePrice } from '#shared/units/price.ts';
import type { Shares } from '#shared/units/shares.ts';
import { parseUsd } from '#shared/units/usd.ts';
import { noAnswer } from '#test/slice/makers.ts';

const price = 610_000 as Price;
const ready: ClickContext = {
  readiness: { code: 'armed', parameters: {} },
  sellable: 0 as Shares,
  isBookLive: true,
  isAccountLive: true,
  feeRateMicros: 20_000,
  draft: { shares: 100_000_000 as Shares, budget: null },
  orders: [],
  blockedMs: 0,
  mayPlace: true,
};

describe('a click on a price', () => {
  it('on the bid side buys the shown outcome at that price', () => {
    expect(planClick('bid', 'no', price, ready)).toMatchObject({
      step: 'place',
      order: { side: 'no', direction: 'buy', price: 610_000, shares: 100_000_000 },
    });
  });

  it('on the ask side sells the position', () => {
    const plan = planClick('ask', 'yes', price, { ...ready, sellable: 500_000_000 as Shares });
    expect(plan.order).toMatchObject({ side: 'yes', direction: 'sell', price: 610_000, shares: 100_000_000 });
  });

  it('on the ask side sells at most the sellable shares', () => {
    const plan = planClick('ask', 'yes', price, { ...ready, sellable: 40_000_000 as Shares });
    expect(plan.order).toMatchObject({ direction: 'sell', shares: 40_000_000 });
  });

  it('on the ask side, with nothing to sell, buys the other outcome at 1 − p and says so', () => {
    const plan = planClick('ask', 'yes', price, ready);
    expect(plan.order).toMatchObject({ side: 'no', direction: 'buy', price: 390_000 });
    expect(formatPlan(plan, 2)).toBe('Buy 100 no at 0.39');
  });

  it('places nothing on the ask side while the position is unknown', () => {
    const plan = planClick('ask', 'no', price, { ...ready, sellable: null });
    expect(plan).toMatchObject({ step: 'fill', blockedBy: 'unknownPosition' });
    expect(plan.order).toMatchObject({ side: 'yes', direction: 'buy', price: 390_000 });
    expect(planClick('bid', 'no', price, { ...ready, sellable: null }).step).toBe('place');
  });

  it('opens the wizard without a wallet, and the unlock dialog while the vault is locked', () => {
    const stepOf = (readiness: Readiness) => planClick('bid', 'yes', price, { ...ready, readiness }).step;
    expect(stepOf({ code: 'noWallet', parameters: {} })).toBe('wizard');
    expect(stepOf({ code: 'locked', parameters: {} })).toBe('unlock');
    expect(stepOf({ code: 'setupRequired', parameters: { gap: 'calls' } })).toBe('wizard');
  });

  it('fills the ticket when the account is read-only, armed or not, and names that instead of a set-up', () => {
    const reason = { code: 'noSecondKey', parameters: {} } as const;
    const readiness = { code: 'readOnly', parameters: { reason } } as const;
    const plan = planClick('bid', 'yes', price, { ...ready, readiness });
    expect(plan.step).toBe('fill');
    expect(formatPlan(plan, 2)).toBe('Read-only, ticket: buy 100 yes at 0.61');
  });

  it('fills the ticket while trading is disarmed, and in panes that never place', () => {
    expect(planClick('bid', 'yes', price, { ...ready, readiness: { code: 'disarmed', parameters: {} } }).step).toBe(
      'fill',
    );
    expect(planClick('bid', 'yes', price, { ...ready, mayPlace: false }).step).toBe('fill');
  });

  it('never places on a book that is not live, and says why the ticket was filled instead', () => {
    const plan = planClick('bid', 'yes', price, { ...ready, isBookLive: false });
    expect(plan.step).toBe('fill');
    expect(formatPlan(plan, 2)).toBe('To the ticket only, the book is not live: buy 100 yes at 0.61');
  });

  it('never places while the account is not confirmed, and places again once it is live', () => {
    const plan = planClick('bid', 'yes', price, { ...ready, isAccountLive: false });
    expect(plan).toMatchObject({ step: 'fill', blockedBy: 'accountNotLive' });
    expect(formatPlan(plan, 2)).toBe('To the ticket only, the account is not confirmed: buy 100 yes at 0.61');
    expect(planClick('bid', 'yes', price, ready).step).toBe('place');
  });

  it('never places without a size', () => {
    const plan = planClick('bid', 'yes', price, { ...ready, draft: { shares: null, budget: null } });
    expect(plan).toMatchObject({ step: 'fill', blockedBy: 'noSize' });
  });

  it('converts dollars at the price that is clicked, not at the ticket’s', () => {
    const draft = { shares: 500_000_000 as Shares, budget: { amount: parseUsd('305'), withFee: false } };
    const sharesAt = (at: string) => planClick('bid', 'yes', parsePrice(at), { ...ready, draft }).order.shares;
    expect(sharesAt('0.61')).toBe(500_000_000);
    expect(sharesAt('0.30')).toBe(1_016_000_000);
    // A click on the ask buys the other outcome at 1 − p.
    const other = planClick('ask', 'yes', parsePrice('0.90'), { ...ready, draft });
    expect(other.order).toMatchObject({ side: 'no', price: 100_000, shares: 3_050_000_000 });
    const tooSmall = { shares: null, budget: { amount: parseUsd('0.2'), withFee: false } };
    expect(planClick('bid', 'yes', parsePrice('0.61'), { ...ready, draft: tooSmall })).toMatchObject({
      step: 'fill',
      blockedBy: 'noSize',
    });
  });

  it('places nothing beside an equal order whose answer is unknown, whatever its size, and says so', () => {
    const lost: KnownOrder = {
      side: 'yes',
      direction: 'buy',
      price,
      life: { at: 'unknown', sinceMs: 1, reason: noAnswer() },
    };
    const plan = planClick('bid', 'yes', price, { ...ready, orders: [lost] });
    expect(plan).toMatchObject({ step: 'fill', blockedBy: 'unknownTwin' });
    expect(formatPlan(plan, 2)).toContain('unknown, it may rest or have filled');
    // Another price, outcome or direction, and an order that is not unknown, are no reason.
    for (const other of [
      { ...lost, price: 600_000 as Price },
      { ...lost, side: 'no' as const },
      { ...lost, direction: 'sell' as const },
      { ...lost, life: { at: 'sent' as const } },
    ]) {
      expect(planClick('bid', 'yes', price, { ...ready, orders: [other] }).step).toBe('place');
    }
    // Without a direction it may be either.
    expect(findUnknownTwin([{ ...lost, direction: null }], { side: 'yes', direction: 'sell', price })).not.toBeNull();
  });

  it('places nothing while the exchange blocks orders, and says for how long', () => {
    const plan = planClick('bid', 'yes', price, { ...ready, blockedMs: 11_200 });
    expect(plan).toMatchObject({ step: 'fill', blockedBy: 'rateLimited' });
    expect(formatPlan(plan, 2)).toContain('the exchange accepts no orders for 12 s');
  });
});
