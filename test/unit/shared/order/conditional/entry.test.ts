import { expect, it } from 'vitest';
import { decodeMessage, encodeMessage } from '#shared/ipc/codec.ts';
import { buildEntry, type ConditionalEntry, replay } from '#shared/order/conditional/entry.ts';
import { CALM, LOW, OCO, openBench, STOP } from './makers.ts';

it('replays to the same durable state and the same actions, through the codec', () => {
  const bench = openBench(OCO);
  bench.book(CALM);
  bench.rests(bench.children()[0], '20');
  bench.confirm(LOW);
  bench.position('70', '70');
  bench.ends(bench.children()[0], 'cancelled', '30');
  const entries = decodeMessage(encodeMessage(bench.entries)) as ConditionalEntry[];
  const steps = replay(entries);
  const { known: _known, ...durable } = bench.state();
  expect(steps.at(-1)!.state).toMatchObject(durable);
  expect(steps.flatMap(({ actions }) => actions)).toEqual(bench.actions);
});

it('explains a trigger by its entry alone: book, sequence, confirmation and clock offset', () => {
  const bench = openBench(STOP);
  bench.book(CALM);
  bench.confirm(LOW);
  const step = replay(bench.entries).find(({ actions }) => actions.some(({ kind }) => kind === 'place'))!;
  expect(step.entry).toMatchObject({
    event: { kind: 'book', book: { sequence: 4 } },
    known: { clock: { offsetMs: 12 } },
  });
  expect(step.state.fired.stop).toEqual({
    atMs: bench.now(),
    sinceMs: bench.now() - 1_000,
    evidence: { kind: 'book', book: expect.objectContaining({ sequence: 4, epoch: 1 }) },
    isLate: false,
    clockOffsetMs: 12,
  });
});

it('has no entry for what is only known, and refuses entries without a beginning', () => {
  const bench = openBench(STOP);
  const count = bench.entries.length;
  bench.feed({ kind: 'clock', atMs: bench.now(), offsetMs: 13 });
  expect(bench.entries).toHaveLength(count);
  const step = { state: bench.state(), actions: [] };
  expect(buildEntry(bench.state(), { kind: 'time', atMs: bench.now() }, step)).toBeNull();
  expect(() => replay(bench.entries.slice(1))).toThrow('Expected a conditional');
});
