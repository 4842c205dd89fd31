import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { listBrokenInvariants } from '#paper/engine/invariants.ts';
import { openExchange, type PaperExchange } from '#paper/server/exchange.ts';
import { TestMember } from '../member.ts';

const START = 1_763_726_400_000;
const DAY = 86_400_000;
const ACCOUNT = '/api/v2/atlas/account';
const MARKETS = '/api/v2/pythia/public/markets';
const ORDERS = '/api/v2/pythia/orders';

const folders: string[] = [];
const makeFolder = (): string => {
  const folder = mkdtempSync(path.join(tmpdir(), 'adyton-paper-'));
  folders.push(folder);
  return path.join(folder, 'exchange');
};
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

const clock = { at: START, nowMs: () => clock.at, wallMs: () => clock.at };
const open = (dataFolder: string): Promise<PaperExchange> => openExchange({ seed: 7, clock, runs: false, dataFolder });
const move = (member: TestMember, exchange: PaperExchange): TestMember =>
  Object.assign(new TestMember(exchange, clock.wallMs), {
    account: member.account,
    apiKey: member.apiKey,
    apiSecret: member.apiSecret,
    safe: member.safe,
    salt: 1_000,
  });
const read = async (member: TestMember) => ({
  wallet: (await member.call('GET', `${ACCOUNT}/wallet`)).value,
  balances: (await member.call('GET', `${ACCOUNT}/balances`)).value,
  positions: (await member.call('GET', `${ACCOUNT}/positions`)).value,
  contracts: (await member.call('GET', `${ACCOUNT}/contracts`)).value,
  orders: (await member.call('GET', ORDERS)).value,
});

test('a member finds account, orders, positions and fills again the next day, and the resting order on the book', async () => {
  const folder = makeFolder();
  clock.at = START;
  let exchange = await open(folder);
  let member = await (await new TestMember(exchange, clock.wallMs).join()).setUp();
  const market = 'harbour-list';
  const { value: book } = await member.open(`${MARKETS}/${market}/order-book`);
  const bought = await member.placement({ market, price: book.yes_asks[0].price, volume: '25.5' });
  expect((await member.call('POST', `${ACCOUNT}/orders`, bought)).status).toBe(201);
  const { value: resting } = await member.place({ market, price: '0.03', volume: '40' });
  const { value: sale } = await member.place({ market, direction: 'sell', price: '0.97', volume: '5' });
  clock.at += 90_500;
  exchange.advance();
  const before = await read(member);
  expect(before.positions).toMatchObject([{ market, qty: '25.5', locked_qty: '5' }]);
  const tape = (await member.open(`${MARKETS}/${market}/contracts/recent?limit=5`)).value;
  await exchange.close();

  clock.at += DAY;
  exchange = await open(folder);
  member = move(member, exchange);
  expect(listBrokenInvariants(exchange.world.engine)).toEqual([]);
  expect(await read(member)).toEqual(before);
  const { value: later } = await member.open(`${MARKETS}/${market}/order-book`);
  expect(later.sequence).toBeGreaterThan(book.sequence);
  expect(later.yes_bids.at(-1)).toEqual({ price: '0.03', side: 'yes', volume: '40' });
  expect((await member.open(`${MARKETS}/${market}/contracts/recent?limit=5`)).value).toEqual(tape);
  const again = await member.call('POST', `${ACCOUNT}/orders`, bought);
  expect(again.value).toEqual({ errors: ['account.custody.order_already_used'] });
  for (const { id } of [resting, sale]) {
    expect((await member.call('POST', `${ORDERS}/${id}/cancel`)).value).toEqual({ id, state: 'cancel' });
  }
  const { value: fresh } = await member.place({ market, price: '0.02', volume: '10' });
  expect(fresh.id).toBeGreaterThan(sale.id);
  expect((await member.call('GET', `${ACCOUNT}/balances`)).value[0].locked_safe).toBe('0.2');
  await exchange.close();
});

