import { expect, it } from 'vitest';
import { shorten } from '#renderer/ui/shorten.ts';

it('keeps both ends of an address and of a key, and all of what is short', () => {
  expect(shorten(`0x12ab34${'0'.repeat(28)}56cd78`)).toBe('0x12ab34…56cd78');
  expect(shorten('9f31c0d2b7e84a6f5c11')).toBe('9f31c0…6f5c11');
  expect(shorten('abc-key')).toBe('abc-key');
});
