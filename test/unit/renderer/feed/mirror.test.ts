import { expect, it } from 'vitest';
import { openFrameClock } from '#renderer/feed/frameClock.ts';
import { openMirror } from '#renderer/feed/mirror.ts';
import { findAccountChange } from '#shared/ipc/frames/accountChange.ts';
import type { AccountView, OrderView } from '#shared/ipc/views.ts';
import type { Market } from '#shared/market/market.ts';
import { DEFAULT_TICK } from '#shared/market/tickGrid.ts';
import { type MarketId, parseIntentId } from '#shared/units/ids.ts';
import type { Shares } from '#shared/units/shares.ts';
import { MARKET, makeFill, makeMarket, makeTrade } from '#test/slice/makers.ts';
import { orderOf, restingOf } from '../panes/facts.ts';

it('inserts a trade that was read late by its time', () => {
  const mirror = openMirror(openFrameClock(() => undefined));
  const send = (fromSeq: number, ...times: readonly number[]): void => {
    const trades = times.map((atMs, at) => makeTrade(`${fromSeq + at}`, { exchangeTimeMs: atMs }));
    mirror.applyFrame({
      seq: fromSeq,
      sentAtMs: 0,
      clockOffsetMs: null,
      tapes: [{ market: MARKET, fromSeq, trades, lost: 0 }],
    });
  };
  send(0, 10, 20, 20);
  send(3, 40, 30);
  send(5, 5, 40);
  expect(mirror.tape(MARKET)?.trades.map((trade) => trade.id)).toEqual(['6', '3', '4', '2', '1', '0', '5']);
});

it('says when a candle before the newest one changed, and not for the newest one', () => {
  const mirror = openMirror(openFrameClock(() => undefined));
  const send = (kind: 'reset' | 'tail', ...minutes: readonly number[]): number => {
    const rows = Float64Array.from(minutes.flatMap((minute) => [minute * 60_000, 1, 1, 1, 1, 1]));
    mirror.applyFrame({
      seq: 0,
      sentAtMs: 0,
      clockOffsetMs: null,
      candles: [{ market: MARKET, period: '1m', kind, rows }],
    });
    return mirror.candles(MARKET, '1m')!.generation;
  };
  const first = send('reset', 1, 2, 4);
  expect(send('tail', 4)).toBe(first);
  expect(send('tail', 4, 5)).toBe(first);
  const second = send('tail', 3);
  expect(second).toBeGreaterThan(first);
  const third = send('tail', 4, 5);
  expect(third).toBeGreaterThan(second);
  expect(send('reset', 1)).toBeGreaterThan(third);
});

it('drops the oldest candles of a series that runs for days, and says that it changed', () => {
  const mirror = openMirror(openFrameClock(() => undefined));
  const send = (kind: 'reset' | 'tail', from: number, count: number): void => {
    const rows = Float64Array.from({ length: count * 6 }, (_, at) => (from + Math.floor(at / 6)) * 60_000);
    const candles = [{ market: MARKET, period: '1m', kind, rows }] as const;
    mirror.applyFrame({ seq: 0, sentAtMs: 0, clockOffsetMs: null, candles });
  };
  const series = () => mirror.candles(MARKET, '1m')!;
  send('reset', 0, 2_000);
  send('tail', 2_000, 2_000);
  expect(series().rows).toHaveLength(4_000);
  const { generation } = series();
  send('tail', 4_000, 1);
  expect(series().rows.map(([atMs]) => atMs! / 60_000)).toEqual(Array.from({ length: 2_000 }, (_, at) => 2_001 + at));
  expect(series().generation).toBeGreaterThan(generation);
});

it('keeps a market as the same object until something of it changes', () => {
  const mirror = openMirror(openFrameClock(() => undefined));
  const send = (...markets: readonly Partial<Market>[]): readonly Market[] => {
    const sent = structuredClone(markets.map(makeMarket));
    const catalogue = { at: 'live', markets: sent, tick: DEFAULT_TICK, receivedAtMs: 0, failure: null } as const;
    mirror.applyFrame({ seq: 0, sentAtMs: 0, clockOffsetMs: null, catalogue });
    return mirror.catalogue()!.markets;
  };
  const [a, b] = [{ id: 'a' as MarketId }, { id: 'b' as MarketId, outcomeLabels: ['Yes', 'No'] as const }];
  const first = send(a, b);
  expect(send(a, b)).toBe(first);
  const second = send({ ...a, volume24h: 7 as Shares }, b);
  expect(second).not.toBe(first);
  expect(second[0]).toMatchObject({ id: 'a', volume24h: 7 });
  expect(second[1]).toBe(first[1]);
  expect(send({ ...a, volume24h: 7 as Shares }, { ...b, outcomeLabels: ['Up', 'No'] })[1]).not.toBe(first[1]);
  const third = send({ ...a, volume24h: 8 as Shares }, { ...b, outcomeLabels: ['Up', 'No'] });
  expect(third[0]).not.toBe(second[0]);
  expect(third[0]!.outcomeLabels).toBe(first[0]!.outcomeLabels);
  expect(third[1]!.outcomeLabels).toEqual(['Up', 'No']);
  expect(send(b).map(({ id }) => id)).toEqual(['b']);
});

