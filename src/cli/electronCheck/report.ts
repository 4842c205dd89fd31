/** The report of `npm run electron:check` as lines for a person: pure. */
import type { CheckReport } from '#main/check/checkShell.ts';
import {
  type CheckDeclaration,
  type CheckId,
  ELECTRON_CHECKS,
  listChecks,
  summarizeChecks,
} from '#shared/text/electronChecks.ts';

/** What is written, and what a person attaches to an issue. */
export interface WholeReport {
  readonly program: string;
  readonly shell: 'electron' | 'chromium';
  readonly platform: string;
  /** How the start ended, and its last lines. */
  readonly start: { readonly exitCode: number | null; readonly printed: readonly string[] };
  /** Null where the program did not come as far as its checks. */
  readonly checks: CheckReport | null;
}

const ID_WIDTH = Math.max(...Object.keys(ELECTRON_CHECKS).map((id) => id.length));

export function formatReportLines({ shell, start, checks }: WholeReport): {
  readonly lines: readonly string[];
  readonly isPassed: boolean;
} {
  if (checks === null) {
    const why = ['The program did not start, so nothing was checked. Its last lines:', ...start.printed.slice(-12)];
    return { lines: why, isPassed: false };
  }
  const lines = checks.lines.flatMap(({ id, verdict, found }) => {
    const row = `${verdict === 'passed' ? 'ok    ' : 'FAILED'}  ${id.padEnd(ID_WIDTH)}  ${found}`;
    const { what, source }: CheckDeclaration = ELECTRON_CHECKS[id as CheckId];
    return verdict === 'passed' ? [row] : [row, `        ${what}: ${source}`];
  });
  const missing = listChecks(shell).filter((id) => !checks.lines.some((line) => line.id === id));
  const cut =
    missing.length === 0 ? [] : [`FAILED  ${missing[0]} ended the program; not run: ${missing.length - 1} after it`];
  const isPassed = missing.length === 0 && checks.lines.every(({ verdict }) => verdict === 'passed');
  return { lines: [...lines, ...cut, summarizeChecks(checks.lines)], isPassed };
}
