import { expect, it } from 'vitest';
import { LABEL_PROBLEMS } from '#shared/text/markets/labelProblems.ts';

it('says what orders follow', () => {
  for (const text of Object.values(LABEL_PROBLEMS)) expect(text).toMatch(/^The exchange.*follow Yes and No$/);
});
