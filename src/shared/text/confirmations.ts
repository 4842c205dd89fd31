/** Questions that main asks outside the page, before an act that moves funds or rights. */
import { cleanText } from '../base/cleanText.ts';
import type { Coded } from '../base/coded.ts';
import { VAULT_QUESTIONS, type VaultQuestions } from './custody/vaultQuestions.ts';
import { ORDER_QUESTIONS, type OrderQuestions } from './orders/orderQuestions.ts';
import type { ConfirmationText, Questions } from './questionText.ts';
import { WALLET_QUESTIONS, type WalletQuestions } from './wallet/walletQuestions.ts';

const MAX_VALUE = 4_000;

export interface ConfirmationParameters extends VaultQuestions, OrderQuestions, WalletQuestions {}

export type ConfirmationQuestion = Coded<ConfirmationParameters>;

const CONFIRMATIONS: Questions<ConfirmationParameters> = {
  ...VAULT_QUESTIONS,
  ...ORDER_QUESTIONS,
  ...WALLET_QUESTIONS,
};

export function formatConfirmation<C extends keyof ConfirmationParameters>(
  code: C,
  parameters: ConfirmationParameters[C],
): ConfirmationText {
  const text = CONFIRMATIONS[code](parameters);
  // Names, domains and decoded calls are someone else's text.
  return { ...text, facts: text.facts.map(([label, value]) => [label, cleanText(value, MAX_VALUE, { lines: true })]) };
}
