import { expect, it } from 'vitest';
import { FAULTS, openDrills } from '#main/app/drills.ts';
import { DRILL_KINDS, DRILLS } from '#shared/ipc/drills.ts';

function openBench() {
  const asked: string[] = [];
  const timers: { readonly delayMs: number; readonly run: () => void; live: boolean }[] = [];
  const faults: unknown[] = [];
  const drills = openDrills({
    venue: {
      startPaperFaults: async (list) => void asked.push(list.map(({ kind }) => kind).join('+')),
      stopPaperFaults: async () => void asked.push('clear'),
    },
    schedule(delayMs, run) {
      const timer = { delayMs, run, live: true };
      timers.push(timer);
      return () => {
        timer.live = false;
      };
    },
    onFault: (error) => faults.push(error),
  });
  return { drills, asked, timers, faults };
}

it('has faults for every drill', () => {
  for (const kind of DRILL_KINDS) expect(FAULTS[kind].length, kind).toBeGreaterThan(0);
});

it('clears earlier faults, starts those of the drill, and clears them after its time', async () => {
  const { drills, asked, timers } = openBench();
  await drills.start('cutLine');
  expect(asked).toEqual(['clear', 'disconnect']);
  expect(timers.map(({ delayMs }) => delayMs)).toEqual([DRILLS.cutLine.runsMs]);
  timers[0]!.run();
  await drills.stop();
  expect(asked).toEqual(['clear', 'disconnect', 'clear', 'clear']);
});

it('does not end a later drill with the timer of an earlier one', async () => {
  const { drills, asked, timers } = openBench();
  await Promise.all([drills.start('cutLine'), drills.start('lostAnswer')]);
  expect(timers.map(({ live }) => live)).toEqual([false, true]);
  expect(asked).toEqual(['clear', 'disconnect', 'clear', 'lost_answer+delay+slow_answer']);
  await drills.stop();
  expect(timers.map(({ live }) => live)).toEqual([false, false]);
});

it('rejects when the exchange refuses, and runs the next drill', async () => {
  let isRefusing = true;
  const drills = openDrills({
    venue: {
      async startPaperFaults() {
        if (isRefusing) throw new Error('refused');
      },
      stopPaperFaults: async () => undefined,
    },
    schedule: () => () => undefined,
    onFault: () => undefined,
  });
  await expect(drills.start('wrongClock')).rejects.toThrow('refused');
  isRefusing = false;
  await drills.start('wrongClock');
});
