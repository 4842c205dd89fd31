import { describe, expect, it } from 'vitest';
import { openPins, parsePins } from '#main/wallet/pins.ts';
import { buildPin } from '#main/wallet/walletRecord.ts';
import { emptyRecord, OWNER, SAFE } from './testRecord.ts';

const pin = buildPin(emptyRecord);

describe('what a person agreed to', () => {
  it('is read back as it was saved', () => {
    expect(parsePins(JSON.parse(JSON.stringify({ [OWNER]: pin })))).toEqual({ [OWNER]: pin });
    expect(parsePins({})).toEqual({});
  });

  it.each<[string, unknown]>([
    ['a list', []],
    ['nothing', null],
    ['another key', { me: pin }],
    ['a pin that is none', { [OWNER]: 7 }],
    ['a missing fact', { [OWNER]: { ...pin, domainName: undefined } }],
    ['a chain as text', { [OWNER]: { ...pin, chainId: '137' } }],
    ['an address that is none', { [OWNER]: { ...pin, exchangeAddress: '0x1' } }],
  ])('is refused whole when it holds %s', (_, value) => {
    expect(() => parsePins(value)).toThrow('Expected');
  });

  it('is kept by own key, and not for nobody', () => {
    const saved: unknown[] = [];
    const pins = openPins({ value: () => ({ [OWNER]: pin }), save: (next) => saved.push(next), setAside: null });
    expect(pins.find(OWNER)).toEqual(pin);
    expect(pins.find(SAFE)).toBeNull();
    pins.keep(SAFE, pin);
    pins.keep('', pin);
    expect(saved).toEqual([{ [OWNER]: pin, [SAFE]: pin }]);
    expect(pins.warning(OWNER)).toBeNull();
  });
});
