/**
 * Questions outside the page: asked by main before an act that moves funds or rights.
 *
 * Invariants  On network paper the answer is yes without a question. One question at a time: a second one is declined,
 *             so that a page cannot open many dialogs. A question that needs the password is asked after it was correct.
 * Source      docs/decisions/0006-confirmation-on-paper.md, docs/decisions/0011-step-ups-ask-outside-the-page.md
 */
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
}

export function openConfirmations({ shell, vault, exchange }: ConfirmationsOptions): Confirmations {
  const { network, baseUrl } = exchange;
  let isOpen = false;

  async function ask<C extends Code>(code: C, parameters: ConfirmationParameters[C]): Promise<boolean> {
    if (network === 'paper') return true;
    if (isOpen) return false;
    isOpen = true;
    try {
      const { title, facts, confirmLabel } = formatConfirmation(code, parameters);
      const all = [['Key', vault.owner() ?? 'none'], ['Network', `${network}, ${baseUrl}`], ...facts] as const;
      return await shell.confirm({ title, facts: all.map(([label, value]) => ({ label, value })), confirmLabel });
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
