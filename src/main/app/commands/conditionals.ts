/**
 * Commands of conditional orders.
 *
 * Invariants  Terms are checked by main against what the exchange listed and what is held: a request names only what main knows.
 * Source      docs/conditionals.md#arming
 */
import type { CommandsOf } from '#shared/ipc/contract.ts';
import { fail, type Result, succeed } from '#shared/ipc/result.ts';
import type { Trading } from '../../trading/trading.ts';

export interface ConditionalCommandOptions {
  readonly trader: {
    readonly trading: {
      readonly conditionals: Pick<Trading['conditionals'], 'arm' | 'cancel' | 'change' | 'answer' | 'dismiss'>;
    };
  };
}

/** Without those of prepared exits, which are step-ups. */
type ConditionalCommands = Omit<CommandsOf<'conditional'>, 'conditional.setExitsOnly' | 'conditional.revokeExits'>;

export function buildConditionalCommands({ trader }: ConditionalCommandOptions): ConditionalCommands {
  const current = () => trader.trading.conditionals;
  const answer = (isKnown: boolean): Result<null> =>
    isKnown ? succeed(null) : fail('NOT_FOUND', { what: 'conditional' });
  return {
    'conditional.arm': async ({ id, terms }) => succeed(current().arm(id, terms)),
    'conditional.cancel': async ({ id }) => answer(current().cancel(id)),
    'conditional.change': async ({ id, terms }) => {
      const receipt = current().change(id, terms);
      return receipt === null ? fail('NOT_FOUND', { what: 'conditional' }) : succeed(receipt);
    },
    'conditional.answer': async ({ id, answer: given }) => answer(current().answer(id, given)),
    'conditional.dismiss': async ({ id }) => answer(current().dismiss(id)),
  };
}
