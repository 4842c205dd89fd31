import { expect, it } from 'vitest';
import { INVOKE_CHANNEL, PORT_CHANNEL, PORT_MESSAGE } from '#shared/ipc/channels.ts';

it('gives each channel a name of its own, under the program’s prefix', () => {
  const channels = [INVOKE_CHANNEL, PORT_CHANNEL, PORT_MESSAGE];
  for (const channel of channels) expect(channel).toMatch(/^adyton:/);
  // The port's message passes between other ends than its channel.
  expect(INVOKE_CHANNEL).not.toBe(PORT_CHANNEL);
});
