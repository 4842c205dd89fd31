import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openGate } from '#main/ipc/gate.ts';
import { decodeMessage, encodeMessage } from '#shared/ipc/codec.ts';
import { COMMAND_NAMES } from '#shared/ipc/commands.ts';
import type { Handlers } from '#shared/ipc/contract.ts';
import { type Result, succeed } from '#shared/ipc/result.ts';

it.each(COMMAND_NAMES)('the gate answers any input of %s without rejecting or repeating it', async (name) => {
  const marker = 'c4n4ry';
  const anything = fc.anything({ withBigInt: true, withNullPrototype: false, maxDepth: 4 });
  let calls = 0;
  const handle = async () => {
    calls += 1;
    return succeed(null);
  };
  const gate = openGate(Object.fromEntries(COMMAND_NAMES.map((each) => [each, handle])) as unknown as Handlers, {
    onRefusal: () => undefined,
  });
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(anything, fc.dictionary(fc.string(), anything), fc.object({ key: fc.constant(marker) })),
      async (input) => {
        const callsBefore = calls;
        const text = (encodeMessage(input) ?? 'undefined').replaceAll('\\u', marker);
        const answer = decodeMessage(await gate({ trusted: true, window: 1, name, text })) as Result<unknown>;
        if (!answer.ok) {
          expect(calls).toBe(callsBefore);
          expect(JSON.stringify(answer)).not.toContain(marker);
        }
      },
    ),
    { numRuns: 300 },
  );
});
