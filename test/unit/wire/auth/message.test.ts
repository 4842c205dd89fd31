import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { buildAuthHeaders, buildAuthMessage } from '#wire/auth/message.ts';

interface HmacVector {
  readonly label: string;
  readonly apiKey: string;
  readonly secret: string;
  readonly nonce: string;
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly canonicalHex: string;
  readonly signature: string;
}

const vectorFile = new URL('../../../fixtures/vectors/hmac.json', import.meta.url);
const { vectors } = JSON.parse(readFileSync(vectorFile, 'utf8')) as { vectors: HmacVector[] };

describe('canonical message', () => {
  it.each(vectors)('equals the bytes of independent programs: $label', (vector) => {
    const message = buildAuthMessage({ ...vector, target: vector.path });
    expect(Buffer.from(message, 'utf8').toString('hex')).toBe(vector.canonicalHex);
    expect(createHmac('sha256', vector.secret).update(message, 'utf8').digest('hex')).toBe(vector.signature);
  });

  it('puts key, nonce and signature into the headers of the interface', () => {
    expect(buildAuthHeaders('key', '1', 'ab')).toEqual({
      'X-Auth-Apikey': 'key',
      'X-Auth-Nonce': '1',
      'X-Auth-Signature': 'ab',
    });
  });
});
