import { expect, it } from 'vitest';
import { toMidSentence } from '#renderer/ui/midSentence.ts';

it('takes the capital from a reason, but not from a name', () => {
  expect(toMidSentence('No keychain answers')).toBe('no keychain answers');
  expect(toMidSentence('the keychain was reset')).toBe('the keychain was reset');
  expect(toMidSentence('Adyton can not reach one')).toBe('Adyton can not reach one');
  expect(toMidSentence('D-Bus is not there')).toBe('D-Bus is not there');
});
