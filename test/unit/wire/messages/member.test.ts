import { describe, expect, it } from 'vitest';
import { parseAddress } from '#shared/units/ids.ts';
import { encodeOwner, parseMember } from '#wire/messages/member.ts';

const safe = `0x${'1'.repeat(40)}`;

describe('operator member', () => {
  it('reads key, secret, wallet and deposit', () => {
    const text = JSON.stringify({ api_key: 'k', api_secret: 's', safe, deposit: '10000', currency: 'usdc' });
    expect(parseMember(text)).toEqual({ apiKey: 'k', apiSecret: 's', safe, deposit: 10_000_000_000n });
  });

  it('quotes nothing of an unreadable response, because it could contain the secret', () => {
    const secret = 'hunter2hunter2';
    for (const text of [
      `${secret} not json`,
      JSON.stringify({ api_key: 'k', api_secret: 's', safe: secret, deposit: '1' }),
    ]) {
      let message = '';
      try {
        parseMember(text);
      } catch (error) {
        message = String(error);
      }
      expect(message).toContain('Expected');
      expect(message).not.toContain(secret);
    }
  });

  it('encodes a request with only the owner', () => {
    expect(encodeOwner(parseAddress(safe))).toBe(`{"owner":"${safe}"}`);
  });
});
