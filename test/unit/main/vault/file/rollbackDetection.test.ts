import { expect, it } from 'vitest';
import {
  acceptGeneration,
  checkRollback,
  createRollbackMemory,
  isSameGeneration,
  recordGeneration,
  type SeenGeneration,
} from '#main/vault/file/rollbackDetection.ts';
import type { VaultFile } from '#main/vault/file/vaultFile.ts';

const at = (gen: number, mac = `mac ${gen}`): VaultFile => ({ gen, mac }) as VaultFile;
const seen = (gen: number, older: SeenGeneration['older'] = null): SeenGeneration => ({
  gen,
  mac: `mac ${gen}`,
  older,
});

it('accepts a vault seen for the first time, the last seen one, and a newer one', () => {
  expect(checkRollback(at(3), null)).toBeNull();
  expect(checkRollback(at(3), seen(3))).toBeNull();
  expect(checkRollback(at(4), seen(3))).toBeNull();
});

it('reports an older vault, and another one of the same generation', () => {
  expect(checkRollback(at(2), seen(3))).toEqual({ found: 2, seen: 3 });
  expect(checkRollback(at(3, 'another'), seen(3))).toEqual({ found: 3, seen: 3 });
});

it('reports it across later saves until it is accepted', () => {
  let memory = recordGeneration(at(2), seen(5));
  expect(memory).toEqual({ gen: 5, mac: 'mac 5', older: { found: 2, seen: 5 } });
  for (const gen of [3, 4, 5, 6, 7]) {
    memory = recordGeneration(at(gen, 'after'), memory);
    expect(checkRollback(at(gen, 'after'), memory)).toEqual({ found: 2, seen: 5 });
  }
  memory = acceptGeneration(at(7, 'after'));
  expect(checkRollback(at(7, 'after'), memory)).toBeNull();
  expect(checkRollback(at(6, 'after'), memory)).toEqual({ found: 6, seen: 7 });
});

it('stops when the last seen file is back', () => {
  const memory = recordGeneration(at(2), seen(5));
  expect(checkRollback(at(5), memory)).toBeNull();
  expect(recordGeneration(at(5), memory)).toEqual(seen(5));
});

it('compares what it has recorded', () => {
  expect(isSameGeneration(null, seen(1))).toBe(false);
  expect(isSameGeneration(seen(1), seen(1))).toBe(true);
  expect(isSameGeneration(seen(2), seen(1))).toBe(false);
  expect(isSameGeneration({ ...seen(1), mac: 'other' }, seen(1))).toBe(false);
  expect(isSameGeneration(seen(5), seen(5, { found: 1, seen: 5 }))).toBe(false);
  expect(isSameGeneration(seen(5, { found: 1, seen: 5 }), seen(5, { found: 1, seen: 5 }))).toBe(true);
});

it('stores generations by vault id', () => {
  const memory = createRollbackMemory();
  expect(memory.load('a')).toBeNull();
  memory.save('a', seen(1));
  expect([memory.load('a'), memory.load('b')]).toEqual([seen(1), null]);
});
