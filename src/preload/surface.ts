/**
 * Builds `window.adyton` from the command names: one frozen function per command.
 *
 * Invariants  The page gets no channel and no event object.
 * Errors      The functions never reject: they resolve to a failed Result when input cannot be sent or main does not answer.
 */

import type { Bridge } from '#shared/ipc/bridge.ts';
import { decodeMessage, encodeMessage } from '#shared/ipc/codec.ts';
import type { CommandName } from '#shared/ipc/contract.ts';
import { fail } from '#shared/ipc/result.ts';

/** Names of the commands. The build replaces it by the list (src/cli/preloadDefines.ts), so a preload contains no schema. */
declare const ADYTON_COMMANDS: readonly CommandName[];

/** Sends codec text to main's gate; resolves to a Result as codec text. */
export type Send = (name: CommandName, text: string) => Promise<string>;

function buildVerb(name: CommandName, send: Send): (input: unknown) => Promise<unknown> {
  return async (input) => {
    let text: string;
    try {
      text = encodeMessage(input ?? {});
    } catch {
      return fail('BAD_INPUT', { reason: 'encoding' });
    }
    try {
      return decodeMessage(await send(name, text));
    } catch {
      return fail('UNREACHABLE', { what: 'main' });
    }
  };
}

export function buildSurface(send: Send, names: readonly CommandName[] = ADYTON_COMMANDS): Bridge {
  const areas: Record<string, Record<string, unknown>> = {};
  for (const name of names) {
    const [area, verb] = name.split('.') as [string, string];
    areas[area] ??= {};
    areas[area][verb] = Object.freeze(buildVerb(name, send));
  }
  for (const area of Object.values(areas)) Object.freeze(area);
  // The type Bridge is derived from the same names.
  return Object.freeze(areas) as Bridge;
}
