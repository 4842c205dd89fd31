/**
 * Serves each command by the handlers of the trader that runs when it arrives.
 *
 * Invariants  A command of an account that was replaced while it ran answers LOCKED: its result would be shown as that of the
 *             next account. Commands that concern no account's data, and those that replace it, answer as they ended.
 * Source      docs/decisions/0025-several-accounts.md
 */
import type { Caller, Handlers } from '#shared/ipc/contract.ts';
import { COMMAND_NAMES, type CommandName } from '#shared/ipc/names.ts';
import { fail, type Result } from '#shared/ipc/result.ts';
import { LOCK_RULES } from '../../ipc/lockRules.ts';

const REPLACES: ReadonlySet<CommandName> = new Set<CommandName>(['accounts.select']);

export function serveCurrent(current: () => Handlers): Handlers {
  type AnyHandler = (input: unknown, caller: Caller) => Promise<Result<unknown>>;
  const served = COMMAND_NAMES.map((name): [CommandName, AnyHandler] => {
    const isOfAccount = LOCK_RULES[name] !== 'always' && !REPLACES.has(name);
    return [
      name,
      async (input, caller) => {
        const handlers = current();
        const isReplaced = (): boolean => isOfAccount && current() !== handlers;
        // The compiler cannot follow the pairing of name and handler through an index.
        const handle = handlers[name] as unknown as AnyHandler;
        try {
          const result = await handle(input, caller);
          return isReplaced() ? fail('LOCKED', {}) : result;
        } catch (error) {
          if (isReplaced()) return fail('LOCKED', {});
          throw error;
        }
      },
    ];
  });
  return Object.fromEntries(served) as unknown as Handlers;
}
