/**
 * Questions outside the page: asked by main before an act that moves funds or rights.
 *
 * Units       At most three questions in any 60 s.
 * Invariants  On network paper the answer is yes without a question. One question at a time, so that a page cannot open many
 *             dialogs. A question that needs the password is asked after it was correct.
 * Errors      QuestionError when another question is open or when there were too many: nothing was asked.
 * Source      docs/decisions/0006-confirmation-on-paper.md, docs/decisions/0011-step-ups-ask-outside-the-page.md
 */
import type { Coded } from '#shared/base/coded.ts';
import { openRateWindow } from '#shared/base/rateWindow.ts';
import type { BridgeErrorCodes } from '#shared/ipc/errors.ts';
import { type ConfirmationParameters, formatConfirmation } from '#shared/text/confirmations.ts';
import type { Shell } from '../shell/port.ts';
import type { Vault } from '../vault/vault.ts';
import type { ExchangeAddress } from './traderOptions.ts';

type Code = keyof ConfirmationParameters;

export interface Confirmations {
  /** True when a person agreed. */
  ask<C extends Code>(code: C, parameters: ConfirmationParameters[C]): Promise<boolean>;
  /** Checks the vault's password, then asks; throws VaultError on a wrong password. */
  askWithPassword<C extends Code>(password: string, code: C, parameters: ConfirmationParameters[C]): Promise<boolean>;
}

export interface ConfirmationsOptions {
  readonly shell: Pick<Shell, 'confirm'>;
  readonly vault: Pick<Vault, 'owner' | 'checkPassword'>;
  readonly exchange: Pick<ExchangeAddress, 'network' | 'baseUrl'>;
  now(): number;
  /** For the security log. */
  onOutcome?(code: Code, outcome: QuestionOutcome): void;
}

export type QuestionOutcome = 'asked' | 'agreed' | 'declined';

const MAX_QUESTIONS = 3;
const WINDOW_MS = 60_000;

/** Why a question was not asked. */
export class QuestionError extends Error {
  override readonly name = 'QuestionError';
  readonly coded: Coded<Pick<BridgeErrorCodes, 'QUESTION_OPEN' | 'QUESTIONS_LIMITED'>>;

  constructor(coded: QuestionError['coded'], message: string) {
    super(message);
    this.coded = coded;
  }
}

export function openConfirmations(options: ConfirmationsOptions): Confirmations {
  const { shell, vault, now } = options;
  const { network, baseUrl } = options.exchange;
  let isOpen = false;
  const take = openRateWindow({ max: MAX_QUESTIONS, windowMs: WINDOW_MS, now });

  function admit(): void {
    if (isOpen) {
      throw new QuestionError({ code: 'QUESTION_OPEN', parameters: {} }, 'Expected no open question, found one');
    }
    const seconds = take();
    if (seconds === null) return;
    throw new QuestionError(
      { code: 'QUESTIONS_LIMITED', parameters: { seconds } },
      `Expected at most ${MAX_QUESTIONS} questions a minute, found one more`,
    );
  }

  async function ask<C extends Code>(code: C, parameters: ConfirmationParameters[C]): Promise<boolean> {
    if (network === 'paper') return true;
    admit();
    isOpen = true;
    try {
      options.onOutcome?.(code, 'asked');
      const { title, facts, confirmLabel } = formatConfirmation(code, parameters);
      const all = [['Key', vault.owner() ?? 'none'], ['Network', `${network}, ${baseUrl}`], ...facts] as const;
      const isAgreed = await shell.confirm({
        title,
        facts: all.map(([label, value]) => ({ label, value })),
        confirmLabel,
      });
      options.onOutcome?.(code, isAgreed ? 'agreed' : 'declined');
      return isAgreed;
    } finally {
      isOpen = false;
    }
  }

  return {
    ask,
    async askWithPassword(password, code, parameters) {
      await vault.checkPassword(password);
      return ask(code, parameters);
    },
  };
}
