import { expect, it } from 'vitest';
import { VAULT_QUESTIONS } from '#shared/text/custody/vaultQuestions.ts';

it.each(['importOwnKey', 'addSecondKey'] as const)('%s tells a key made here from one of the window', (code) => {
  const factsOf = (origin: 'generated' | 'imported') => VAULT_QUESTIONS[code]({ address: '0xab', origin }).facts;
  expect(factsOf('generated')).toContainEqual(['Origin', 'made here at random']);
  expect(factsOf('imported')).toContainEqual(['Origin', 'imported from the window']);
  expect(factsOf('imported')).toContainEqual(['Address', '0xab']);
});
