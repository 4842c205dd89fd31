import { expect, it } from 'vitest';
import { decodeText, encodeText } from '#shared/ipc/frames/bytes.ts';

it('writes text as UTF-8 and reads it back', () => {
  expect([...encodeText('a€')]).toEqual([0x61, 0xe2, 0x82, 0xac]);
  expect(decodeText(encodeText('ü€😀'))).toBe('ü€😀');
});
