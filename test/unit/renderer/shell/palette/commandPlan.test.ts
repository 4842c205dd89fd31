import { describe, expect, it } from 'vitest';
import { openFrameClock } from '#renderer/feed/frameClock.ts';
import { openMirror } from '#renderer/feed/mirror.ts';
import { isOfMarket, type Plan, planCommand } from '#renderer/shell/palette/commandPlan.ts';
import { parseCommand } from '#renderer/shell/palette/grammar.ts';
import type { Frame } from '#shared/ipc/frames/frame.ts';
import { DEFAULT_TICK } from '#shared/market/tickGrid.ts';
import { EMPTY_LEDGER } from '#shared/order/account/ledger.ts';
import type { Readiness } from '#shared/order/account/readiness.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { ZERO_USD } from '#shared/units/usd.ts';
import { START_MS } from '#test/slice/fakeClock.ts';
import { makeBalance, noAnswer } from '#test/slice/makers.ts';
import { makeRiskView } from '#test/slice/riskMakers.ts';
import { bookOf, marketOf, orderOf as orderOfLife, positionOf, restingOf, walletOf } from '../../panes/facts.ts';

const M = 'm' as MarketId;
const READY: Readiness = { code: 'armed', parameters: {} };

const BOOK = bookOf(M, {
  bids: Float64Array.from([400_000, 500_000_000]),
  asks: Float64Array.from([420_000, 300_000_000]),
});

const ACCOUNT: NonNullable<Frame['account']> = {
  at: 'live',
  reason: null,
  armed: true,
  balance: makeBalance('1000'),
  committed: ZERO_USD,
  lockDrift: ZERO_USD,
  isReserveKnown: true,
  orders: [],
  fills: [],
  ledger: EMPTY_LEDGER,
  positions: [],
  rewards: [],
  feeRateMicros: 20_000,
  risk: makeRiskView(),
  reconciledAtMs: 1,
};

function plan(
  text: string,
  change: {
    readonly account?: Partial<typeof ACCOUNT>;
    readonly readiness?: Readiness;
    readonly books?: Frame['books'];
  } = {},
): Plan {
  const mirror = openMirror(openFrameClock(() => undefined));
  mirror.applyFrame({
    seq: 1,
    sentAtMs: 0,
    clockOffsetMs: 0,
    books: change.books ?? [BOOK],
    account: { ...ACCOUNT, ...change.account },
    wallet: walletOf({ readiness: change.readiness ?? READY }),
    catalogue: {
      at: 'live',
      markets: [marketOf('m', { eventId: 7 })],
      tick: DEFAULT_TICK,
    } as unknown as Frame['catalogue'],
  } as Frame);
  const parsed = parseCommand(text, DEFAULT_TICK);
  if (parsed.at !== 'command') throw new Error(`Expected a command, found ${JSON.stringify(parsed)}`);
  return planCommand(mirror, M, parsed.command, START_MS);
}

function orderOf(text: string, change: Parameters<typeof plan>[1] = {}) {
  const found = plan(text, change);
  if (found.kind !== 'order') throw new Error(`Expected an order, found ${JSON.stringify(found)}`);
  return found;
}

function actOf(text: string, change: Parameters<typeof plan>[1] = {}) {
  const found = plan(text, change);
  if (found.kind !== 'act') throw new Error(`Expected an act, found ${JSON.stringify(found)}`);
  return found;
}

const HELD = { positions: [positionOf('m', { quantity: parseShares('80.5'), sellable: parseShares('80.5') })] };

