import { expect, it } from 'vitest';
import { COMMAND_NAMES, INVOKE_CHANNEL, PORT_CHANNEL, PORT_MESSAGE } from '#shared/ipc/names.ts';

it('names every command once, as area and verb', () => {
  expect(new Set(COMMAND_NAMES).size).toBe(COMMAND_NAMES.length);
  for (const name of COMMAND_NAMES) expect(name).toMatch(/^[a-z]+\.[a-zA-Z]+$/);
  for (const channel of [INVOKE_CHANNEL, PORT_CHANNEL, PORT_MESSAGE]) expect(channel).toMatch(/^adyton:/);
});
