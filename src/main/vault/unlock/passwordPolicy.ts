/**
 * Which new passwords a vault takes: on paper money any; where real keys live, long ones that are hard to guess.
 *
 * Invariants  The estimator and its lists of common passwords load with the first password that is judged, not before.
 * Source      security requirement R22; docs/decisions/0007-vault-file.md
 */
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import type { Network } from '../file/vaultFile.ts';

export const MIN_PASSWORD_LENGTH = 12;
/** 0 to 4: 3 is 'safely unguessable', at least 10^8 guesses. */
const LEAST_SCORE = 3;
/** Letters that are judged: what makes a password strong is in its beginning too, and judging a long one takes long. */
const MOST_JUDGED = 64;

let loading: Promise<ZxcvbnFactory> | null = null;

async function loadEstimator(): Promise<ZxcvbnFactory> {
  const [core, common] = await Promise.all([import('@zxcvbn-ts/core'), import('@zxcvbn-ts/language-common')]);
  return new core.ZxcvbnFactory({ dictionary: common.dictionary, graphs: common.adjacencyGraphs });
}

/** Reason why a new password is refused, for a person; null when it may be used. Lengths count letters, not bytes. */
export async function checkNewPassword(password: string, network: Network): Promise<string | null> {
  const letters = [...password.normalize('NFKC')];
  if (letters.length === 0) return 'Choose a password';
  if (network === 'paper') return null;
  if (letters.length < MIN_PASSWORD_LENGTH) {
    return `Choose a password of at least ${MIN_PASSWORD_LENGTH} characters, this one has ${letters.length}`;
  }
  loading ??= loadEstimator();
  const { score, feedback } = (await loading).check(letters.slice(0, MOST_JUDGED).join(''));
  if (score >= LEAST_SCORE) return null;
  return `Choose a password that is harder to guess: ${tellWarning(feedback.warning)}`;
}

function tellWarning(warning: string | null | undefined): string {
  if (warning === null || warning === undefined) return 'a few words that do not belong together are good';
  if (/repeat/i.test(warning)) return 'this one repeats itself';
  if (/common|pwned|wordByItself/i.test(warning)) return 'this one is, or resembles, a common password';
  if (/sequence|key|row|date|year/i.test(warning)) return 'this one follows the keyboard, the alphabet or a date';
  return 'a few words that do not belong together are good';
}
