import { expect, it } from 'vitest';
import { type AlertLogEntry, addEntry, addRepeat, MAX_LOG } from '#shared/alerts/log.ts';

const entry = (alertId: string): Omit<AlertLogEntry, 'seq' | 'repeats'> => ({
  alertId,
  market: null,
  atMs: 0,
  fact: { code: 'timeToClose', parameters: { leftMs: 1 } },
  gap: null,
  isMuted: false,
});

it('keeps the newest entries first, with rising numbers, up to its limit', () => {
  let log: readonly AlertLogEntry[] = [];
  for (let at = 0; at < MAX_LOG + 3; at += 1) log = addEntry(log, entry(`${at}`));
  expect(log).toHaveLength(MAX_LOG);
  expect(log[0]).toMatchObject({ alertId: `${MAX_LOG + 2}`, seq: MAX_LOG + 3 });
});

it('counts a repeat in the newest entry of its alert alone', () => {
  const log = addRepeat(addEntry(addEntry(addEntry([], entry('a')), entry('a')), entry('b')), 'a');
  expect(log.map(({ repeats }) => repeats)).toEqual([0, 1, 0]);
  expect(addRepeat(log, 'c')).toBe(log);
});
