import { describe, expect, it } from 'vitest';
import { parseAddress } from '#shared/units/ids.ts';
import vectors from '#test/fixtures/vectors/safe_message.json' with { type: 'json' };
import { encodeHex, parseBytes } from '#wire/eip712/bytes.ts';
import {
  ERC1271_ACCEPTED,
  encodeSafeMessageData,
  hashSafeMessage,
  SAFE_MESSAGE_TYPE,
  SAFE_MESSAGE_TYPE_HASH,
} from '#wire/eip712/safeMessage.ts';

describe('SafeMessage hash', () => {
  it('has the published type', () => {
    expect(SAFE_MESSAGE_TYPE).toBe(vectors.typeString);
    expect(encodeHex(SAFE_MESSAGE_TYPE_HASH)).toBe(vectors.typeHash);
  });

  it('wraps an order hash as the contract does', () => {
    for (const row of vectors.vectors) {
      const data = encodeSafeMessageData(parseBytes(row.orderDigest));
      const hash = hashSafeMessage(data, { chainId: BigInt(row.chainId), safe: parseAddress(row.safe) });
      expect(encodeHex(data)).toBe(row.safeMessageData);
      expect(encodeHex(hash)).toBe(row.safeMessageHash);
      expect(encodeHex(hash)).not.toBe(row.orderDigest);
      expect(ERC1271_ACCEPTED).toBe(row.onchain_isValidSignature);
    }
  });
});
