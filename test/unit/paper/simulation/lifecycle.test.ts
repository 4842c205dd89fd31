import { afterAll, beforeAll, expect, test } from 'vitest';
import { listBrokenInvariants } from '#paper/engine/invariants.ts';
import { openExchange, type PaperExchange } from '#paper/server/exchange.ts';
import { send, TestMember } from '../server/member.ts';

const WINDOW = 900_000;
const START = 1_763_726_400_000 + 13 * 60_000;
const ACCOUNT = '/api/v2/atlas/account';
const MARKETS = '/api/v2/pythia/public/markets';
let exchange: PaperExchange;
const clock = { at: START, nowMs: () => clock.at, wallMs: () => clock.at };

beforeAll(async () => {
  exchange = await openExchange({ seed: 7, clock, runs: false });
});
afterAll(async () => {
  expect(listBrokenInvariants(exchange.world.engine)).toEqual([]);
  await exchange.close();
});

const join = async (): Promise<TestMember> => (await new TestMember(exchange, clock.wallMs).join()).setUp();
const find = async (member: TestMember, slug: string) => {
  const { value } = await member.open(`${MARKETS}?limit=1000`);
  return value.find((market: { market_id: string }) => market.market_id === slug);
};
const play = (untilMs: number): void => {
  while (clock.at < untilMs) {
    clock.at = Math.min(untilMs, clock.at + 1_000);
    exchange.advance();
  }
};
const balanceOf = async (member: TestMember): Promise<number> =>
  Number((await member.call('GET', `${ACCOUNT}/balances`)).value[0].balance_safe);

test('a window lives from ticks over its candle to a settlement that moves no balance until it is redeemed', async () => {
  const member = await join();
  const end = Math.ceil(START / WINDOW) * WINDOW;
  const slug = exchange.world.markets.find((market) => market.slug.startsWith('btc-15m-'))!.slug;
  const before = await find(member, slug);
  expect(before).toMatchObject({ status: 'active', result: '', price_settlement: null });
  expect(before.price_target).toMatchObject({ comparator: 'gte' });
  expect(before.terms.measure).toMatchObject({ granularity_seconds: 900, basis: 'close' });
  for (const side of ['yes', 'no'] as const) {
    expect((await member.place({ market: slug, side, price: '0.95', volume: '30' })).status).toBe(201);
  }
  const resting = (await member.place({ market: slug, price: '0.01', volume: '10' })).value;
  expect((await member.redeem(slug)).value.errors).toEqual(['account.custody.relay_call_reverted']);
  const streams = member.listen('/api/v2/websocket/private?stream=balance,position,order,crypto.BTC-USD');
  await streams.until('success');
  play(end - 1_000);
  const tick = (await streams.until('crypto.BTC-USD', 100)).at(-1);
  expect(tick.bucket_seconds).toBe(60);
  play(end + 1_000);
  expect((await streams.until('order'))[0]).toMatchObject({ id: resting.id, state: 'cancel' });
  expect(await find(member, slug)).toMatchObject({ status: 'closed' });
  expect((await member.place({ market: slug, price: '0.10', volume: '1' })).value.errors).toEqual([
    'market.market.doesnt_exist_or_not_enabled',
  ]);
  const balances = (await streams.until('balance')).length;
  const money = await balanceOf(member);
  play(end + 10_000);
  const settled = await find(member, slug);
  const { price_settlement: settlement } = settled;
  expect(settled.status).toBe('resolved');
  expect(settlement).toMatchObject({
    granularity_seconds: 900,
    symbol: 'BTC-USD',
    open: before.price_target.threshold,
  });
  expect(settlement.candle_start).toBe(new Date(end - WINDOW).toISOString());
  expect(settled.result).toBe(settlement.close >= settlement.open ? 'yes' : 'no');
  expect(settlement.tie).toBe(settlement.close === settlement.open);
  const positions = await streams.until('position', 2);
  expect(positions.map(({ outcome, qty }) => [outcome, qty])).toEqual([
    ['yes', '30'],
    ['no', '30'],
  ]);
  expect((await streams.until('balance')).length).toBe(balances);
  expect(await balanceOf(member)).toBe(money);
  const { value: contracts } = await member.call('GET', `${ACCOUNT}/contracts`);
  expect(new Set(contracts.map(({ state }: { state: string }) => state))).toEqual(
    new Set([`settled_${settled.result}`]),
  );
  expect((await member.redeem(slug)).status).toBe(200);
  expect(await balanceOf(member)).toBeCloseTo(money + 30, 6);
  expect((await streams.until('balance', balances + 1)).length).toBe(balances + 1);
  expect((await streams.until('position', 4)).slice(2).map(({ qty }) => qty)).toEqual(['0', '0']);
  expect((await member.redeem(slug)).status).toBe(200);
  expect(await balanceOf(member)).toBeCloseTo(money + 30, 6);
  const next = exchange.world.markets.filter((market) => market.slug.startsWith('btc-15m-') && market.book.isOpen);
  expect(next).toHaveLength(1);
  expect(next[0]!.targetCents / 100).toBe(settlement.close);
  streams.close();
});

