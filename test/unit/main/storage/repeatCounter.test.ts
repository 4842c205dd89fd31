import { expect, it } from 'vitest';
import type { Log } from '#main/storage/log.ts';
import { countRepeats } from '#main/storage/repeatCounter.ts';

function openBench() {
  const lines: string[] = [];
  let nowMs = 0;
  const log: Log = {
    path: 'x',
    write: (level, where, message, fields) =>
      void lines.push([level, where, message, fields?.code, fields?.count].filter((part) => part).join(' ')),
  };
  return { lines, counted: countRepeats(log, () => nowMs), pass: (ms: number) => (nowMs += ms) };
}

it('writes the 1st, 2nd, 4th, 8th … of equal lines, with their number', () => {
  const { lines, counted } = openBench();
  for (let count = 0; count < 1_000_000; count += 1) counted.write('warn', 'gate', 'Refused', { code: 'size' });
  expect(lines).toHaveLength(20);
  expect(lines.slice(0, 3)).toEqual(['warn gate Refused size', 'warn gate Refused size 2', 'warn gate Refused size 4']);
  expect(lines.at(-1)).toBe('warn gate Refused size 524288');
});

it('compares level, place and code, and the message where there is no code', () => {
  const { lines, counted } = openBench();
  counted.write('warn', 'gate', 'One text', { code: 'size' });
  counted.write('warn', 'gate', 'Another text', { code: 'size' });
  counted.write('warn', 'gate', 'Another text', { code: 'size' });
  counted.write('warn', 'gate', 'Another text', { code: 'depth' });
  counted.write('info', 'lock', 'One');
  counted.write('info', 'lock', 'Two');
  expect(lines).toHaveLength(5);
});

it('starts again after an hour without one, and keeps a bounded number of runs', () => {
  const { lines, counted, pass } = openBench();
  for (let count = 0; count < 3; count += 1) counted.write('info', 'lock', 'Locked');
  pass(3_600_001);
  counted.write('info', 'lock', 'Locked');
  expect(lines).toEqual(['info lock Locked', 'info lock Locked 2', 'info lock Locked']);
  for (let count = 0; count < 1_000; count += 1) counted.write('info', 'lock', `Other ${count}`);
  counted.write('info', 'lock', 'Locked');
  expect(lines.at(-1)).toBe('info lock Locked');
});
