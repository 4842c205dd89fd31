import { expect, it } from 'vitest';
import { checkNewPassword } from '#main/vault/passwordPolicy.ts';

it('asks for twelve characters where keys are real, and for any on paper', () => {
  for (const network of ['test', 'live'] as const) {
    expect(checkNewPassword('elevenchars', network)).toContain('at least 12 characters, this one has 11');
    expect(checkNewPassword('twelve chars', network)).toBeNull();
    expect(checkNewPassword('🙂'.repeat(6), network)).toContain('has 6');
  }
  expect(checkNewPassword('x', 'paper')).toBeNull();
  expect(checkNewPassword('', 'paper')).toBe('Choose a password');
});
