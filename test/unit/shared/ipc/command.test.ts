import { expect, it } from 'vitest';
import { z } from 'zod';
import { answer, defineCommands } from '#shared/ipc/command.ts';

it('names each command by its subject and keeps its declaration', () => {
  const rules = { input: z.strictObject({}), output: answer<null>(), lock: 'open' } as const;
  const commands = defineCommands('order', { place: rules, cancel: { ...rules, lock: 'screen' } });
  expect(Object.keys(commands)).toEqual(['order.place', 'order.cancel']);
  expect(commands['order.place']).toBe(rules);
  expect(commands['order.cancel'].lock).toBe('screen');
});
