import { expect, it } from 'vitest';
import {
  acceptGeneration,
  findOlder,
  isSameSeen,
  noteSeen,
  openSeenMemory,
  type Seen,
} from '#main/vault/file/rollbackDetection.ts';
import type { VaultFile } from '#main/vault/file/vaultFile.ts';

const at = (gen: number, mac = `mac ${gen}`): VaultFile => ({ gen, mac }) as VaultFile;
const seen = (gen: number, older: Seen['older'] = null): Seen => ({ gen, mac: `mac ${gen}`, older });

it('finds nothing wrong with a vault seen for the first time, the one last seen, or a newer one', () => {
  expect(findOlder(at(3), null)).toBeNull();
  expect(findOlder(at(3), seen(3))).toBeNull();
  expect(findOlder(at(4), seen(3))).toBeNull();
});

it('finds an older one, and another of the same generation', () => {
  expect(findOlder(at(2), seen(3))).toEqual({ found: 2, seen: 3 });
  expect(findOlder(at(3, 'another'), seen(3))).toEqual({ found: 3, seen: 3 });
});

it('goes on telling it whatever is saved after, and stops once it was accepted', () => {
  let memory = noteSeen(at(2), seen(5));
  expect(memory).toEqual({ gen: 5, mac: 'mac 5', older: { found: 2, seen: 5 } });
  for (const gen of [3, 4, 5, 6, 7]) {
    memory = noteSeen(at(gen, 'after'), memory);
    expect(findOlder(at(gen, 'after'), memory)).toEqual({ found: 2, seen: 5 });
  }
  memory = acceptGeneration(at(7, 'after'));
  expect(findOlder(at(7, 'after'), memory)).toBeNull();
  expect(findOlder(at(6, 'after'), memory)).toEqual({ found: 6, seen: 7 });
});

it('stops telling it once the file that was last seen is back', () => {
  const memory = noteSeen(at(2), seen(5));
  expect(findOlder(at(5), memory)).toBeNull();
  expect(noteSeen(at(5), memory)).toEqual(seen(5));
});

it('knows what it has noted already', () => {
  expect(isSameSeen(null, seen(1))).toBe(false);
  expect(isSameSeen(seen(1), seen(1))).toBe(true);
  expect(isSameSeen(seen(2), seen(1))).toBe(false);
  expect(isSameSeen({ ...seen(1), mac: 'other' }, seen(1))).toBe(false);
  expect(isSameSeen(seen(5), seen(5, { found: 1, seen: 5 }))).toBe(false);
  expect(isSameSeen(seen(5, { found: 1, seen: 5 }), seen(5, { found: 1, seen: 5 }))).toBe(true);
});

it('remembers by vault', () => {
  const memory = openSeenMemory();
  expect(memory.load('a')).toBeNull();
  memory.save('a', seen(1));
  expect([memory.load('a'), memory.load('b')]).toEqual([seen(1), null]);
});
