/**
 * Builds `window.adyton` from the command names: one frozen function per command, no channel, no event object.
 *
 * Errors      The functions never reject: what cannot be sent or answered is a Result too.
 */

import type { Bridge } from '#shared/ipc/bridge.ts';
import { decodeMessage, encodeMessage } from '#shared/ipc/codec.ts';
import { COMMAND_NAMES, type CommandName } from '#shared/ipc/names.ts';
import { fail } from '#shared/ipc/result.ts';

/** Carries codec text to main's gate and answers codec text of a Result. */
export type Carry = (name: CommandName, text: string) => Promise<string>;

function buildVerb(name: CommandName, carry: Carry): (input: unknown) => Promise<unknown> {
  return async (input) => {
    let text: string;
    try {
      text = encodeMessage(input ?? {});
    } catch {
      return fail('BAD_INPUT', { reason: 'encoding' });
    }
    try {
      return decodeMessage(await carry(name, text));
    } catch {
      return fail('UNREACHABLE', { what: 'main' });
    }
  };
}

export function buildSurface(carry: Carry): Bridge {
  const areas: Record<string, Record<string, unknown>> = {};
  for (const name of COMMAND_NAMES) {
    const [area, verb] = name.split('.') as [string, string];
    areas[area] ??= {};
    areas[area][verb] = Object.freeze(buildVerb(name, carry));
  }
  for (const area of Object.values(areas)) Object.freeze(area);
  // Built from the same names that the type is made of.
  return Object.freeze(areas) as Bridge;
}
