import { expect, it } from 'vitest';
import { ACCOUNT_COLOURS, FIRST_NAME, isAccountLabel, isSameLabel, MAX_LABEL } from '#shared/ipc/accounts.ts';

it('takes labels that a reader sees whole', () => {
  for (const label of ['a', 'Account 1', 'Wetter & Wahlen', '予測', 'x'.repeat(MAX_LABEL), FIRST_NAME.label])
    expect(isAccountLabel(label)).toBe(true);
  for (const label of ['', ' ', ' a', 'a ', 'a\nb', 'a\u202eb', 'a\u200bb', 'x'.repeat(MAX_LABEL + 1)])
    expect(isAccountLabel(label)).toBe(false);
});

it('finds labels that look the same', () => {
  expect(isSameLabel('Main', 'MAIN')).toBe(true);
  expect(isSameLabel('Ａ', 'a')).toBe(true);
  expect(isSameLabel('Main', 'Main 2')).toBe(false);
});

it('has no colour that means a side', () => {
  expect(ACCOUNT_COLOURS).not.toContain('green');
  expect(ACCOUNT_COLOURS).not.toContain('red');
});
