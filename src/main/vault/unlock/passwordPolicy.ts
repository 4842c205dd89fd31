/**
 * Password policy: any password on paper; long and hard to guess on test and live.
 *
 * Invariants  The strength estimator and its word lists load with the first password that is checked.
 * Source      security requirement R22; docs/decisions/0007-vault-file.md
 */
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import type { Network } from '../file/vaultFile.ts';

export const MIN_PASSWORD_LENGTH = 12;
/** 0 to 4: 3 is 'safely unguessable', at least 10^8 guesses. */
const MIN_SCORE = 3;
/** Characters that are estimated: the time of an estimate grows with the length. */
const MAX_ESTIMATED_LENGTH = 64;

let loading: Promise<ZxcvbnFactory> | null = null;

async function loadEstimator(): Promise<ZxcvbnFactory> {
  const [core, common] = await Promise.all([import('@zxcvbn-ts/core'), import('@zxcvbn-ts/language-common')]);
  return new core.ZxcvbnFactory({ dictionary: common.dictionary, graphs: common.adjacencyGraphs });
}

/** Reason to refuse a new password, as text for a person, or null. Lengths count characters, not bytes. */
export async function checkNewPassword(password: string, network: Network): Promise<string | null> {
  const characters = [...password.normalize('NFKC')];
  if (characters.length === 0) return 'Choose a password';
  if (network === 'paper') return null;
  if (characters.length < MIN_PASSWORD_LENGTH) {
    return `Choose a password of at least ${MIN_PASSWORD_LENGTH} characters; this one has ${characters.length}`;
  }
  loading ??= loadEstimator();
  const { score, feedback } = (await loading).check(characters.slice(0, MAX_ESTIMATED_LENGTH).join(''));
  if (score >= MIN_SCORE) return null;
  return `Choose a password that is harder to guess: ${describeWarning(feedback.warning)}`;
}

function describeWarning(warning: string | null | undefined): string {
  if (warning === null || warning === undefined) return 'use a few unrelated words';
  if (/repeat/i.test(warning)) return 'this one repeats characters or words';
  if (/common|pwned|wordByItself/i.test(warning)) return 'this one is similar to a common password';
  if (/sequence|key|row|date|year/i.test(warning)) return 'this one contains a keyboard row, a sequence or a date';
  return 'use a few unrelated words';
}
