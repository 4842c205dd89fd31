import { expect, it } from 'vitest';
import { formatCoded } from '#shared/text/catalogue.ts';
import { CATALOGUE_FAILURE_TEXTS } from '#shared/text/catalogueFailures.ts';

it('gives the markets of the last run their age, and why there are no others yet', () => {
  const textOf = (error: string | null) =>
    formatCoded(CATALOGUE_FAILURE_TEXTS, { code: 'lastRun', parameters: { ageMs: 7_260_000, error } });
  expect(textOf(null)).toBe('Markets of the last run, 2 h 1 m old, without prices: the exchange has not answered yet');
  expect(textOf('connection refused')).toBe(
    'Markets of the last run, 2 h 1 m old, without prices: the list cannot be read: connection refused',
  );
});

it('shows the text of the error that was caught', () => {
  const failure = { code: 'readFailed', parameters: { error: 'connection refused' } } as const;
  expect(formatCoded(CATALOGUE_FAILURE_TEXTS, failure)).toBe('The list of markets cannot be read: connection refused');
});
