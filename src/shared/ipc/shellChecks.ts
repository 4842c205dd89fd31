/** Lines of the checks of shell and runtime, for the report and the Health pane; their words are in shared/text/electronChecks.ts. */

export type CheckVerdict = 'passed' | 'failed';

/** `found` is data: a figure, a version, or what an error said. */
export interface CheckLine<Id extends string = string> {
  readonly id: Id;
  readonly verdict: CheckVerdict;
  readonly found: string;
}

export interface CheckAnswer {
  readonly atMs: number;
  readonly lines: readonly CheckLine[];
}
