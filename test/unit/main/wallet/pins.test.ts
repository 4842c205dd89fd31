import { expect, it } from 'vitest';
import { openPins, type PinStore } from '#main/wallet/pins.ts';
import { buildPin } from '#main/wallet/walletRecord.ts';
import { emptyRecord, OWNER, SAFE } from './testRecord.ts';

const pin = buildPin(emptyRecord);

function openStore() {
  const removed: string[] = [];
  const saved: (readonly [owner: string, isAccepted: boolean])[] = [];
  const disk = { isFull: false };
  const store: PinStore = {
    find: (owner) => (owner === OWNER ? pin : null),
    save(owner, _pin, isAccepted) {
      if (disk.isFull) throw new Error('disk full');
      saved.push([owner, isAccepted]);
    },
    remove: (owner) => void removed.push(owner),
    isLost: () => false,
  };
  return { store, saved, removed, disk };
}

it('belong to one own key, and are not saved without a key', () => {
  const { store, saved } = openStore();
  const pins = openPins(store);
  expect([pins.find(OWNER), pins.find(SAFE), pins.find('')]).toEqual([pin, null, null]);
  pins.pin(SAFE, pin);
  pins.pinFirst('', pin);
  expect(saved).toEqual([[SAFE, true]]);
  expect(pins.find('')).toEqual(pin);
  expect(pins.warning()).toBeNull();
});

it('are kept for this run, with a warning, when the first one cannot be saved', () => {
  const { store, disk } = openStore();
  const pins = openPins(store);
  disk.isFull = true;
  pins.pinFirst(SAFE, pin);
  expect([pins.find(SAFE), pins.warning()?.code]).toEqual([pin, 'pinsUnsaved']);
  expect(() => pins.pin(SAFE, pin)).toThrow('disk full');
  disk.isFull = false;
  pins.pin(SAFE, pin);
  expect(pins.warning()).toBeNull();
});

it('are removed when a person accepted that there is no wallet', () => {
  const { store, removed } = openStore();
  const pins = openPins(store);
  pins.remove(OWNER);
  expect(removed).toEqual([OWNER]);
});
