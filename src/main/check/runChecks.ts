/**
 * Runs checks one after the other.
 *
 * Invariants  Each check has one line, whatever the others did. The report has no environment, no address of this machine and no
 *             path of a person: folders and the user's name are replaced.
 * Errors      Never rejects: a check that throws or does not end has failed.
 */
import type { CheckId, CheckLineOf as CheckLine } from '#shared/text/electronChecks.ts';
import { type CheckBench, type CheckRun, within } from './bench.ts';
import { RUNTIME_RUNS } from './runtimeRuns.ts';
import { SHELL_RUNS } from './shellRuns.ts';

/** A declaration without a run does not compile. */
const RUNS: Readonly<Record<CheckId, CheckRun>> = { ...RUNTIME_RUNS, ...SHELL_RUNS };
const MOST_MS = 200_000;
const MOST_TEXT = 400;

/** Replaces these texts, the longest first. */
export type Redact = (text: string) => string;

export function createRedaction(private_: Readonly<Record<string, string>>): Redact {
  const known = Object.entries(private_)
    .filter(([text]) => text.length > 2)
    .sort(([first], [second]) => second.length - first.length);
  return (text) => known.reduce((rest, [from, to]) => rest.replaceAll(from, to), text);
}

export interface RunOptions {
  readonly ids: readonly CheckId[];
  readonly redact: Redact;
  onLine?(line: CheckLine): void;
}

export async function runChecks(bench: CheckBench, { ids, redact, onLine }: RunOptions): Promise<readonly CheckLine[]> {
  const lines: CheckLine[] = [];
  for (const id of ids) {
    const line = await runOne(id, bench, redact);
    lines.push(line);
    onLine?.(line);
  }
  return lines;
}

async function runOne(id: CheckId, bench: CheckBench, redact: Redact): Promise<CheckLine> {
  const clip = (text: string): string => redact(text).slice(0, MOST_TEXT);
  try {
    return { id, verdict: 'passed', found: clip(await within(MOST_MS, 'an answer', RUNS[id](bench))) };
  } catch (error) {
    return { id, verdict: 'failed', found: clip(error instanceof Error ? error.message : String(error)) };
  }
}
