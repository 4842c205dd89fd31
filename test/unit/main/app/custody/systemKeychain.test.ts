import { expect, it, vi } from 'vitest';
import { openSystemKeychain } from '#main/app/custody/systemKeychain.ts';
import type { ChildHandle } from '#main/shell/port.ts';

it('ends keychain calls in progress when the program closes, and starts no new one', async () => {
  const killed: string[] = [];
  const exits: ((code: number | null) => void)[] = [];
  const startChild = vi.fn(
    async (entry: string): Promise<ChildHandle> => ({
      onMessage: () => undefined,
      send: () => undefined,
      onExit: (listener) => void exits.push(listener),
      kill: async () => {
        killed.push(entry);
        for (const exit of exits) exit(null);
      },
    }),
  );
  const system = openSystemKeychain({ startChild });
  const reading = system.keychain.read('nobody').catch((error: unknown) => error);
  await vi.waitFor(() => expect(exits.length).toBeGreaterThan(1), { timeout: 10_000 });
  await system.close();
  expect(await reading).toMatchObject({ fault: { code: 'processEnded' } });
  expect(killed).toContain('keychain');
  await expect(system.keychain.read('nobody')).rejects.toMatchObject({ fault: { code: 'addonUnloadable' } });
  expect(startChild).toHaveBeenCalledTimes(1);
});