test('a void makes half a dollar a share redeemable', async () => {
  const member = await join();
  const market = 'ferry-fare-rise';
  await member.place({ market, price: '0.95', volume: '8' });
  const money = await balanceOf(member);
  const streams = member.listen('/api/v2/websocket/private?stream=balance,position');
  await streams.until('success');
  const decide = (result: string) =>
    send(exchange.port, 'POST', `/operator/markets/${market}/decide`, member.base(), JSON.stringify({ result }));
  expect((await decide('maybe')).value).toEqual({ errors: ['operator.invalid_result'] });
  expect((await decide('void')).status).toBe(200);
  expect((await decide('yes')).value).toEqual({ errors: ['operator.already_decided'] });
  expect((await streams.until('position'))[0]).toMatchObject({ market, outcome: 'yes', qty: '8' });
  expect(Number((await streams.until('balance'))[0].balance)).toBeCloseTo(money, 6);
  expect((await member.redeem(market)).status).toBe(200);
  expect(Number((await streams.until('balance', 2))[1].balance)).toBeCloseTo(money + 4, 6);
  expect((await streams.until('position', 2))[1]).toMatchObject({ market, outcome: 'yes', qty: '0' });
  expect((await member.call('GET', `${ACCOUNT}/contracts`)).value[0].state).toBe('voided');
  expect(await find(member, market)).toMatchObject({ status: 'voided', result: '' });
  streams.close();
});

test('an opinion ends at nothing or everything when its outcome becomes known, and the next round opens', async () => {
  const { world } = exchange;
  const group = world.markets.filter(({ event }) => event.slug === 'harbour-council-majority');
  const { edition } = group[0]!;
  clock.at = edition.decidedAtMs - 120_000;
  exchange.advance();
  const sum = group.reduce((total, market) => total + world.fairOf(market), 0);
  expect(sum).toBeGreaterThan(990_000);
  expect(sum).toBeLessThan(1_010_000);
  expect(Math.max(...group.map((market) => world.fairOf(market)))).toBeGreaterThan(900_000);
  play(edition.decidedAtMs + 2_000);
  expect(group.map(({ book }) => book.result)).toEqual(group.map((_, at) => (at === edition.winner ? 'yes' : 'no')));
  expect(world.find('harbour-list-2')!.book.isOpen).toBe(true);
  expect(world.find('harbour-list-2')!.title).toContain('round 2');
});

test('a market of a range is served with both levels and resolves by both', async () => {
  const member = await join();
  const market = exchange.world.markets.find(({ event }) => event.slug === 'eth-usd-range')!;
  const served = await find(member, market.slug);
  const cap = market.targetCents / 100 + 200;
  expect(served.price_target).toMatchObject({
    floor_strike: market.targetCents / 100,
    cap_strike: cap,
    comparator: 'between',
  });
  expect(served.terms).toMatchObject({ kind: 'range', floor_strike: market.targetCents / 100, cap_strike: cap });
  clock.at = market.edition.decidedAtMs - 60_000;
  play(market.edition.decidedAtMs + 2_000);
  const settled = await find(member, market.slug);
  const { close } = settled.price_settlement;
  expect(settled.result).toBe(close >= market.targetCents / 100 && close < cap ? 'yes' : 'no');
});
