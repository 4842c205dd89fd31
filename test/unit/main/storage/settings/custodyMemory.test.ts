import { expect, it } from 'vitest';
import { type Custody, NO_CUSTODY, parseCustody } from '#main/storage/settings/custodyMemory.ts';
import v0 from '#test/fixtures/storage/custody-v0.json' with { type: 'json' };

it.each<[Custody['lastLock']]>([
  [{ atMs: 1, reason: { code: 'manual', parameters: {} } }],
  [{ atMs: 1, reason: { code: 'idle', parameters: { minutes: 30 } } }],
])('parses what was saved, part by part: %j', (lastLock) => {
  const whole = {
    lastLock,
    copied: { vaultId: 'v', atMs: 2 },
    seen: { v: { gen: 9, mac: 'm', older: { found: 3, seen: 9 } } },
  };
  expect(parseCustody(JSON.parse(JSON.stringify(whole)))).toEqual(whole);
});

it('migrates the sentences of version 0 to codes', () => {
  expect(parseCustody(v0.paper)).toEqual({
    ...v0.paper,
    lastLock: { atMs: 1_785_240_000_000, reason: { code: 'idle', parameters: { minutes: 30 } } },
  });
  expect(parseCustody(v0['test-127.0.0.1']).lastLock).toEqual({ atMs: 5, reason: { code: 'manual', parameters: {} } });
  const { lastLock } = parseCustody(v0['live-exchange.example']);
  expect(lastLock?.reason).toEqual({ code: 'idle', parameters: { minutes: 1 } });
});

it.each([
  ['manual', 'you locked it'],
  ['suspend', 'the computer went to sleep'],
  ['lock-screen', 'the screen was locked'],
  ['last window closed', 'the last window was closed'],
  ['renderer crash', 'the window crashed'],
  ['user switch', 'another user took over this computer'],
  ['quit', 'Adyton quit'],
])('migrates each sentence of version 0: %s', (code, why) => {
  expect(parseCustody({ lastLock: { atMs: 1, why } }).lastLock).toEqual({ atMs: 1, reason: { code, parameters: {} } });
});

it.each<[unknown]>([
  [undefined],
  [null],
  ['text'],
  [[]],
  [{ lastLock: { atMs: '1', why: 'you locked it' }, copied: { vaultId: 1, atMs: 1 }, seen: [] }],
  [{ lastLock: { atMs: -1, why: 'you locked it' }, copied: { vaultId: 'v', atMs: 0.5 }, seen: { v: { gen: 1 } } }],
  [{ lastLock: { atMs: 1, why: 'x'.repeat(201) }, seen: { v: { gen: Number.NaN, mac: 'm' }, w: null } }],
  [{ lastLock: { atMs: 1, reason: { code: 'toString', parameters: {} } } }],
  [{ lastLock: { atMs: 1, reason: { code: 'idle', parameters: { minutes: '30' } } } }],
  [{ lastLock: { atMs: 1, reason: 'manual' } }],
])('treats a part that does not parse as absent: %j', (stored) => {
  expect(parseCustody(stored)).toEqual(NO_CUSTODY);
});

it('keeps a rollback only when both of its numbers parse', () => {
  const { seen } = parseCustody({ seen: { v: { gen: 2, mac: 'm', older: { found: 1 } } } });
  expect(seen).toEqual({ v: { gen: 2, mac: 'm', older: null } });
});

it('remembers only the latest vaults', () => {
  const seen = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`v${index}`, { gen: 1, mac: 'm' }]));
  const vaultIds = Object.keys(parseCustody({ seen }).seen);
  expect(vaultIds).toHaveLength(16);
  expect(vaultIds.at(-1)).toBe('v39');
});
