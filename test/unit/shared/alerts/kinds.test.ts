import { describe, expect, it } from 'vitest';
import type { Look } from '#shared/alerts/kind.ts';
import { ALERT_KIND_NAMES, ALERT_KINDS, type AlertCondition, kindOf } from '#shared/alerts/kinds.ts';
import { toShares } from '#shared/units/shares.ts';

const LOOK: Look = {
  nowMs: 2_000,
  market: { closeAtMs: 5_000 },
  top: { health: { at: 'live' }, bestBid: 580_000, bestAsk: 610_000, lastPrice: 600_000 },
  account: null,
  volume: (windowMs) => windowMs * 2,
  notLiveMs: () => 7,
  available: () => 400,
};
const read = (condition: AlertCondition, look: Partial<Look> = {}) =>
  kindOf(condition).value?.read(condition, { ...LOOK, ...look });
const last = { kind: 'price', of: 'last', side: 'no', crosses: 'above', level: 1 } as const;

describe('kinds of alerts', () => {
  it.each<[AlertCondition, Partial<Look>, unknown]>([
    [{ ...last, of: 'bid' }, {}, 390_000],
    [{ kind: 'spread', crosses: 'above', level: 1 }, {}, 30_000],
    [{ kind: 'spread', crosses: 'above', level: 1 }, { top: { ...LOOK.top!, bestBid: null } }, 'noPrice'],
    [{ kind: 'volume', level: 1, windowMs: 5 }, {}, 10],
    [{ kind: 'volume', level: 1, windowMs: 5 }, { top: null }, 'book'],
    [{ kind: 'timeToClose', beforeMs: 1 }, {}, 3_000],
    [{ kind: 'timeToClose', beforeMs: 1 }, { nowMs: 5_000 }, 'closed'],
    [{ kind: 'timeToClose', beforeMs: 1 }, { market: { closeAtMs: null } }, 'closed'],
    [{ kind: 'stream', of: 'book', forMs: 1 }, {}, 7],
    [{ kind: 'stream', of: 'account', forMs: 1 }, { account: 'stale' }, 7],
    [{ kind: 'stream', of: 'account', forMs: 1 }, { account: 'none' }, 'account'],
    [{ kind: 'balance', level: 1 }, { account: 'live' }, 400],
    [{ kind: 'balance', level: 1 }, { account: 'stale' }, 'account'],
    [{ kind: 'balance', level: 1 }, { account: 'live', available: () => null }, 'account'],
  ])('reads %j with %j: %s', (condition, look, expected) => {
    const found = read(condition, look);
    expect(typeof found === 'object' ? found?.code : found).toBe(expected);
  });

  it('counts the trades of a last price alone, in the terms of its outcome', () => {
    expect(ALERT_KINDS.price.value?.readTrade?.(last, 600_000)).toBe(400_000);
    expect(ALERT_KINDS.price.value?.readTrade?.({ ...last, of: 'mid' }, 600_000)).toBeNull();
    expect(ALERT_KINDS.spread.value?.readTrade).toBeUndefined();
  });

  it('takes only the turns of an order that are chosen', () => {
    const order = { turn: 'unknown', side: 'yes', direction: 'buy', price: 1, shares: toShares(2) } as const;
    expect(ALERT_KINDS.order.onOrder?.({ turns: ['unknown'] }, order)).toEqual(order);
    expect(ALERT_KINDS.order.onOrder?.({ turns: ['rejected'] }, order)).toBeNull();
  });

  it('sounds by what it is about', () => {
    const { fill, order, balance, price } = ALERT_KINDS;
    expect([fill, order, balance, price].map(({ tone }) => tone)).toEqual(['fill', 'error', 'warning', 'alert']);
  });

  it('names the same thing with a word that two kinds share, so that what is typed can stay', () => {
    const forms = ALERT_KIND_NAMES.flatMap((kind) =>
      Object.entries(kindOf({ kind }).fields).map(([name, { form }]) => ({ word: form.word ?? name, as: form.as })),
    );
    for (const { word, as } of forms) expect(forms.filter((one) => one.word === word && one.as !== as)).toEqual([]);
  });
});
