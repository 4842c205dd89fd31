import { describe, expect, it } from 'vitest';
import { parseHex32 } from '#shared/units/ids.ts';
import { encodeSessionKeyRequest, parseSessionKeyGrant } from '#wire/messages/sessionKey.ts';

const x = parseHex32(`0x${'1'.repeat(64)}`);
const y = parseHex32(`0x${'2'.repeat(64)}`);
const call = { to: `0x${'a'.repeat(40)}`, data: '0x01', operation: 1, nonce: 4, hash: `0x${'3'.repeat(64)}` };
const grant = { safe: `0x${'B'.repeat(40)}`, handler_installed: false, expires_at: 1_767_225_600, calls: [call] };

describe('a session key', () => {
  it('is requested with its coordinates, and with an expiry only when one is given', () => {
    expect(encodeSessionKeyRequest({ x, y, expiresAt: null })).toBe(`{"x":"${x}","y":"${y}"}`);
    expect(encodeSessionKeyRequest({ x, y, expiresAt: 5 })).toBe(`{"x":"${x}","y":"${y}","expires_at":5}`);
  });

  it('is granted with the calls to sign', () => {
    expect(parseSessionKeyGrant(grant)).toEqual({
      safe: `0x${'b'.repeat(40)}`,
      handlerInstalled: false,
      expiresAt: 1_767_225_600,
      calls: [call],
    });
  });

  it('throws when any of the four fields is absent or malformed', () => {
    for (const name of ['safe', 'handler_installed', 'expires_at', 'calls']) {
      expect(() => parseSessionKeyGrant({ ...grant, [name]: null })).toThrow(`session key.${name}`);
    }
    expect(() => parseSessionKeyGrant({ ...grant, calls: [{ ...call, operation: 2 }] })).toThrow('calls[0].operation');
    expect(() => parseSessionKeyGrant({ ...grant, calls: new Array(33).fill(call) })).toThrow('at most 32');
  });
});
