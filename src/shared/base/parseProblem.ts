/** What part of an answer could not be parsed. Words: `shared/text/parseProblems`. */
export interface ParseProblem {
  /** Where in the answer, such as `orders[3].price`. */
  readonly path: string;
  readonly expected: string;
  readonly found: string;
}
