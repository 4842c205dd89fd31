/**
 * Questions outside the page: asked by main before an act that moves funds or rights.
 *
 * Shape       Two classes with a budget each: after the password, and without one. A question after the password takes the
 *             place of an open one without; nothing takes the place of one after the password.
 * Units       At most three questions of a class in any 60 s.
 * Invariants  On network paper the answer is yes without a question. One question at a time, so that a page cannot open many
 *             dialogs. A question that needs the password is asked after it was correct.
 * Errors      QuestionError when another question is open, when there were too many (nothing was asked), or when the question
 *             was withdrawn for one after the password.
 * Source      docs/decisions/0036-two-classes-of-questions.md, docs/decisions/0011-step-ups-ask-outside-the-page.md,
 *             docs/decisions/0006-confirmation-on-paper.md
 */
import type { Scheduler } from '#shared/base/clock.ts';
import type { Coded } from '#shared/base/coded.ts';
import { openRateWindow, type RateWindow } from '#shared/base/rateWindow.ts';
import type { BridgeErrorCodes } from '#shared/ipc/errors.ts';
import { type ConfirmationParameters, formatConfirmation } from '#shared/text/confirmations.ts';
import type { Shell } from '../shell/port.ts';
import type { Vault } from '../vault/vault.ts';
import type { ExchangeAddress } from './traderOptions.ts';

type Code = keyof ConfirmationParameters;

/** Questions that a page causes without the password; every other one is asked after it was correct. */
const WITHOUT_PASSWORD = [
  'importOwnKey',
  'exitOnOldBook',
  'armWithStandIn',
  'loosenConditional',
] as const satisfies readonly Code[];

export type CodeWithoutPassword = (typeof WITHOUT_PASSWORD)[number];
export type CodeAfterPassword = Exclude<Code, CodeWithoutPassword>;

export interface Confirmations {
  /** For a command without password. True when a person agreed. */
  ask<C extends CodeWithoutPassword>(code: C, parameters: ConfirmationParameters[C]): Promise<boolean>;
  /** Checks the vault's password, then asks; throws VaultError on a wrong password. */
  askWithPassword<C extends CodeAfterPassword>(
    password: string,
    code: C,
    parameters: ConfirmationParameters[C],
  ): Promise<boolean>;
  /** For a command whose password the vault has checked. */
  askAfterPassword<C extends CodeAfterPassword>(code: C, parameters: ConfirmationParameters[C]): Promise<boolean>;
}

export interface ConfirmationsOptions {
  readonly shell: Pick<Shell, 'confirm'>;
  readonly vault: Pick<Vault, 'owner' | 'checkPassword'>;
  readonly exchange: Pick<ExchangeAddress, 'network' | 'baseUrl'>;
  now(): number;
  readonly schedule: Scheduler;
  /** For the security log. */
  onOutcome?(code: Code, outcome: QuestionOutcome): void;
}

export type QuestionOutcome = 'asked' | 'agreed' | 'declined' | 'withdrawn';

const MAX_QUESTIONS = 3;
const WINDOW_MS = 60_000;
/** Between a question and the one that takes its place, in ms: a click on the first must not answer the second. */
const PAUSE_MS = 1_000;

type QuestionClass = 'withoutPassword' | 'afterPassword';

interface OpenQuestion {
  readonly of: QuestionClass;
  readonly withdrawal: AbortController;
}

/** Why a question was not asked. */
export class QuestionError extends Error {
  override readonly name = 'QuestionError';
  readonly coded: Coded<Pick<BridgeErrorCodes, 'QUESTION_OPEN' | 'QUESTIONS_LIMITED'>>;

  constructor(coded: QuestionError['coded'], message: string) {
    super(message);
    this.coded = coded;
  }
}

/** Refuses what would be asked beside an open question. */
export function openError(): QuestionError {
  return new QuestionError({ code: 'QUESTION_OPEN', parameters: {} }, 'Expected no open question, found one');
}

export function openConfirmations(options: ConfirmationsOptions): Confirmations {
  const { shell, vault, now, schedule } = options;
  const { network, baseUrl } = options.exchange;
  const openWindow = () => openRateWindow({ max: MAX_QUESTIONS, windowMs: WINDOW_MS, now });
  const budgets: Record<QuestionClass, RateWindow> = { withoutPassword: openWindow(), afterPassword: openWindow() };
  let open: OpenQuestion | null = null;

  /** Uses the budget of the class; returns the question whose place the new one takes. */
  function admit(of: QuestionClass): OpenQuestion | null {
    if (open !== null && (of === 'withoutPassword' || open.of === 'afterPassword')) throw openError();
    const seconds = budgets[of]();
    if (seconds === null) return open;
    throw new QuestionError(
      { code: 'QUESTIONS_LIMITED', parameters: { seconds } },
      `Expected at most ${MAX_QUESTIONS} questions a minute, found one more`,
    );
  }

  async function ask<C extends Code>(
    of: QuestionClass,
    code: C,
    parameters: ConfirmationParameters[C],
  ): Promise<boolean> {
    if (network === 'paper') return true;
    const before = admit(of);
    const own: OpenQuestion = { of, withdrawal: new AbortController() };
    open = own;
    const { signal } = own.withdrawal;
    try {
      if (before !== null) {
        before.withdrawal.abort();
        await new Promise<void>((resolve) => void schedule(PAUSE_MS, resolve));
      }
      options.onOutcome?.(code, 'asked');
      const { title, facts, confirmLabel } = formatConfirmation(code, parameters);
      const all = [['Key', vault.owner() ?? 'none'], ['Network', `${network}, ${baseUrl}`], ...facts] as const;
      const question = { title, facts: all.map(([label, value]) => ({ label, value })), confirmLabel };
      // Whether or not the shell can close its dialog, an answer to a withdrawn question is none.
      const withdrawn = new Promise<null>((resolve) => {
        signal.addEventListener('abort', () => resolve(null), { once: true });
      });
      const answer = await Promise.race([withdrawn, shell.confirm(question, signal)]);
      if (answer === null || signal.aborted) {
        options.onOutcome?.(code, 'withdrawn');
        throw openError();
      }
      options.onOutcome?.(code, answer ? 'agreed' : 'declined');
      return answer;
    } finally {
      if (open === own) open = null;
    }
  }

  return {
    ask: (code, parameters) => ask('withoutPassword', code, parameters),
    async askWithPassword(password, code, parameters) {
      await vault.checkPassword(password);
      return ask('afterPassword', code, parameters);
    },
    askAfterPassword: (code, parameters) => ask('afterPassword', code, parameters),
  };
}
