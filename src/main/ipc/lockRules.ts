/**
 * Lock rules: which commands run while the screen or the keys are locked; the others answer LOCKED.
 *
 * Invariants  Each command's declaration has its rule. Cancels run behind a locked screen, because they only reduce risk;
 *             with the keys locked, no request can be signed, so they answer LOCKED too. A conditional order is not
 *             cancelled behind a locked screen, because it may be what protects a position.
 * Source      docs/security-coverage.md#r30, #r31; docs/decisions/0010-two-lock-depths.md
 */
import { COMMANDS, type CommandName, rulesOf } from '#shared/ipc/commands.ts';
import type { Handlers } from '#shared/ipc/contract.ts';
import { fail } from '#shared/ipc/result.ts';
import { buildHandlers, handlerOf } from './anyHandler.ts';

export interface LockView {
  /** `none`: there is no vault yet. */
  depth(): 'none' | 'open' | 'screen' | 'keys';
  noteAct(): void;
}

export function checkLock(name: CommandName, depth: ReturnType<LockView['depth']>): boolean {
  if (depth === 'none' || depth === 'open') return true;
  const rule = COMMANDS[name].lock;
  return rule === 'always' || (rule === 'screen' && depth === 'screen');
}

/** Wraps each handler with its rule. */
export function guardHandlers(handlers: Handlers, lock: LockView): Handlers {
  return buildHandlers((name) => {
    const handle = handlerOf(handlers, name);
    return async (input, caller) => {
      if (rulesOf(name).isAct) lock.noteAct();
      return checkLock(name, lock.depth()) ? handle(input, caller) : fail('LOCKED', {});
    };
  });
}
