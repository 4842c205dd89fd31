import { expect, it } from 'vitest';
import { formatMessageProblem, formatParseProblem } from '#shared/text/parseProblems.ts';

it('says what was expected, where, and what was found', () => {
  const problem = { path: 'orders[3].price', expected: 'a price', found: '"x"' };
  expect(formatParseProblem(problem)).toBe('Expected a price at orders[3].price, found "x"');
});

it('points to Health where a message has no form at all', () => {
  expect(formatMessageProblem(null)).toBe('Health has the details');
});