describe('a typed order', () => {
  it('is placed as typed when trading is armed and nothing denies it', () => {
    const { order, step, denials, summary, preview } = orderOf('buy yes 500 @ 0.41 post');
    expect(order).toEqual({
      side: 'yes',
      direction: 'buy',
      price: 410_000,
      shares: 500_000_000,
      postOnly: true,
      isPriceTyped: true,
    });
    expect([step, denials, summary]).toEqual(['place', [], 'buy 500 yes at 0.41']);
    expect(preview.figures.stake).toBe(205_000_000n);
  });

  it('without a price is at the best opposite price, which nobody typed', () => {
    expect(orderOf('buy yes 100').order).toMatchObject({ price: 420_000 });
    expect(orderOf('buy no 100').order).toMatchObject({ price: 600_000 });
    expect(orderOf('buy yes 100').order).not.toHaveProperty('isPriceTyped');
    expect(plan('buy yes 100', { books: [{ ...BOOK, asks: new Float64Array() }] })).toEqual({
      kind: 'problem',
      text: 'No ask to buy from: type @ and a price',
    });
  });

  it('in dollars and per cent is converted at its own price', () => {
    expect(orderOf('buy yes $200 @ 0.40').order.shares).toBe(500_000_000);
    // Half of 1,000 pays for the fee as well.
    expect(orderOf('buy yes 50% @ 0.40').order.shares).toBeLessThan(1_250_000_000);
  });

  it('sells all that can be sold, of the only outcome that is held', () => {
    expect(orderOf('sell all', { account: HELD }).order).toMatchObject({
      side: 'yes',
      direction: 'sell',
      price: 400_000,
      shares: 80_500_000,
    });
    expect(plan('sell all')).toEqual({ kind: 'problem', text: 'Nothing of it can be sold' });
    const both = { positions: [...HELD.positions, positionOf('m', { outcome: 'no' })] };
    expect(plan('sell all', { account: both })).toMatchObject({ kind: 'problem' });
    expect(orderOf('sell all no', { account: both }).order).toMatchObject({ side: 'no', shares: 100_000_000 });
  });

  it('is not placed while a check denies it', () => {
    const { step, denials } = orderOf('buy yes 9k @ 0.41');
    expect(step).toBe('refused');
    expect(denials.map(({ code }) => code)).toContain('balance');
    expect(orderOf('buy yes 10 @ 0.42 post').denials.map(({ code }) => code)).toEqual(['postOnlyCrosses']);
  });

  it('goes to the ticket beside the same order whose answer is unknown', () => {
    const life = { at: 'unknown', reason: noAnswer(), sinceMs: 0 } as const;
    const orders = [orderOfLife(life, { price: parsePrice('0.41'), shares: parseShares('5') })];
    expect(orderOf('buy yes 5 @ 0.41', { account: { orders } })).toMatchObject({ step: 'fill', hasUnknownTwin: true });
    expect(orderOf('buy no 5 @ 0.41', { account: { orders } })).toMatchObject({ step: 'place', hasUnknownTwin: false });
  });

  it('goes to the ticket while trading is disarmed, and to the dialog of the step before', () => {
    const stepAt = (code: string) =>
      orderOf('buy yes 5 @ 0.41', { readiness: { code, parameters: {} } as Readiness }).step;
    expect(['disarmed', 'locked', 'noWallet'].map(stepAt)).toEqual(['fill', 'unlock', 'wizard']);
  });
});

describe('a typed command', () => {
  it('moves the newest resting order of the market, or the one at a price', () => {
    const orders = [
      restingOf('1', { price: parsePrice('0.38'), createdAtMs: 5 }),
      restingOf('2', { price: parsePrice('0.40'), createdAtMs: 9 }),
      restingOf('3', { market: 'other' as MarketId, createdAtMs: 20 }),
    ];
    const account = { orders };
    expect(actOf('move 0.41', { account }).title).toBe('Move buy 300 yes from 0.40 to 0.41');
    expect(actOf('move 0.38 to 0.41', { account }).title).toBe('Move buy 300 yes from 0.38 to 0.41');
    expect(actOf('move 0.41', { account }).detail).not.toContain('Trades');
    expect(actOf('move 0.43', { account }).detail).toContain('Trades at once: all at 0.4200.');
    const postOnly = { orders: account.orders.map((one) => ({ ...one, postOnly: true })) };
    expect(actOf('move 0.43', { account: postOnly }).detail).toContain('Would be refused: it is post-only.');
    expect(plan('move 0.40', { account })).toMatchObject({ text: 'It rests at 0.40 already' });
    expect(plan('move 0.35 to 0.41', { account })).toMatchObject({ text: 'No order rests at 0.35 in this market' });
    const disarmed: Readiness = { code: 'disarmed', parameters: {} };
    expect(actOf('move 0.41', { account, readiness: disarmed }).blockedBy).toBe('Arm trading first');
  });

  it('says how many orders a cancel is about, and that there is none', () => {
    const orders = [
      restingOf('1'),
      restingOf('2', { direction: 'sell' }),
      restingOf('3', { market: 'other' as MarketId }),
    ];
    const account = { orders };
    expect(actOf('cancel all', { account }).detail).toBe('3 open orders are known');
    expect(actOf('cancel event', { account }).detail).toBe('2 open orders are known');
    expect(actOf('cancel bids', { account }).detail).toBe('1 open order is known');
    expect(actOf('cancel no', { account })).toMatchObject({ detail: null, blockedBy: 'No such order is open' });
  });

  it('arms only where arming is the next step', () => {
    expect(actOf('arm').blockedBy).toBe('Trading is armed already');
    expect(actOf('disarm').blockedBy).toBeNull();
    expect(actOf('arm', { readiness: { code: 'disarmed', parameters: {} } }).blockedBy).toBeNull();
    expect(actOf('arm', { readiness: { code: 'locked', parameters: {} } }).blockedBy).toBe('Unlock the vault first');
  });
});

it.each([
  ['cancel bids', true],
  ['cancel event', true],
  ['cancel all', false],
  ['flatten', true],
  ['flatten all', false],
  ['move 0.41', true],
  ['dry run stop sell yes 500 @ 0.31 limit 0.30', true],
  ['panic', false],
  ['arm', false],
])('the preview of “%s” names a market: %s', (text, isNamed) => {
  const parsed = parseCommand(text, DEFAULT_TICK);
  expect(parsed.at === 'command' && isOfMarket(parsed.command)).toBe(isNamed);
});
