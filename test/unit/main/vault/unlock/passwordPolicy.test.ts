import { expect, it } from 'vitest';
import { checkNewPassword } from '#main/vault/unlock/passwordPolicy.ts';

it('takes any password on paper, but not none', async () => {
  expect(await checkNewPassword('x', 'paper')).toBeNull();
  expect(await checkNewPassword('', 'paper')).toBe('Choose a password');
  expect(await checkNewPassword('password', 'paper')).toBeNull();
});

it('asks for twelve letters where real keys live, counting letters and not bytes', async () => {
  for (const network of ['test', 'live'] as const) {
    expect(await checkNewPassword('elevenchars', network)).toBe(
      'Choose a password of at least 12 characters, this one has 11',
    );
    expect(await checkNewPassword('é'.repeat(11), network)).toContain('has 11');
    expect(await checkNewPassword('e\u0301'.repeat(11), network)).toContain('has 11');
    expect(await checkNewPassword('💶'.repeat(6), network)).toContain('has 6');
    expect(await checkNewPassword('correct horse battery', network)).toBeNull();
  }
});

it.each([
  ['passwordpassword', 'repeats itself'],
  ['aaaaaaaaaaaaaaaa', 'repeats itself'],
  ['123456789012', 'a common password'],
  ['iloveyou2024!', 'a common password'],
  ['qwertyuiop12', 'a common password'],
  ['ｐａｓｓｗｏｒｄ１２３４', 'harder to guess'],
])('refuses the long but guessable "%s" and says why, without repeating it', async (password, words) => {
  const reason = await checkNewPassword(password, 'live');
  expect(reason).toContain('harder to guess');
  expect(reason).toContain(words);
  expect(reason).not.toContain(password);
});

it('judges only the beginning of a very long password, so that judging takes no longer', async () => {
  const strong = 'correct horse battery staple';
  expect(await checkNewPassword(strong, 'live')).toBeNull();
  expect(await checkNewPassword(`${'ab'.repeat(32)}${strong}`, 'live')).toContain('repeats itself');
});
