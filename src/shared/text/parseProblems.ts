/** Words for what part of an answer or message could not be parsed. */
import type { ParseProblem } from '../base/parseProblem.ts';

/** 'Expected a price at orders[3].price, found "x"'. */
export function formatParseProblem({ path, expected, found }: ParseProblem): string {
  return `Expected ${expected} at ${path}, found ${found}`;
}

/** Words for the fault of an unreadable stream message. */
export function formatMessageProblem(problem: ParseProblem | null): string {
  return problem === null ? 'Health has the details' : formatParseProblem(problem);
}