it('puts changed markets into its catalogue, and keeps the listing while only prices and volumes change', () => {
  const marked: string[] = [];
  const clock = openFrameClock(() => undefined);
  const mirror = openMirror({ ...clock, mark: (key) => void marked.push(key) });
  const frame = { seq: 0, sentAtMs: 0, clockOffsetMs: null };
  const [a, b] = ['a', 'b'].map((id) => makeMarket({ id: id as MarketId }));
  mirror.applyFrame({ ...frame, changedMarkets: [a!] });
  expect(mirror.catalogue()).toBeNull();
  const catalogue = { at: 'live', markets: [a!, b!], tick: DEFAULT_TICK, receivedAtMs: 0, failure: null } as const;
  mirror.applyFrame({ ...frame, catalogue });
  const listing = mirror.listing();
  expect(listing).toHaveLength(2);
  marked.length = 0;
  mirror.applyFrame({ ...frame, changedMarkets: [{ ...b!, volume24h: 7 as Shares }] });
  expect(mirror.catalogue()?.markets).toEqual([a, { ...b, volume24h: 7 }]);
  expect(mirror.catalogue()?.markets[0]).toBe(a);
  expect(mirror.listing()).toBe(listing);
  expect(marked).toEqual(['catalogue']);
  mirror.applyFrame({ ...frame, changedMarkets: [{ ...b!, title: 'Another title' }] });
  expect(mirror.listing()[1]?.title).toBe('Another title');
  expect(marked).toContain('listing');
});

it('forgets a tape that ended, and of the candles that ended all but the last four', () => {
  const mirror = openMirror(openFrameClock(() => undefined));
  const frame = { seq: 0, sentAtMs: 0, clockOffsetMs: null };
  const markets = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => id as MarketId);
  const show = (market: MarketId): void => {
    const candles = [
      { market, period: '1m', kind: 'reset', rows: Float64Array.from([60_000, 1, 1, 1, 1, 1]) },
    ] as const;
    mirror.applyFrame({ ...frame, tapes: [{ market, fromSeq: 0, trades: [makeTrade('1')], lost: 0 }], candles });
  };
  const end = (market: MarketId): void =>
    mirror.applyFrame({ ...frame, ended: { tapes: [market], candles: [{ market, period: '1m' }] } });
  const kept = (): string => markets.filter((market) => mirror.candles(market, '1m') !== null).join('');

  for (const market of markets) show(market);
  const drawn = mirror.candles('b' as MarketId, '1m')!.generation;
  for (const market of markets.slice(0, 5)) end(market);
  expect(kept()).toBe('bcdef');
  expect(markets.filter((market) => mirror.tape(market) !== null)).toEqual(['f']);
  // Shown again it is not one of those that ended.
  show('b' as MarketId);
  end('f' as MarketId);
  expect(kept()).toBe('bcdef');
  end('b' as MarketId);
  expect(kept()).toBe('bdef');
  show('c' as MarketId);
  expect(mirror.candles('c' as MarketId, '1m')!.generation).toBeGreaterThan(drawn);
});

it('keeps an order and a fill as the same objects until something of them changes', () => {
  const mirror = openMirror(openFrameClock(() => undefined));
  const send = (...changes: readonly Partial<OrderView>[]): AccountView => {
    const orders = changes.map((change) => orderOf({ at: 'sent' }, change));
    const account = structuredClone({ orders, fills: [makeFill('1')] }) as unknown as AccountView;
    mirror.applyFrame({ seq: 0, sentAtMs: 0, clockOffsetMs: null, account });
    return mirror.account()!;
  };
  const [a, b] = [{ intentId: parseIntentId('intent-000a') }, { intentId: parseIntentId('intent-000b') }];
  const first = send(a, b);
  const same = send(a, b);
  expect(same.orders).toBe(first.orders);
  expect(same.fills).toBe(first.fills);
  const steps = [{ atMs: 1, step: 'sent', detail: null }] as const;
  const second = send(a, { ...b, steps });
  expect(second.orders[0]).toBe(first.orders[0]);
  expect(second.orders[1]).toMatchObject({ steps });
  expect(send({ ...b, steps }).orders[0]).toBe(second.orders[1]);
});

it('applies a change to the account that it has, and keeps every other order as the same object', () => {
  const mirror = openMirror(openFrameClock(() => undefined));
  const [a, b, c] = ['a', 'b', 'c'].map((id) => restingOf(id));
  const before = { at: 'live', orders: [a!, b!, c!], fills: [] } as unknown as AccountView;
  const after = { ...before, at: 'stale', orders: [a!, c!] } as AccountView;
  const head = { seq: 0, sentAtMs: 0, clockOffsetMs: null };
  // A change of an account that the page never got is no account.
  mirror.applyFrame({ ...head, accountChange: findAccountChange(before, after) });
  expect(mirror.account()).toBeNull();
  mirror.applyFrame({ ...head, account: before });
  const first = mirror.account()!;
  mirror.applyFrame({ ...head, accountChange: findAccountChange(before, after) });
  expect(mirror.account()).toEqual(after);
  expect(mirror.account()!.orders[1]).toBe(first.orders[2]);
});
