import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openExchange, type PaperExchange } from '#paper/server/exchange.ts';
import { openSmallDisk, putFolder, type SmallDisk } from '#test/slice/smallDisk.ts';
import { TestMember } from '../member.ts';

const START = 1_763_726_400_000;
const MARKETS = '/api/v2/pythia/public/markets';
const ORDERS = '/api/v2/pythia/orders';
const PLACE = '/api/v2/atlas/account/orders';

let disk: SmallDisk | null = null;
let exchange: PaperExchange | null = null;
afterEach(async () => {
  disk?.free();
  await exchange?.close();
  exchange = null;
  disk?.close();
  disk = null;
});

const clock = { at: START, nowMs: () => clock.at, wallMs: () => clock.at };
const told: string[] = [];
const open = async (dataFolder: string): Promise<PaperExchange> => {
  told.length = 0;
  exchange = await openExchange({
    seed: 7,
    clock,
    runs: false,
    dataFolder,
    onBroken: (sentences) => void told.push(...sentences),
  });
  return exchange;
};

test('on a full disk the exchange goes on: it says the first cause once, cancels, and refuses what it could not keep', async () => {
  clock.at = START;
  disk = openSmallDisk();
  const paper = await open(path.join(disk.folder, 'exchange'));
  const member = await (await new TestMember(paper, clock.wallMs).join()).setUp();
  const market = 'harbour-list';
  const { value: first } = await member.place({ market, price: '0.03', volume: '40' });
  disk.fill();
  // Saves of everything, as the timer makes them: none throws.
  for (let at = 0; at < 40; at += 1) {
    clock.at += 60_000;
    paper.advance();
    paper.save();
  }
  expect(told).toHaveLength(1);
  expect(told[0]).toMatch(/^Expected to save the exchange in .*, found no space left on the disk \(/);
  expect(told[0]).not.toMatch(/rollback/i);
  expect((await member.open(`${MARKETS}/${market}/order-book`)).status).toBe(200);
  const placement = await member.placement({ market, price: '0.04', volume: '40' });
  expect((await member.call('POST', PLACE, placement)).status).toBe(503);
  expect((await member.call('POST', `${ORDERS}/${first.id}/cancel`)).status).toBeLessThan(300);
  const orders = (await member.call('GET', ORDERS)).value;
  expect(orders).toMatchObject([{ id: first.id, state: 'cancel' }]);
  disk.free();
  expect((await member.call('POST', PLACE, placement)).status).toBe(201);
  expect(told).toHaveLength(1);
  const { value: before } = await member.call('GET', ORDERS);
  await paper.close();
  const again = await open(path.join(disk.folder, 'exchange'));
  const moved = Object.assign(new TestMember(again, clock.wallMs), {
    account: member.account,
    apiKey: member.apiKey,
    apiSecret: member.apiSecret,
    safe: member.safe,
  });
  expect((await moved.call('GET', ORDERS)).value).toEqual(before);
});

test.each([
  ['a read-only disk', 'a disk or file that can only be read'],
  ['a full disk', 'no space left on the disk'],
])('on %s the exchange does not start, and says so in words', async (which, words) => {
  disk = openSmallDisk();
  const folder = path.join(disk.folder, 'exchange');
  mkdirSync(folder);
  if (which === 'a full disk') disk.fill();
  else disk.setReadOnly(true);
  await expect(open(folder)).rejects.toThrow(new RegExp(`^Expected to open the exchange in .*, found ${words} \\(`));
});

test('a folder in the place of its file is said in words', async () => {
  const folder = path.join(mkdtempSync(path.join(tmpdir(), 'adyton-paper-')), 'exchange');
  putFolder(path.join(folder, 'exchange.sqlite'));
  await expect(open(folder)).rejects.toThrow(/^Expected to open the exchange in .*, found something else than a file/);
});
