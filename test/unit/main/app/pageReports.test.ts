import { expect, it } from 'vitest';
import { openPageReports } from '#main/app/pageReports.ts';

function openBench() {
  const lines: unknown[][] = [];
  let end = (): void => undefined;
  let cancelled = 0;
  const reports = openPageReports({ path: 'x', write: (...line) => void lines.push(line) }, (delayMs, run) => {
    expect(delayMs).toBe(60_000);
    end = run;
    return () => {
      cancelled += 1;
    };
  });
  return { lines, reports, end: () => end(), cancelled: () => cancelled };
}

it('writes twenty reports a minute, and once how many more there were', () => {
  const { lines, reports, end } = openBench();
  for (let count = 0; count < 7_500; count += 1) reports.write('ladder', `fault ${count}`);
  expect(lines).toHaveLength(20);
  expect(lines[0]).toEqual(['error', 'page: ladder', 'fault 0']);
  end();
  expect(lines).toHaveLength(21);
  expect(lines[20]).toMatchObject(['warn', 'page reports', expect.any(String), { count: 7_480 }]);
  reports.write('ladder', 'next');
  end();
  expect(lines.slice(21)).toEqual([['error', 'page: ladder', 'next']]);
});

it('writes the number when it closes, and leaves no timer', () => {
  const { lines, reports, cancelled } = openBench();
  for (let count = 0; count < 22; count += 1) reports.write('ladder', 'fault');
  reports.close();
  expect(lines.at(-1)).toMatchObject(['warn', 'page reports', expect.any(String), { count: 2 }]);
  expect(cancelled()).toBe(1);
});
