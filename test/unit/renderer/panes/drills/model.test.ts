import { expect, it } from 'vitest';
import { beginRunning, formatLength, listRows } from '#renderer/panes/drills/model.ts';
import { DRILL_KINDS, DRILLS } from '#shared/ipc/drills.ts';

const NOW = 1_000_000;

it('lists every drill in the order of the table, none running at first', () => {
  const rows = listRows(null, NOW);
  expect(rows.map(({ kind }) => kind)).toEqual([...DRILL_KINDS]);
  expect(rows.every(({ secondsLeft }) => secondsLeft === null)).toBe(true);
  expect(rows[0]?.title).toBe(DRILLS.silentStream.title);
});

it('counts whole seconds down to one, in the row that runs alone, and forgets a drill that is over', () => {
  const running = beginRunning('cutLine', NOW);
  const left = (atMs: number) =>
    listRows(running, atMs).flatMap(({ kind, secondsLeft }) => (secondsLeft === null ? [] : [[kind, secondsLeft]]));
  expect(left(NOW)).toEqual([['cutLine', DRILLS.cutLine.runsMs / 1_000]]);
  expect(left(running.endsAtMs - 1)).toEqual([['cutLine', 1]]);
  expect(left(running.endsAtMs)).toEqual([]);
});

it('says how long a drill runs, and whether it waits for an order', () => {
  expect(formatLength(DRILLS.cutLine)).toBe('20 s');
  expect(formatLength(DRILLS.lostAnswer)).toBe('up to 30 s, one order');
});
