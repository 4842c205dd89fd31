import { expect, it } from 'vitest';
import { createOrderTimes } from '#main/app/account/orderTimes.ts';
import { parseIntentId } from '#shared/units/ids.ts';

const ORDER = parseIntentId('intent-0001');
const OTHER = parseIntentId('intent-0002');

function open() {
  const clock = { ms: 0 };
  const times = createOrderTimes(
    () => 7_000,
    () => clock.ms,
  );
  return { clock, times };
}

it('measures an order from its click to the wire, and from there to the answer', async () => {
  const { clock, times } = open();
  expect(times.speed()).toEqual({ sinceMs: 7_000, clickToWire: null, exitToWire: null, wireToAck: null });
  const receipt = await times.fromClick(ORDER, async () => {
    clock.ms = 2;
    times.noteSent(ORDER);
    clock.ms = 9;
    times.noteAnswered(ORDER);
    return 'receipt';
  });
  expect(receipt).toBe('receipt');
  expect(times.speed()).toMatchObject({ clickToWire: { count: 1, p50Ms: 2 }, wireToAck: { count: 1, p99Ms: 7 } });
});

it('counts an order that is sent twice once, and its answer from the second time', async () => {
  const { clock, times } = open();
  await times.fromClick(ORDER, async () => {
    clock.ms = 1;
    times.noteSent(ORDER);
    clock.ms = 5;
    times.noteSent(ORDER);
    clock.ms = 8;
    times.noteAnswered(ORDER);
  });
  expect(times.speed()).toMatchObject({ clickToWire: { count: 1, p50Ms: 1 }, wireToAck: { count: 1, p50Ms: 3 } });
});

it('leaves out orders that no click placed, were not sent or have no answer', async () => {
  const { times } = open();
  times.noteSent(OTHER);
  times.noteAnswered(OTHER);
  await times.fromClick(ORDER, async () => 'denied');
  expect(times.speed()).toMatchObject({ clickToWire: null, wireToAck: null });
  await expect(
    times.fromClick(ORDER, async () => {
      times.noteSent(ORDER);
      throw new Error('lost');
    }),
  ).rejects.toThrow('lost');
  expect(times.speed()).toMatchObject({ clickToWire: { count: 1 }, wireToAck: null });
});

it('keeps the orders of moves and flattens apart, each from the start of its exit', () => {
  const { clock, times } = open();
  const flatten = parseIntentId('flatten-0001');
  times.exits.noteStarted(flatten);
  for (const [order, startMs] of [
    [ORDER, 30],
    [OTHER, 40],
  ] as const) {
    clock.ms = startMs;
    times.exits.noteOrder(flatten, order);
    clock.ms = startMs + 2;
    times.noteSent(order);
    clock.ms = startMs + 5;
    times.noteAnswered(order);
  }
  expect(times.speed()).toMatchObject({
    clickToWire: null,
    exitToWire: { count: 2, p50Ms: 32, p99Ms: 42 },
    wireToAck: { count: 2, p50Ms: 3 },
  });
  times.exits.noteEnded(flatten);
  // Of an exit that has ended: whatever comes late is not counted.
  times.exits.noteOrder(flatten, OTHER);
  times.noteSent(ORDER);
  times.noteAnswered(OTHER);
  expect(times.speed()).toMatchObject({ exitToWire: { count: 2 }, wireToAck: { count: 2 } });
});
