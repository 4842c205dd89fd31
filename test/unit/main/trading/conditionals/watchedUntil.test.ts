import { expect, it } from 'vitest';
import { createWatchedUntil } from '#main/trading/conditionals/watchedUntil.ts';
import { SAFE } from '#test/slice/makers.ts';
import { makeStore } from './makers.ts';

it('is stored once a minute, and at once where that is asked', () => {
  let nowMs = 100_000;
  const faults: string[] = [];
  const store = makeStore();
  const watched = createWatchedUntil({ store, now: () => nowMs, onFault: (where) => void faults.push(where) });
  watched.note(SAFE);
  expect(store.watchedMs).toBe(100_000);
  nowMs += 59_000;
  watched.note(SAFE);
  expect(store.watchedMs).toBe(100_000);
  watched.noteNow(SAFE);
  expect(store.watchedMs).toBe(159_000);
  store.noteWatched = () => {
    throw new Error('disk full');
  };
  nowMs += 60_000;
  watched.note(SAFE);
  expect(faults).toEqual(['conditional journal']);
});