test('candles join across the time that nobody watched and say the same of the time that somebody did', async () => {
  const folder = makeFolder();
  clock.at = START;
  let exchange = await open(folder);
  const markets = ['harbour-list', 'btc-96000-or-more', 'capital-snow-sunday'];
  const list = async (from: number, to: number, minutes: number, market: string) => {
    const query = `period=${minutes}&limit=10000&time_from=${Math.floor(from / 1_000)}&time_to=${Math.floor(to / 1_000)}`;
    return (await new TestMember(exchange, clock.wallMs).open(`${MARKETS}/${market}/k-line?${query}`))
      .value as string[][];
  };
  clock.at += 305_000;
  exchange.advance();
  const watched = await Promise.all(markets.map((market) => list(START, START + 240_000, 1, market)));
  await exchange.close();
  for (const gap of [3 * 3_600_000 + 7_000, 700, 2 * DAY]) {
    clock.at += gap;
    exchange = await open(folder);
    clock.at += 130_000;
    exchange.advance();
    if (gap === 2 * DAY) break;
    await exchange.close();
  }
  for (const [index, market] of markets.entries()) {
    expect(await list(START, START + 240_000, 1, market)).toEqual(watched[index]);
    for (const minutes of [1, 15, 60, 1_440]) {
      const candles = await list(START - 20 * 60_000 * minutes, clock.at, minutes, market);
      expect(candles.length).toBeGreaterThan(20);
      for (const [at, candle] of candles.entries()) {
        if (at > 0) expect([minutes, at, candle[1]]).toEqual([minutes, at, candles[at - 1]![4]]);
      }
    }
  }
  await exchange.close();
});

test('a minute that was saved half-way is counted once when the machine sleeps after it', async () => {
  clock.at = START;
  const exchange = await open(makeFolder());
  const reader = new TestMember(exchange, clock.wallMs);
  const from = START / 1_000;
  const minutes = async () =>
    (await reader.open(`${MARKETS}/btc-96000-or-more/k-line?period=1&time_from=${from}&time_to=${from + 60}`)).value;
  for (const [ms, saves] of [
    [100_000, true],
    [30_000, false],
  ] as const) {
    clock.at += ms;
    exchange.advance();
    if (saves) exchange.save();
  }
  const before = await minutes();
  expect(before).toHaveLength(2);
  clock.at += 7_200_000;
  exchange.advance();
  expect(await minutes()).toEqual(before);
  await exchange.close();
});

test('a share of a window that ended meanwhile is settled and redeemable', async () => {
  const folder = makeFolder();
  clock.at = START + 60_000;
  let exchange = await open(folder);
  let member = await (await new TestMember(exchange, clock.wallMs).join()).setUp();
  const window = exchange.world.markets.find(({ slug }) => slug.startsWith('btc-15m-'))!;
  for (const side of ['yes', 'no'] as const) {
    const { value } = await member.place({ market: window.slug, side, price: '0.90', volume: '20' });
    expect(value.state).toBe('wait');
  }
  await exchange.close();
  clock.at += DAY;
  exchange = await open(folder);
  member = move(member, exchange);
  const settled = exchange.world.find(window.slug)!;
  expect(['yes', 'no']).toContain(settled.book.result);
  expect(settled.settlement!.closeCents >= settled.targetCents).toBe(settled.book.result === 'yes');
  const { value: before } = await member.call('GET', `${ACCOUNT}/balances`);
  expect((await member.redeem(window.slug)).status).toBe(200);
  const { value: after } = await member.call('GET', `${ACCOUNT}/balances`);
  expect(Number(after[0].balance_safe) - Number(before[0].balance_safe)).toBeCloseTo(20, 6);
  expect(listBrokenInvariants(exchange.world.engine)).toEqual([]);
  await exchange.close();
});

test('what a member was told is kept though the process dies at once', async () => {
  const folder = makeFolder();
  clock.at = START;
  const lost = await open(folder);
  const member = await (await new TestMember(lost, clock.wallMs).join()).setUp();
  const { value } = await member.place({ market: 'hill-alliance', price: '0.04', volume: '10' });
  const copy = makeFolder();
  const { cpSync } = await import('node:fs');
  cpSync(folder, copy, { recursive: true });
  await lost.close();
  const exchange = await open(copy);
  const heir = move(member, exchange);
  expect((await heir.call('GET', `${ORDERS}/${value.id}`)).value).toMatchObject({ state: 'wait', locked: '0.4' });
  expect((await heir.call('GET', `${ACCOUNT}/wallet`)).value.safe_status).toBe('ready');
  await exchange.close();
});

test('the file is for its owner alone and used by one exchange at a time', async () => {
  const folder = makeFolder();
  clock.at = START;
  const exchange = await open(folder);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(path.join(folder, 'exchange.sqlite')).mode & 0o777).toBe(0o600);
  await expect(open(folder)).rejects.toThrow('locked');
  const member = await new TestMember(exchange, clock.wallMs).join();
  await exchange.close();
  const bytes = readFileSync(path.join(folder, 'exchange.sqlite')).toString('latin1');
  expect(bytes).toContain(member.apiSecret);
});
