import { describe, expect, it } from 'vitest';
import { encodeMessage } from '#shared/ipc/codec.ts';
import { COMMAND_NAMES } from '#shared/ipc/commands.ts';
import { buildSurface } from '../../../src/preload/surface.ts';

type Verbs = Record<string, Record<string, (input?: unknown) => Promise<unknown>>>;

describe('buildSurface', () => {
  it('is exactly the contract: every command, all functions, frozen at every level', () => {
    const surface = buildSurface(async () => '{}', COMMAND_NAMES) as unknown as Verbs;
    const names = Object.entries(surface).flatMap(([area, verbs]) =>
      Object.keys(verbs).map((verb) => `${area}.${verb}`),
    );
    expect(names.sort()).toEqual([...COMMAND_NAMES].sort());
    expect(Object.isFrozen(surface)).toBe(true);
    for (const verbs of Object.values(surface)) {
      expect(Object.isFrozen(verbs)).toBe(true);
      for (const verb of Object.values(verbs)) {
        expect(typeof verb).toBe('function');
        expect(Object.isFrozen(verb)).toBe(true);
      }
    }
  });

  it('sends codec text with the command name and decodes the answer', async () => {
    const carried: unknown[] = [];
    const surface = buildSurface(async (name, text) => {
      carried.push([name, text]);
      return encodeMessage({ ok: true, value: { deposit: 5n } });
    }, COMMAND_NAMES);
    expect(await surface.account.open({})).toEqual({ ok: true, value: { deposit: 5n } });
    await (surface as unknown as Verbs).account?.open?.();
    expect(carried).toEqual([
      ['account.open', '{}'],
      ['account.open', '{}'],
    ]);
  });

  it('answers an error result when main is gone or the input cannot be encoded', async () => {
    const surface = buildSurface(() => Promise.reject(new Error('gone')), COMMAND_NAMES) as unknown as Verbs;
    expect(await surface.vault?.lock?.({})).toMatchObject({ ok: false, error: { code: 'UNREACHABLE' } });
    const loop: Record<string, unknown> = {};
    loop.loop = loop;
    expect(await surface.vault?.lock?.(loop)).toMatchObject({ ok: false, error: { code: 'BAD_INPUT' } });
  });
});
