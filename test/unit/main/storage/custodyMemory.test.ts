import { expect, it } from 'vitest';
import { readCustody } from '#main/storage/custodyMemory.ts';

const NOTHING = { lastLock: null, copied: null, seen: {} };

it('reads what was written, part by part', () => {
  const whole = {
    lastLock: { atMs: 1, why: 'you locked it' },
    copied: { vaultId: 'v', atMs: 2 },
    seen: { v: { gen: 9, mac: 'm', older: { found: 3, seen: 9 } } },
  };
  expect(readCustody(JSON.parse(JSON.stringify(whole)))).toEqual(whole);
});

it.each<[unknown]>([
  [undefined],
  [null],
  ['text'],
  [[]],
  [{ lastLock: { atMs: '1', why: 'x' }, copied: { vaultId: 1, atMs: 1 }, seen: [] }],
  [{ lastLock: { atMs: -1, why: 'x' }, copied: { vaultId: 'v', atMs: 0.5 }, seen: { v: { gen: 1 } } }],
  [{ lastLock: { atMs: 1, why: 'x'.repeat(201) }, seen: { v: { gen: Number.NaN, mac: 'm' }, w: null } }],
])('takes what does not fit for never noted: %j', (stored) => {
  expect(readCustody(stored)).toEqual(NOTHING);
});

it('keeps a warning only where both of its numbers fit', () => {
  const { seen } = readCustody({ seen: { v: { gen: 2, mac: 'm', older: { found: 1 } } } });
  expect(seen).toEqual({ v: { gen: 2, mac: 'm', older: null } });
});

it('remembers the latest vaults only', () => {
  const seen = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`v${index}`, { gen: 1, mac: 'm' }]));
  const kept = Object.keys(readCustody({ seen }).seen);
  expect(kept).toHaveLength(16);
  expect(kept.at(-1)).toBe('v39');
});
