/**
 * Security log: what concerns keys, passwords, questions and locks, in `security.log`.
 *
 * Invariants  Repeated lines are counted, so that no page can flush it. No line has text of the page: names of commands,
 *             codes and fixed words only.
 * Source      docs/security-coverage.md#r52
 */
import type { Now } from '#shared/base/clock.ts';
import { type CommandName, rulesOf } from '#shared/ipc/commands.ts';
import type { Handlers } from '#shared/ipc/contract.ts';
import type { ErrorCode } from '#shared/ipc/errors.ts';
import { buildHandlers, handlerOf } from '../ipc/anyHandler.ts';
import type { Refusal } from '../ipc/gate.ts';
import type { PageRefusal } from '../shell/port.ts';
import { type LogLevel, openLog } from '../storage/log.ts';
import { countRepeats } from '../storage/repeatCounter.ts';
import type { LockController } from '../vault/unlock/lockController.ts';
import { toBridgeError } from './bridgeError.ts';
import type { QuestionOutcome } from './confirmations.ts';

/** Failures that are written, of any command. */
const FAILURES: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'BUILD_CHANGED',
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
    const done = rulesOf(name).logged;
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
