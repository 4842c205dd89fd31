import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildOrderCommands, type OrderCommandOptions } from '#main/app/commands/orders.ts';
import { type OrderJournal, openJournal } from '#main/storage/journal.ts';
import { createFills } from '#main/trading/account/fills.ts';
import { readHistory } from '#main/trading/orders/history.ts';
import type { ParsedInput } from '#shared/ipc/contract.ts';
import type { OrderView } from '#shared/ipc/views.ts';
import type { AccountId } from '#shared/units/ids.ts';
import { END_MS, makeFill, WALLET, writeJournal } from '../../bench/growth/year.ts';

type OrderQuery = ParsedInput<'order.page'>;
type FillQuery = ParsedInput<'order.fillPage'>;

const ORDERS: OrderQuery = { market: null, side: 'all', state: 'all', words: [], after: null };
const FILLS: FillQuery = { market: null, words: [], after: null };
const [FEW, MANY] = [600, 6_000];

const folder = mkdtempSync(path.join(tmpdir(), 'adyton-history-'));
const journals = new Map<number, OrderJournal>();

beforeAll(() => {
  for (const count of [FEW, MANY]) {
    const file = path.join(folder, `${count}.sqlite`);
    writeJournal(file, count);
    journals.set(count, openJournal(file));
  }
});

afterAll(() => {
  for (const journal of journals.values()) journal.close();
  rmSync(folder, { recursive: true });
});

/** Commands on a year of so many orders, and of as many fills, of one wallet. */
function openCommands(count: number, wallet: AccountId = WALLET) {
  const fills = createFills(() => {});
  fills.applyList({
    items: Array.from({ length: count }, (_, at) => makeFill(at, count)),
    partial: null,
    total: count,
    unreadable: [],
  });
  let read = 0;
  const trading = {
    isOwnWallet: (one: AccountId) => one === wallet,
    fillPage: fills.page,
    readHistory(entries: Parameters<typeof readHistory>[0]) {
      read += 1;
      return readHistory(entries, { byIntent: () => undefined }, END_MS);
    },
  };
  const trader = { trading, journal: journals.get(count) };
  const commands = buildOrderCommands({ trader, confirmations: {} } as unknown as OrderCommandOptions);
  const readPage = async (query: Partial<OrderQuery> = {}) => {
    const result = await commands['order.page']({ ...ORDERS, ...query });
    if (!result.ok) throw new Error(result.error.code);
    return result.value;
  };
  const readFillPage = async (query: Partial<FillQuery> = {}) => {
    const result = await commands['order.fillPage']({ ...FILLS, ...query });
    if (!result.ok) throw new Error(result.error.code);
    return result.value;
  };
  const readAll = async (query: Partial<OrderQuery> = {}) => {
    const orders: OrderView[] = [];
    let pages = 0;
    for (let after: OrderQuery['after'] = null; ; pages += 1) {
      const page = await readPage({ ...query, after });
      orders.push(...page.orders);
      after = page.next;
      if (after === null) return { orders, pages: pages + 1 };
    }
  };
  return { readPage, readFillPage, readAll, read: () => read };
}

describe('the history of an account', () => {
  it('reads as many orders for a page of thousands as for one of hundreds, the newest first', async () => {
    for (const count of [FEW, MANY]) {
      const { readPage, read } = openCommands(count);
      const { orders, next } = await readPage();
      expect([orders.length, read()]).toEqual([100, 100]);
      expect(orders.map(({ orderId }) => orderId).slice(0, 2)).toEqual([`${99_999 + count}`, `${99_998 + count}`]);
      expect((await readPage({ after: next })).orders[0]?.orderId).toBe(`${99_899 + count}`);
    }
  });

  it('has every order once, in pages until the end', async () => {
    const { orders } = await openCommands(MANY).readAll();
    expect(new Set(orders.map(({ orderId }) => orderId)).size).toBe(MANY);
  });

  it('finds the orders of a filter and of words through all of it, and reads no others', async () => {
    const { readAll, read } = openCommands(MANY);
    const filled = await readAll({ state: 'filled', side: 'sell' });
    expect(filled.orders.every(({ filled: shares, direction }) => shares > 0 && direction === 'sell')).toBe(true);
    expect(read()).toBe(filled.orders.length);
    const one = await readAll({ words: [{ text: '100777', markets: [] }] });
    expect(one.orders.map(({ orderId }) => orderId)).toEqual(['100777']);
    // Each page visits a bounded number of orders, found or not.
    expect(one.pages).toBe(MANY / 2_000 + 1);
    expect(read()).toBe(filled.orders.length + 1);
    const undecided = await readAll({ words: [{ text: 'cancelled', markets: null }] });
    expect(undecided.orders).toHaveLength(MANY);
  });

  it('has no orders of another wallet', async () => {
    const { readAll, read } = openCommands(FEW, `0x${'77'.repeat(20)}` as AccountId);
    expect((await readAll()).orders).toEqual([]);
    expect(read()).toBe(0);
  });

  it('pages through the fills, and finds one by its id', async () => {
    const { readFillPage } = openCommands(MANY);
    const first = await readFillPage();
    expect(first.fills.map(({ id }) => id)).toEqual(Array.from({ length: 100 }, (_, at) => `${MANY - at}`));
    expect((await readFillPage({ after: first.next })).fills[0]?.id).toBe(`${MANY - 100}`);
    const found = await readFillPage({ words: [{ text: '5999', markets: [] }] });
    expect(found.fills.some(({ id }) => id === '5999')).toBe(true);
  });
});
