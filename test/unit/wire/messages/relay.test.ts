import { describe, expect, it } from 'vitest';
import type { Address } from '#shared/units/ids.ts';
import { encodeRelay, parseRelayResponse } from '#wire/messages/relay.ts';

describe('relay', () => {
  it('encodes keys in a fixed order and the value as text', () => {
    const safe = `0x${'1'.repeat(40)}` as Address;
    const to = `0x${'2'.repeat(40)}` as Address;
    expect(encodeRelay({ signature: '0xaa', operation: 1, data: '0xbb', value: 0n, to, safe })).toBe(
      `{"safe":"${safe}","to":"${to}","value":"0","data":"0xbb","operation":1,"signature":"0xaa"}`,
    );
  });

  it('reads the transaction hash', () => {
    expect(parseRelayResponse({ tx: '0x12' })).toEqual({ tx: '0x12' });
    expect(() => parseRelayResponse({})).toThrow('at relay.tx');
  });
});
