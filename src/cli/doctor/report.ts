/** What the doctor found, a line per check: ok, FAILED, or not shown (nothing to judge by). */

export type Verdict = 'ok' | 'FAILED' | 'not shown';

export interface Finding {
  readonly verdict: Verdict;
  readonly check: string;
  readonly detail: string;
}

export interface Report {
  readonly findings: readonly Finding[];
  add(verdict: Verdict, check: string, detail: string): void;
  /** Runs one check; what it returns is the detail of an ok, what it throws is the reason of a FAILED. */
  check(name: string, run: () => Promise<string>): Promise<boolean>;
  /** ok or FAILED by a condition. */
  expect(holds: boolean, check: string, detail: string): boolean;
}

/** Thrown by a check that can't be judged. */
export class NotShown extends Error {
  override readonly name = 'NotShown';
}

export function openReport(print: (line: string) => void): Report {
  const findings: Finding[] = [];
  const add = (verdict: Verdict, check: string, detail: string): void => {
    findings.push({ verdict, check, detail });
    print(`${verdict.padEnd(10)}${check.padEnd(24)}${detail}`);
  };
  return {
    findings,
    add,
    async check(name, run) {
      try {
        add('ok', name, await run());
        return true;
      } catch (error) {
        add(error instanceof NotShown ? 'not shown' : 'FAILED', name, wordsOf(error));
        return false;
      }
    },
    expect(holds, check, detail) {
      add(holds ? 'ok' : 'FAILED', check, detail);
      return holds;
    },
  };
}

export function countFailed(report: Report): number {
  return report.findings.filter((finding) => finding.verdict === 'FAILED').length;
}

export function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : 'Unknown error';
}

/** Resolves when `holds` answers true, looking again after every `poke`; false after the time is over. */
export function openWaiter(): {
  poke(): void;
  until(holds: () => boolean, timeMs: number): Promise<boolean>;
} {
  const waiting = new Set<() => void>();
  return {
    poke() {
      for (const look of [...waiting]) look();
    },
    until(holds, timeMs) {
      return new Promise((resolve) => {
        const end = (result: boolean): void => {
          clearTimeout(timer);
          waiting.delete(look);
          resolve(result);
        };
        const look = (): void => {
          if (holds()) end(true);
        };
        const timer = setTimeout(() => end(holds()), timeMs);
        waiting.add(look);
        look();
      });
    },
  };
}
