import { expect, it } from 'vitest';
import type { ReadFailure } from '#shared/market/readFailure.ts';
import { formatCoded } from '#shared/text/catalogue.ts';
import { CATALOGUE_FAILURE_TEXTS } from '#shared/text/markets/catalogueFailures.ts';

const DOWN: ReadFailure = { code: 'unreachable', parameters: { fault: 'connect' } };

it('gives the markets of the last run their age, and why there are no others yet', () => {
  const textOf = (failure: ReadFailure | null) =>
    formatCoded(CATALOGUE_FAILURE_TEXTS, { code: 'lastRun', parameters: { ageMs: 7_260_000, failure } });
  expect(textOf(null)).toBe('Markets of the last run, 2 h 1 m old, without prices. The exchange has not answered yet');
  expect(textOf(DOWN)).toBe(
    'Markets of the last run, 2 h 1 m old, without prices. The exchange does not answer: there is no connection to it',
  );
});

it('says why the list cannot be read', () => {
  expect(formatCoded(CATALOGUE_FAILURE_TEXTS, { code: 'readFailed', parameters: { failure: DOWN } })).toBe(
    'The list of markets cannot be read. The exchange does not answer: there is no connection to it',
  );
});
