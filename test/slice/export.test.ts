/** The export of orders and fills, from the real journal and the embedded exchange. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildExportCommands } from '#main/app/commands/exports.ts';
import type { ParsedInput } from '#shared/ipc/contract.ts';
import { toShares } from '#shared/units/shares.ts';
import { formatUsd, toUsd } from '#shared/units/usd.ts';
import { makeIntent, makeOrder, makeSigned } from './makers.ts';
import { parseCsv } from './parseCsv.ts';
import { intend, openTraderBench, RESTING_PRICE, type TraderBench, until } from './traderBench.ts';

type ExportInput = ParsedInput<'order.export'>;

let bench: TraderBench;
let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'adyton-export-'));
  bench = await openTraderBench();
  await bench.setUp();
});
afterEach(async () => {
  await bench.close();
  rmSync(folder, { recursive: true, force: true });
});

const ALL = { fromMs: null, toMs: null } as const;
const chosen = { count: 0, before: async (): Promise<void> => undefined };
const buildCommands = () =>
  buildExportCommands({
    trader: bench.trader,
    shell: {
      async chooseSavePath(name) {
        await chosen.before();
        chosen.count += 1;
        return join(folder, `${chosen.count}-${name}`);
      },
    },
  });
const build = () => buildCommands()['order.export'];

async function readCsv(
  what: ExportInput['what'],
  period: { fromMs: number | null; toMs: number | null } = ALL,
  filter: ExportInput['filter'] = undefined,
) {
  const answer = await build()({ what, format: 'csv', ...period, ...(filter === undefined ? {} : { filter }) });
  if (!answer.ok) throw new Error(answer.error.code);
  const [names = [], ...rows] = parseCsv(readFileSync(answer.value.path, 'utf8'));
  rmSync(answer.value.path);
  expect(answer.value).toMatchObject({ rows: rows.length, isComplete: true });
  return rows.map((row) => Object.fromEntries(row.map((cell, at) => [names[at] ?? '', cell])));
}

describe('an export', () => {
  it('has orders of every age with their average price and fees, every fill, and every step in JSON', async () => {
    const { id, ask } = await bench.watchBusyMarket();
    const { trading, journal } = bench.trader;
    // An order of an earlier year, as the journal of that time has it; it is not in memory.
    const oldAtMs = Date.UTC(2020, 0, 2);
    const old = makeSigned({ intent: makeIntent({ intentId: makeIntent().intentId }), atMs: oldAtMs });
    const order = makeOrder('4711', { state: 'cancel', filledShares: toShares(0), updatedAtMs: oldAtMs });
    journal.append(old);
    journal.append({
      kind: 'event',
      intentId: old.intentId,
      atMs: oldAtMs + 5,
      event: { kind: 'exchange', atMs: oldAtMs + 5, order, source: 'read' },
      isLast: true,
    });
    trading.setArmed(true);
    const bought = intend({ market: id, side: 'yes', direction: 'buy', price: ask });
    expect(await trading.place(bought)).toMatchObject({ outcome: 'accepted' });
    const resting = intend({ market: id, side: 'yes', direction: 'buy', price: RESTING_PRICE, postOnly: true });
    expect(await trading.place(resting)).toMatchObject({ outcome: 'accepted' });
    await until(() => expect(trading.view().fills.length).toBeGreaterThan(0));
    await until(() => expect(trading.view().ledger.isComplete).toBe(true));

    const orders = await readCsv('orders');
    expect(orders.map((row) => row.intent_id)).toEqual([old.intentId, bought.intentId, resting.intentId]);
    expect(orders[0]).toMatchObject({
      created_at: '2020-01-02T00:00:00.000Z',
      order_id: '4711',
      state: 'cancelled',
      ended_at: '2020-01-02T00:00:00.005Z',
      placed_by: 'adyton',
    });
    const own = trading.view().fills.filter((fill) => fill.orderId === orders[1]?.order_id);
    const fees = own.reduce((sum, fill) => sum + (fill.fee ?? 0n), 0n);
    expect(Number(orders[1]?.average_fill_price)).toBeGreaterThan(0);
    expect(Math.round(Number(orders[1]?.fees) * 1e6)).toBe(Number(fees));
    expect(orders[2]).toMatchObject({ state: 'resting', filled_volume: '0', average_fill_price: '', fees: '0.00' });

    const fills = await readCsv('fills');
    expect(fills.map((row) => row.fill_id).toSorted()).toEqual(own.map((fill) => fill.id).toSorted());

    // A period leaves out what lies outside of it.
    expect(await readCsv('orders', { fromMs: oldAtMs, toMs: oldAtMs + 1 })).toHaveLength(1);
    expect(await readCsv('orders', { fromMs: oldAtMs + 1, toMs: null })).toHaveLength(2);
    expect(await readCsv('fills', { fromMs: null, toMs: oldAtMs })).toEqual([]);

    // What a pane filters is left out.
    const filter = { market: null, side: 'all', state: 'all' } as const;
    expect(await readCsv('orders', ALL, { ...filter, side: 'sell' })).toEqual([]);
    expect(await readCsv('orders', ALL, { ...filter, side: 'yes', state: 'open' })).toHaveLength(1);
    expect(await readCsv('orders', ALL, { ...filter, state: 'ended' })).toHaveLength(1);
    expect(await readCsv('fills', ALL, { ...filter, market: id })).toHaveLength(fills.length);
    expect(await readCsv('fills', ALL, { ...filter, side: 'no' })).toEqual([]);

    // Results: the period's columns are of its fills alone, the others of the exposure that the panes read.
    const { positions, ledger } = trading.view();
    const [line] = ledger.positions;
    const [result] = await readCsv('pnl');
    expect(result).toMatchObject({
      market: id,
      period_fills: `${fills.length}`,
      period_result: formatUsd(toUsd(-fees)),
      realised: '0.00',
      fees: formatUsd(toUsd(fees)),
      cost: formatUsd(toUsd(line!.cost + line!.openFees)),
      settlement: '',
    });
    expect(Number(result?.yes_volume) * 1e6).toBe(positions.find(({ outcome }) => outcome === 'yes')?.quantity);
    expect(result?.net).toBe(result?.at_the_middle);
    expect(Number(result?.closed_now)).toBeLessThan(Number(result?.at_the_middle));
    expect(result?.at_the_middle_as_of).toMatch(/^\d{4}-.*Z$/);
    const other = bench.trader.market.catalogue().markets.find((one) => one.id !== id)!.id;
    expect(await readCsv('pnl', ALL, { ...filter, market: other })).toEqual([]);
    expect(await readCsv('pnl', { fromMs: null, toMs: oldAtMs })).toEqual([]);
    const firstFillMs = trading.view().fills.at(-1)?.exchangeTimeMs ?? 0;
    expect(await readCsv('pnl', { fromMs: firstFillMs + 60_000, toMs: null })).toEqual([]);
    const whole = await build()({ what: 'pnl', format: 'json', ...ALL });
    if (!whole.ok) throw new Error(whole.error.code);
    const { pnl, total } = JSON.parse(readFileSync(whole.value.path, 'utf8'));
    expect(pnl).toHaveLength(1);
    expect(total).toMatchObject({
      realised: '0.00',
      fees: pnl[0].fees,
      net: pnl[0].net,
      at_the_middle_is_whole: 'true',
    });
    expect(await readCsv('conditionals')).toEqual([]);

    const answer = await build()({ what: 'orders', format: 'json', ...ALL });
    if (!answer.ok) throw new Error(answer.error.code);
    const { orders: listed } = JSON.parse(readFileSync(answer.value.path, 'utf8'));
    expect(listed).toHaveLength(3);
    expect(listed[0].steps.at(-1)).toEqual({
      time: '2020-01-02T00:00:00.005Z',
      step: 'cancelled',
      source: 'read',
      reason: null,
    });
    expect(listed[2].steps.map(({ step }: { step: string }) => step)).toEqual(['signed', 'sent', 'accepted']);
  });

  it('reads a long journal in pages, and leaves no file when it is cancelled, or the terminal locks meanwhile', async () => {
    const { journal, locks } = bench.trader;
    for (let count = 0; count < 450; count += 1) {
      const intent = makeIntent({ intentId: `old-order-${count}` as ReturnType<typeof makeIntent>['intentId'] });
      journal.append(makeSigned({ intent, atMs: 1_000 + count }));
    }
    const rows = await readCsv('orders');
    expect(rows.map((row) => row.intent_id)).toEqual(Array.from({ length: 450 }, (_, count) => `old-order-${count}`));

    const { indexAll } = journal;
    const commands = buildCommands();
    /** Between the start of the export and its first page. */
    const during = (run: () => void): void => {
      journal.indexAll = () => {
        indexAll();
        setImmediate(run);
      };
    };
    const progress: unknown[] = [];
    during(() => {
      void commands['order.exportProgress']({}).then((result) => progress.push(result));
      void commands['order.cancelExport']({});
    });
    expect(await commands['order.export']({ what: 'orders', format: 'csv', ...ALL })).toMatchObject({
      error: { code: 'CANCELLED', parameters: { reason: 'export' } },
    });
    expect(progress).toEqual([{ ok: true, value: { rows: 0, part: 0 } }]);
    expect(await commands['order.exportProgress']({})).toEqual({ ok: true, value: null });
    expect(readdirSync(folder)).toEqual([]);
    during(() => locks.lock('manual'));
    expect(await commands['order.export']({ what: 'orders', format: 'csv', ...ALL })).toMatchObject({
      error: { code: 'LOCKED' },
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('writes nothing when the terminal locks while the path is chosen, and limits how often it runs', async () => {
    const { locks } = bench.trader;
    const run = build();
    for (let count = 0; count < 5; count += 1) {
      expect(await run({ what: 'fills', format: 'json', ...ALL })).toMatchObject({ ok: true });
    }
    chosen.before = async () => locks.lock('manual');
    expect(await run({ what: 'fills', format: 'csv', ...ALL })).toMatchObject({ error: { code: 'LOCKED' } });
    chosen.before = async () => undefined;
    expect(await run({ what: 'fills', format: 'csv', ...ALL })).toMatchObject({ error: { code: 'TOO_OFTEN' } });
  });
});
