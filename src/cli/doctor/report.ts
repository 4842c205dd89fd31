/** Report of the doctor: one line per check; no escape sequence of the exchange reaches the terminal. */
import { cleanText } from '#shared/base/cleanText.ts';
import { describeError } from '#shared/base/describeError.ts';

const MAX_CHECK = 80;
const MAX_DETAIL = 2_000;

/** `unverified`: the check had no data or was not requested. */
export type Verdict = 'ok' | 'FAILED' | 'unverified' | 'note';

export interface Finding {
  readonly verdict: Verdict;
  readonly check: string;
  readonly detail: string;
}

export interface Report {
  readonly findings: readonly Finding[];
  add(verdict: Verdict, check: string, detail: string): void;
  /** Runs one check: its answer is the detail of an ok, its exception the reason of a FAILED. */
  check(name: string, run: () => Promise<string>): Promise<boolean>;
  /** Adds ok or FAILED by a condition, and returns the condition. */
  expect(isOk: boolean, check: string, detail: string): boolean;
}

/** Thrown by a check that has no data. */
export class Unverified extends Error {
  override readonly name = 'Unverified';
}

export function openReport(print: (line: string) => void): Report {
  const findings: Finding[] = [];
  const add = (verdict: Verdict, check: string, detail: string): void => {
    const finding: Finding = { verdict, check: cleanText(check, MAX_CHECK), detail: cleanText(detail, MAX_DETAIL) };
    findings.push(finding);
    print(`${verdict.padEnd(12)}${finding.check.padEnd(24)}${finding.detail}`);
  };
  return {
    findings,
    add,
    async check(name, run) {
      try {
        add('ok', name, await run());
        return true;
      } catch (error) {
        add(error instanceof Unverified ? 'unverified' : 'FAILED', name, describeError(error));
        return false;
      }
    },
    expect(isOk, check, detail) {
      add(isOk ? 'ok' : 'FAILED', check, detail);
      return isOk;
    },
  };
}

export function countFailed(report: Report): number {
  return report.findings.filter((finding) => finding.verdict === 'FAILED').length;
}

export interface Waiter {
  /** Evaluates every waiting condition again. */
  poke(): void;
  /** Resolves with true when the condition is true, with false after `timeMs`. */
  until(condition: () => boolean, timeMs: number): Promise<boolean>;
}

export function openWaiter(): Waiter {
  const waiting = new Set<() => void>();
  return {
    poke() {
      for (const check of [...waiting]) check();
    },
    until(condition, timeMs) {
      return new Promise((resolve) => {
        const end = (result: boolean): void => {
          clearTimeout(timer);
          waiting.delete(check);
          resolve(result);
        };
        const check = (): void => {
          if (condition()) end(true);
        };
        const timer = setTimeout(() => end(condition()), timeMs);
        waiting.add(check);
        check();
      });
    },
  };
}
