/**
 * Security log: what concerns keys, passwords, questions and locks, in `security.log`.
 *
 * Invariants  Repeated lines are counted, so that no page can flush it. No line has text of the page: names of commands,
 *             codes and fixed words only.
 * Source      docs/security-coverage.md#r52
 */
import type { Now } from '#shared/base/clock.ts';
import type { Handlers } from '#shared/ipc/contract.ts';
import type { ErrorCode } from '#shared/ipc/errors.ts';
import type { CommandName } from '#shared/ipc/names.ts';
import { buildHandlers, handlerOf } from '../ipc/anyHandler.ts';
import type { Refusal } from '../ipc/gate.ts';
import type { PageRefusal } from '../shell/port.ts';
import { type LogLevel, openLog } from '../storage/log.ts';
import { countRepeats } from '../storage/repeatCounter.ts';
import type { LockController } from '../vault/unlock/lockController.ts';
import { toBridgeError } from './bridgeError.ts';
import type { QuestionOutcome } from './confirmations.ts';

/** Commands whose success is written. */
const DONE: { readonly [N in CommandName]?: string } = {
  'vault.create': 'The vault was created',
  'vault.unlock': 'The vault was unlocked with the password',
  'vault.unlockByDevice': 'The vault was unlocked with the keychain',
  'vault.backup': 'The own key was exported',
  'vault.saveCopy': 'A copy of the vault was saved',
  'vault.changePassword': 'The password was changed',
  'vault.setLockTimes': 'The lock times were changed',
  'vault.acceptOlder': 'An older vault was accepted',
  'vault.enableDevice': 'Keychain unlock was turned on',
  'vault.disableDevice': 'Keychain unlock was turned off',
  'vault.addSecondKey': 'A second signing key was added',
  'vault.removeKey': 'A key was removed',
  'account.connect': 'An API key was stored',
  'order.export': 'Orders or fills were exported',
  'risk.setLimits': 'Risk limits were changed',
  'risk.markExclusive': 'The marks of exclusive events were changed',
  'risk.restartDay': 'The loss of the day was started again',
  'wallet.setup': 'Wallet calls were signed',
  'accounts.add': 'An account was added',
  'accounts.rename': 'An account was named',
  'accounts.select': 'Another account was selected',
  'accounts.remove': 'An account was removed',
  'account.confirmCustodial': 'A custodial account was confirmed',
  'sessions.prepare': 'Calls of a session key were prepared',
  'sessions.authorise': 'A session key was authorised',
  'sessions.confirmHandler': 'A signature handler was confirmed',
  'wallet.acceptChanges': 'Changes of the wallet were accepted',
  'wallet.acceptMarket': 'Changed ids of a market were accepted',
  'wallet.runAction': 'A wallet call was signed',
  'wallet.addAddress': 'A withdrawal address was added',
  'wallet.removeAddress': 'A withdrawal address was removed',
  'exit.enablePanicFlatten': 'Flattening by panic was turned on',
  'exit.disablePanicFlatten': 'Flattening by panic was turned off',
  'conditional.setExitsOnly': 'Exits were prepared for a locked terminal',
  'conditional.revokeExits': 'Prepared exits were revoked',
};

/** Failures that are written, of any command. */
const FAILURES: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'WRONG_PASSWORD',
  'BACK_OFF',
  'LOCKED',
  'CANCELLED',
  'DENIED',
  'NOT_FOUND',
  'NOT_IN_THIS_NETWORK',
  'QUESTION_OPEN',
  'QUESTIONS_LIMITED',
  'SETUP_REFUSED',
  'ACTION_REFUSED',
  'VAULT_EXISTS',
  'VAULT_TAMPERED',
  'WALLET_CHANGED',
]);

export interface SecurityLog {
  readonly path: string;
  /** A call that the gate refused. */
  noteRefusal(why: Refusal): void;
  /** A page that tried to leave, or to open another. */
  notePage(what: PageRefusal): void;
  noteQuestion(code: string, outcome: QuestionOutcome): void;
  noteLock(locks: Pick<LockController, 'depth' | 'status'>): void;
  /** The handlers, with their successes and failures written. */
  watch(handlers: Handlers): Handlers;
}

const OUTCOMES: { readonly [O in QuestionOutcome]: string } = {
  asked: 'A question was asked',
  agreed: 'A question was agreed to',
  declined: 'A question was declined',
  withdrawn: 'A question was withdrawn for one after the password',
};

export function openSecurityLog(folder: string, now: Now): SecurityLog {
  const log = countRepeats(openLog({ folder, now, name: 'security' }), now);
  const write = (level: LogLevel, where: string, message: string, code: string): void =>
    log.write(level, where, message, { code });

  function note(name: CommandName, code: ErrorCode | null): void {
    const done = DONE[name];
    if (code === null && done !== undefined) write('info', name, done, 'OK');
    if (code !== null && FAILURES.has(code)) write('warn', name, 'The command was refused or failed', code);
  }

  return {
    path: log.path,
    noteRefusal: (why) => write('warn', 'gate', 'A call was refused', why),
    notePage: (what) => write('warn', 'window', 'The page was stopped', what),
    noteQuestion: (code, outcome) => write('info', `question ${outcome}`, OUTCOMES[outcome], code),
    noteLock(locks) {
      if (locks.depth() === 'open') return;
      write('info', `lock of the ${locks.depth()}`, 'The terminal locked', locks.status().reason?.code ?? 'none');
    },
    watch: (handlers) =>
      buildHandlers((name) => {
        const handle = handlerOf(handlers, name);
        return async (input, caller) => {
          try {
            const result = await handle(input, caller);
            note(name, result.ok ? null : result.error.code);
            return result;
          } catch (error) {
            note(name, toBridgeError(error, now).code);
            throw error;
          }
        };
      }),
  };
}
