import { expect, it } from 'vitest';
import { openDryRuns } from '#main/app/conditionals/dryRuns.ts';
import type { ChildHandle } from '#main/shell/port.ts';
import { decodeMessage, encodeMessage } from '#shared/ipc/codec.ts';
import { openFakeClock } from '#test/slice/fakeClock.ts';
import { makeRequest } from '#test/unit/dryRun/makers.ts';
import { STOP } from '#test/unit/shared/order/conditional/makers.ts';

const REQUEST = makeRequest(STOP, 'falls');

interface FakeChild {
  readonly sent: unknown[];
  isKilled: boolean;
  say(message: unknown): void;
  exit(): void;
}

function openBench() {
  const clock = openFakeClock();
  const children: FakeChild[] = [];
  const faults: unknown[] = [];
  const bench = { clock, children, faults, isBroken: false };
  const runs = openDryRuns({
    schedule: clock.schedule,
    onFault: (error) => void faults.push(error),
    shell: {
      async startChild(entry): Promise<ChildHandle> {
        expect(entry).toBe('dryRun');
        if (bench.isBroken) throw new Error('no process');
        const messages: ((value: unknown) => void)[] = [];
        const exits: ((code: number | null) => void)[] = [];
        const child: FakeChild = {
          sent: [],
          isKilled: false,
          say: (message) => messages.forEach((listener) => void listener(message)),
          exit: () => exits.forEach((listener) => void listener(1)),
        };
        children.push(child);
        return {
          onMessage: (listener) => void messages.push(listener),
          send: (value) => void child.sent.push(value),
          onExit: (listener) => void exits.push(listener),
          async kill() {
            child.isKilled = true;
            child.exit();
          },
        };
      },
    },
  });
  return { bench, runs };
}

it('sends the request to a process of its own, and ends it with the answer', async () => {
  const { bench, runs } = openBench();
  const answer = runs.run(REQUEST);
  await bench.clock.settle();
  const [child] = bench.children;
  child!.say({ at: 'ready' });
  expect(child!.sent.map((text) => decodeMessage(String(text)))).toEqual([REQUEST]);
  child!.say({ at: 'done', text: encodeMessage({ seed: 7, trades: 3n }) });
  expect(await answer).toEqual({ outcome: 'report', report: { seed: 7, trades: 3n } });
  expect([child!.isKilled, bench.clock.pending()]).toEqual([true, 0]);
});

it('ends at a cancel, at the next run, at the time limit and at the close', async () => {
  const { bench, runs } = openBench();
  const first = runs.run(REQUEST);
  await bench.clock.settle();
  const second = runs.run(REQUEST);
  expect(await first).toEqual({ outcome: 'cancelled' });
  expect(bench.children[0]!.isKilled).toBe(true);
  await bench.clock.settle();
  expect([runs.cancel(), runs.cancel()]).toEqual([true, false]);
  expect(await second).toEqual({ outcome: 'cancelled' });
  const late = runs.run(REQUEST);
  await bench.clock.advance(120_000);
  expect(await late).toEqual({ outcome: 'refused', reason: { code: 'tooLong', parameters: {} } });
  const last = runs.run(REQUEST);
  await runs.close();
  expect(await last).toEqual({ outcome: 'cancelled' });
  await bench.clock.settle();
  expect(bench.children.every(({ isKilled }) => isKilled)).toBe(true);
  expect(await runs.run(REQUEST)).toMatchObject({ outcome: 'refused' });
});

it('answers when the process fails or cannot be started', async () => {
  const { bench, runs } = openBench();
  const stopped = { outcome: 'refused', reason: { code: 'stopped', parameters: {} } };
  const ended = runs.run(REQUEST);
  await bench.clock.settle();
  bench.children[0]!.exit();
  expect(await ended).toEqual(stopped);
  bench.isBroken = true;
  expect(await runs.run(REQUEST)).toEqual(stopped);
  expect(bench.faults).toHaveLength(1);
});
