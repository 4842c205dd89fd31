import { expect, it } from 'vitest';
import { openLatency } from '#renderer/feed/latency.ts';

function openBench() {
  const bench = { nowMs: 1_000, isVisible: true };
  const latency = openLatency(
    () => bench.nowMs,
    () => bench.isVisible,
  );
  return { bench, latency };
}

it('measures a screen frame once, from the oldest change that it shows', () => {
  const { bench, latency } = openBench();
  latency.noteFrame(995);
  latency.noteFrame(990);
  latency.noteFrame(undefined);
  latency.noteDrawn();
  bench.nowMs = 1_016;
  latency.noteDrawn();
  expect(latency.read()).toMatchObject({ count: 1, max: 10 });
});

it('counts nothing that a hidden page did not draw, nor what a clock that was set makes of it', () => {
  const { bench, latency } = openBench();
  bench.isVisible = false;
  latency.noteFrame(995);
  bench.isVisible = true;
  latency.noteDrawn();
  latency.noteFrame(2_000);
  latency.noteDrawn();
  latency.noteFrame(-20_000);
  latency.noteDrawn();
  expect(latency.read()).toBeNull();
});
