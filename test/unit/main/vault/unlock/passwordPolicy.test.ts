import { expect, it } from 'vitest';
import { checkNewPassword } from '#main/vault/unlock/passwordPolicy.ts';

it('accepts any password on paper but the empty one', async () => {
  expect(await checkNewPassword('x', 'paper')).toBeNull();
  expect(await checkNewPassword('', 'paper')).toBe('Choose a password');
  expect(await checkNewPassword('password', 'paper')).toBeNull();
});

it('requires twelve characters on test and live, and counts characters, not bytes', async () => {
  for (const network of ['test', 'live'] as const) {
    expect(await checkNewPassword('elevenchars', network)).toBe(
      'Choose a password of at least 12 characters; this one has 11',
    );
    expect(await checkNewPassword('é'.repeat(11), network)).toContain('has 11');
    expect(await checkNewPassword('e\u0301'.repeat(11), network)).toContain('has 11');
    expect(await checkNewPassword('💶'.repeat(6), network)).toContain('has 6');
    expect(await checkNewPassword('correct horse battery', network)).toBeNull();
  }
});

it.each([
  ['passwordpassword', 'repeats characters'],
  ['aaaaaaaaaaaaaaaa', 'repeats characters'],
  ['123456789012', 'a common password'],
  ['iloveyou2024!', 'a common password'],
  ['qwertyuiop12', 'a common password'],
  ['ｐａｓｓｗｏｒｄ１２３４', 'harder to guess'],
])('refuses the long but guessable "%s" with a reason that does not repeat it', async (password, words) => {
  const reason = await checkNewPassword(password, 'live');
  expect(reason).toContain('harder to guess');
  expect(reason).toContain(words);
  expect(reason).not.toContain(password);
});

it('estimates only the beginning of a very long password', async () => {
  const strong = 'correct horse battery staple';
  expect(await checkNewPassword(strong, 'live')).toBeNull();
  expect(await checkNewPassword(`${'ab'.repeat(32)}${strong}`, 'live')).toContain('repeats characters');
});
