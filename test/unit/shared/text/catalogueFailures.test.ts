import { expect, it } from 'vitest';
import { formatCoded } from '#shared/text/catalogue.ts';
import { CATALOGUE_FAILURE_TEXTS } from '#shared/text/catalogueFailures.ts';

it('shows the text of the error that was caught', () => {
  const failure = { code: 'readFailed', parameters: { error: 'connection refused' } } as const;
  expect(formatCoded(CATALOGUE_FAILURE_TEXTS, failure)).toBe('The list of markets cannot be read: connection refused');
});
