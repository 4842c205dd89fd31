import { expect, it } from 'vitest';
import { checkNewPassword } from '#main/vault/unlock/passwordPolicy.ts';

it('accepts any password on paper but the empty one', async () => {
  expect(await checkNewPassword('x', 'paper')).toBeNull();
  expect(await checkNewPassword('', 'paper')).toEqual({ reason: 'empty' });
  expect(await checkNewPassword('password', 'paper')).toBeNull();
});

it('requires twelve characters on test and live, and counts characters, not bytes', async () => {
  for (const network of ['test', 'live'] as const) {
    const tooShort = (found: number) => ({ reason: 'tooShort', min: 12, found });
    expect(await checkNewPassword('elevenchars', network)).toEqual(tooShort(11));
    expect(await checkNewPassword('é'.repeat(11), network)).toEqual(tooShort(11));
    expect(await checkNewPassword('e\u0301'.repeat(11), network)).toEqual(tooShort(11));
    expect(await checkNewPassword('💶'.repeat(6), network)).toEqual(tooShort(6));
    expect(await checkNewPassword('correct horse battery', network)).toBeNull();
  }
});

it.each([
  ['passwordpassword', 'repeated'],
  ['aaaaaaaaaaaaaaaa', 'repeated'],
  ['123456789012', 'common'],
  ['iloveyou2024!', 'common'],
  ['qwertyuiop12', 'common'],
  ['ｐａｓｓｗｏｒｄ１２３４', 'common'],
])('refuses the long but guessable "%s" as %s', async (password, pattern) => {
  expect(await checkNewPassword(password, 'live')).toEqual({ reason: 'guessable', pattern });
});

it('estimates only the beginning of a very long password', async () => {
  const strong = 'correct horse battery staple';
  expect(await checkNewPassword(strong, 'live')).toBeNull();
  expect(await checkNewPassword(`${'ab'.repeat(32)}${strong}`, 'live')).toEqual({
    reason: 'guessable',
    pattern: 'repeated',
  });
});
