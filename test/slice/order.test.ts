/** A click becomes a signed order: the bridge's gate, the trading, a journal on disk and an exchange in a map. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type OrderJournal, openJournal } from '#main/storage/journal.ts';
import { decodeMessage, encodeMessage } from '#shared/ipc/codec.ts';
import { COMMANDS } from '#shared/ipc/commands.ts';
import { START_MS } from './fakeClock.ts';
import { makeBalance, makeFill, makeIntent, makePosition, TIMED_OUT } from './makers.ts';
import { openTradingBench, type TradingBench } from './tradingBench.ts';

let folder: string;
let journal: OrderJournal;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'adyton-slice-'));
  journal = openJournal(join(folder, 'orders.sqlite'));
});
afterEach(() => {
  journal.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What the page sends, as the gate reads it. */
const click = () => COMMANDS['order.place'].input.parse(decodeMessage(encodeMessage(makeIntent())));

async function openArmed(): Promise<TradingBench> {
  const bench = openTradingBench({ journal });
  await bench.open();
  bench.trading.setArmed(true);
  return bench;
}

describe('a click', () => {
  it('becomes a signed order, a journal entry, a resting order, a fill and a position', async () => {
    const { trading, exchange, clock } = await openArmed();
    let linesAtPost = 0;
    exchange.answerPost = async (_placement, rest) => {
      linesAtPost = journal.load(0).length;
      await new Promise<void>((resolve) => clock.schedule(38, resolve));
      return { kind: 'accepted', order: rest() };
    };
    await clock.advance(3);
    const placing = trading.place(click());
    await clock.advance(38);
    const receipt = await placing;
    expect(linesAtPost).toBe(1);
    expect(receipt).toMatchObject({ outcome: 'accepted' });
    const order = exchange.orders.get(receipt.orderId!)!;
    await clock.advance(9);
    const at = { receivedAtMs: clock.now() };
    const done = { ...order, state: 'done', filledShares: order.originShares, updatedAtMs: clock.now() } as const;
    trading.applyPrivateEvent({ kind: 'order', order: done, ...at });
    trading.applyPrivateEvent({ kind: 'fill', fill: makeFill('f1', { orderId: order.id }), ...at });
    trading.applyPrivateEvent({ kind: 'balance', balance: makeBalance('939'), ...at });
    trading.applyPrivateEvent({
      kind: 'position',
      position: makePosition('150', { exchangeTimeMs: START_MS + 50 }),
      ...at,
    });
    const view = trading.view();
    expect(view.orders[0]?.steps.map((step) => [step.step, step.atMs - START_MS])).toEqual([
      ['signed', 3],
      ['sent', 3],
      ['accepted', 41],
      ['filled', 50],
    ]);
    expect(view.positions[0]?.quantity).toBe(150_000_000);
    expect(journal.load(0).map((entry) => (entry.kind === 'signed' ? 'signed' : entry.event.kind))).toEqual([
      'signed',
      'sent',
      'exchange',
      'exchange',
    ]);
  });

  it('is found again after a crash before the answer, and is sent once', async () => {
    const bench = await openArmed();
    bench.exchange.answerPost = (_placement, rest) => {
      rest();
      return new Promise(() => {});
    };
    void bench.trading.place(click());
    await bench.clock.settle();
    bench.trading.close();
    journal.close();

    journal = openJournal(join(folder, 'orders.sqlite'));
    const { clock, exchange } = bench;
    const next = openTradingBench({ journal, gateway: exchange, clock, schedule: clock.schedule });
    expect(next.trading.view().orders).toMatchObject([{ intentId: 'intent-0001', life: { at: 'unknown' } }]);
    next.trading.applyPrivateEvent({ kind: 'open', atMs: clock.now() });
    await clock.settle();
    expect(next.trading.view().orders).toMatchObject([{ orderId: '101', life: { at: 'resting' } }]);
    next.trading.setArmed(true);
    expect(await next.trading.place(click())).toMatchObject({ outcome: 'accepted', orderId: '101' });
    expect(exchange.posted).toHaveLength(1);
    next.trading.close();
  });

  it('stays unknown while a failing exchange gives no answer, for hours if necessary', async () => {
    const { trading, exchange, clock } = await openArmed();
    exchange.answerPost = async (_placement, rest) => {
      rest();
      exchange.isDown = true;
      return { kind: 'unknown', cause: TIMED_OUT };
    };
    expect(await trading.place(click())).toMatchObject({ outcome: 'unknown' });
    await clock.advance(6 * 3_600_000);
    expect(trading.view().orders[0]?.life.at).toBe('unknown');
    exchange.isDown = false;
    await clock.advance(60_000);
    expect(trading.view().orders[0]).toMatchObject({ orderId: '101', life: { at: 'resting' } });
    expect(exchange.posted).toHaveLength(1);
  });

  it('is refused by the gate when the page changes its shape', () => {
    for (const bent of [{ price: 0.61 }, { shares: -5 }, { extra: 1 }, { side: 'YES' }, { intentId: '' }]) {
      expect(COMMANDS['order.place'].input.safeParse({ ...makeIntent(), ...bent }).success).toBe(false);
    }
  });
});
