/**
 * Serves each command by the handlers of the trader that runs when it arrives.
 *
 * Invariants  A command of an account that was replaced while it ran answers LOCKED: its result would be shown as that of the
 *             next account. Commands that concern no account's data, and those that replace it, answer as they ended.
 * Source      docs/decisions/0025-several-accounts.md
 */
import { rulesOf } from '#shared/ipc/commands.ts';
import type { Handlers } from '#shared/ipc/contract.ts';
import { fail } from '#shared/ipc/result.ts';
import { buildHandlers, handlerOf } from '../../ipc/anyHandler.ts';

export function serveCurrent(current: () => Handlers): Handlers {
  return buildHandlers((name) => {
    const { lock, replacesAccount } = rulesOf(name);
    const isOfAccount = lock !== 'always' && !replacesAccount;
    return async (input, caller) => {
      const handlers = current();
      const isReplaced = (): boolean => isOfAccount && current() !== handlers;
      try {
        const result = await handlerOf(handlers, name)(input, caller);
        return isReplaced() ? fail('LOCKED', {}) : result;
      } catch (error) {
        if (isReplaced()) return fail('LOCKED', {});
        throw error;
      }
    };
  });
}
