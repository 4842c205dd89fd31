import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { NO_PINS, openPins, type PinFile, parsePinFile } from '#main/wallet/pins.ts';
import { buildPin } from '#main/wallet/walletRecord.ts';
import { emptyRecord, OWNER, SAFE } from './testRecord.ts';

const pin = buildPin(emptyRecord);
const file = (pins: unknown, version: unknown = 1) => ({ version, pins });

describe('the pin file', () => {
  it('reads back what was saved', () => {
    expect(parsePinFile(JSON.parse(JSON.stringify(file({ [OWNER]: pin }))))).toEqual(file({ [OWNER]: pin }));
    expect(parsePinFile(JSON.parse(JSON.stringify(NO_PINS)))).toEqual(NO_PINS);
  });

  it('migrates a file without a version', () => {
    const old = readFileSync(new URL('../../../fixtures/wallet/pins-unversioned.json', import.meta.url), 'utf8');
    expect(parsePinFile(JSON.parse(old))).toEqual(file({ [OWNER]: pin }));
    expect(parsePinFile({})).toEqual(NO_PINS);
  });

  it('reads addresses in any case of their letters', () => {
    const upper = (address: string) => `0x${address.slice(2).toUpperCase()}`;
    const saved = { ...pin, exchangeAddress: upper(pin.exchangeAddress) };
    expect(parsePinFile(file({ [upper(OWNER)]: saved }))).toEqual(file({ [OWNER]: pin }));
  });

  it.each<[string, unknown]>([
    ['a list', []],
    ['null', null],
    ['an owner that is no address', { me: pin }],
    ['a pin that is no object', { [OWNER]: 7 }],
    ['a missing value', { [OWNER]: { ...pin, domainName: undefined } }],
    ['a chain as text', { [OWNER]: { ...pin, chainId: '137' } }],
    ['a negative chain', { [OWNER]: { ...pin, chainId: -1 } }],
    ['a fractional signature type', { [OWNER]: { ...pin, signatureType: 2.5 } }],
    ['an invalid address', { [OWNER]: { ...pin, exchangeAddress: '0x1' } }],
  ])('is refused whole when its pins are %s, with a version and without', (_, pins) => {
    expect(() => parsePinFile(file(pins))).toThrow('Expected wallet pins of version 1');
    expect(() => parsePinFile(pins)).toThrow('Expected wallet pins of version 1');
  });

  it('is refused when a later release wrote it', () => {
    expect(() => parsePinFile(file({ [OWNER]: pin }, 2))).toThrow('Expected wallet pins of version 1, found version');
  });
});

describe('pins', () => {
  it('belong to one own key, and are not saved without a key', () => {
    const saved: PinFile[] = [];
    const store = { value: () => file({ [OWNER]: pin }) as PinFile, save: (next: PinFile) => void saved.push(next) };
    const pins = openPins({ ...store, setAside: null });
    expect(pins.find(OWNER)).toEqual(pin);
    expect(pins.find(SAFE)).toBeNull();
    pins.pin(SAFE, pin);
    pins.pin('', pin);
    expect(saved).toEqual([file({ [OWNER]: pin, [SAFE]: pin })]);
    expect(pins.warning(OWNER)).toBeNull();
  });
});
