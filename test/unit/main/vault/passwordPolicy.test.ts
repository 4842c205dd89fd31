import { expect, it } from 'vitest';
import { checkNewPassword } from '#main/vault/passwordPolicy.ts';

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

it('judges a very long password in a moment', async () => {
  await checkNewPassword('correct horse battery', 'live');
  const beganMs = performance.now();
  expect(await checkNewPassword('ab'.repeat(512), 'live')).toContain('repeats itself');
  expect(performance.now() - beganMs).toBeLessThan(1_000);
});
