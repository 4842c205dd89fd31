import { expect, it } from 'vitest';
import { listChecks } from '#shared/text/electronChecks.ts';
import { formatReportLines, type WholeReport } from '../../../../src/cli/electronCheck/report.ts';

const all = listChecks('electron').map((id) => ({ id, verdict: 'passed' as const, found: 'as expected' }));
const report = (lines: NonNullable<WholeReport['checks']>['lines']): WholeReport => ({
  program: '0.1.0',
  shell: 'electron',
  platform: 'linux',
  start: { exitCode: 0, printed: [] },
  checks: { atMs: 0, shell: 'electron', isComplete: true, lines },
});

it('passes when every check of the shell has passed', () => {
  const { lines, isPassed } = formatReportLines(report(all));
  expect([isPassed, lines.length, lines.at(-1)]).toEqual([true, all.length + 1, `All ${all.length} passed`]);
});

it('says below a failed check what must hold and where that is documented', () => {
  const { lines, isPassed } = formatReportLines(
    report([{ ...all[0]!, verdict: 'failed', found: 'nothing' }, ...all.slice(1)]),
  );
  expect(isPassed).toBe(false);
  expect(lines[0]).toMatch(/^FAILED {2}machine\.system +nothing$/);
  expect(lines[1]).toContain('electronjs.org/docs/latest/api/process');
});

it('names the check that ended the program', () => {
  const { lines, isPassed } = formatReportLines(report(all.slice(0, 3)));
  expect(isPassed).toBe(false);
  expect(lines.at(-2)).toBe(`FAILED  ${all[3]?.id} ended the program; not run: ${all.length - 4} after it`);
});

it('shows the last lines of a program that did not start', () => {
  const start = { exitCode: 1, printed: ['Electron’s sandbox cannot start'] };
  const { lines, isPassed } = formatReportLines({ ...report([]), start, checks: null });
  expect(isPassed).toBe(false);
  expect(lines.at(-1)).toContain('sandbox cannot start');
});
