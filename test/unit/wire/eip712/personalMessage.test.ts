import { hashMessage } from 'viem';
import { describe, expect, it } from 'vitest';
import { encodeHex, hashText } from '#wire/eip712/bytes.ts';
import { hashPersonalMessage } from '#wire/eip712/personalMessage.ts';

describe('personal message', () => {
  it('prefixes the length in decimal digits', () => {
    for (const message of [new Uint8Array(0), hashText('a'), new Uint8Array(1000).fill(7)]) {
      expect(encodeHex(hashPersonalMessage(message))).toBe(hashMessage({ raw: message }));
    }
  });
});
