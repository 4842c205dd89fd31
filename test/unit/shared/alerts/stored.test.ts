import { expect, it } from 'vitest';
import { NO_ALERTS } from '#shared/alerts/stored.ts';

it('begins without alerts and without a gap', () => {
  expect(NO_ALERTS).toMatchObject({ records: [], log: [], watchedUntilMs: null });
});
