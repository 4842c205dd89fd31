import { expect, it } from 'vitest';
import { VAULT_QUESTIONS } from '#shared/text/custody/vaultQuestions.ts';
import { formatBeforeAfter } from '#shared/text/questionText.ts';

it('shows a change as the new value and the one before', () => {
  const times = { screen: { before: 10, after: 5 }, keys: { before: 30, after: 20 } };
  expect(VAULT_QUESTIONS.setLockTimes(times).facts).toEqual([
    ['Screen', '5 min, was 10 min'],
    ['Keys', '20 min, was 30 min'],
  ]);
  expect(formatBeforeAfter('a', 'b')).toBe('b, was a');
});
