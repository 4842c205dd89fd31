import { expect, it } from 'vitest';
import { createPrivateStream } from '#main/trading/account/privateStream.ts';
import { makeBalance, makeFill, makeOrder, makePosition, PROBLEM } from '#test/slice/makers.ts';

function openBench() {
  const passes = { latest: 3, complete: 3 };
  const calls: string[] = [];
  const note = (name: string) => (): void => void calls.push(name);
  const stream = createPrivateStream({
    orders: {
      applyExchangeOrders: (_orders, _atMs, source) => void calls.push(`order ${source}`),
      addUnreadable: note('unreadable'),
    },
    portfolio: { applyFill: note('fill'), applyBalance: note('balance'), applyPosition: note('position') },
    reconciler: {
      run: async () => note('read')(),
      latestPass: () => passes.latest,
      latestCompletePass: () => passes.complete,
    },
    onChange: note('change'),
    onFault: (where, error) => void calls.push(`${where}: ${(error as Error).message}`),
  });
  return { stream, calls, passes };
}

it('counts a read only when it began after the latest opening and is complete', () => {
  const { stream, calls, passes } = openBench();
  expect([stream.state(), stream.isOpen(), stream.isReadSinceOpen()]).toEqual(['never', false, false]);
  stream.apply({ kind: 'open', atMs: 1 });
  expect(calls).toEqual(['change', 'read']);
  expect([stream.isOpen(), stream.isReadSinceOpen()]).toEqual([true, false]);
  passes.complete = 4;
  expect(stream.isReadSinceOpen()).toBe(true);
  stream.awaitReopening();
  passes.complete = 9;
  expect(stream.isReadSinceOpen()).toBe(false);
  stream.apply({ kind: 'closed', atMs: 2, reason: { code: 'closedByExchange', parameters: { closeCode: 1006 } } });
  expect([stream.state(), stream.reason()?.code]).toEqual(['closed', 'closedByExchange']);
  stream.clear();
  expect(stream.state()).toBe('never');
});

it('applies each event, and reads everything after one that cannot be read', () => {
  const { stream, calls } = openBench();
  stream.apply({ kind: 'order', order: makeOrder('7'), receivedAtMs: 1 });
  stream.apply({ kind: 'fill', fill: makeFill('1'), receivedAtMs: 1 });
  stream.apply({ kind: 'balance', balance: makeBalance(), receivedAtMs: 1 });
  stream.apply({ kind: 'position', position: makePosition(), receivedAtMs: 1 });
  const order = { id: null, market: null, createdAtMs: null, problem: PROBLEM };
  stream.apply({ kind: 'unreadable', atMs: 1, why: 'no price', order });
  expect(calls).toEqual([
    'order stream',
    'fill',
    'balance',
    'position',
    'private stream: no price',
    'unreadable',
    'read',
  ]);
});
