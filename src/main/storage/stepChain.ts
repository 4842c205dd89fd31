/**
 * Chain of stored steps: the seal of each step covers the seal of the step before it.
 *
 * Invariants  A step that is edited, removed, added or moved breaks the chain. Steps cut off at its end don't: the consent record
 *             has the length and the last seal of each chain.
 * Source      docs/decisions/0034-authenticated-stores.md
 */

/** What seals steps: the vault. Throws while it has no key. */
export interface StepVault {
  sealStep(text: string): string;
  isSealedStep(text: string, seal: string): boolean;
}

/** Seal before the first step. */
export const CHAIN_START = '';

/** JSON keeps the parts apart: no text can move from one to the next. */
function buildText(before: string, parts: readonly (string | number)[]): string {
  return JSON.stringify([before, ...parts]);
}

export function sealStep(vault: StepVault, before: string, parts: readonly (string | number)[]): string {
  return vault.sealStep(buildText(before, parts));
}

export function isSealedStep(
  vault: StepVault,
  before: string,
  parts: readonly (string | number)[],
  seal: string,
): boolean {
  return vault.isSealedStep(buildText(before, parts), seal);
}
