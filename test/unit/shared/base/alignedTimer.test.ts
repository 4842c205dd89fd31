import { expect, it } from 'vitest';
import { runAligned } from '#shared/base/alignedTimer.ts';

it('runs at whole multiples of its period, however late it was begun, until it is ended', () => {
  let nowMs = 1_130;
  let due: { readonly atMs: number; readonly run: () => void } | null = null;
  const ran: number[] = [];
  const stop = runAligned(
    500,
    () => ran.push(nowMs),
    () => nowMs,
    (delayMs, run) => {
      due = { atMs: nowMs + delayMs, run };
      return () => {
        due = null;
      };
    },
  );
  for (let count = 0; count < 3; count += 1) {
    const { atMs, run } = due!;
    nowMs = atMs;
    run();
  }
  expect(ran).toEqual([1_500, 2_000, 2_500]);
  stop();
  expect(due).toBeNull();
});
