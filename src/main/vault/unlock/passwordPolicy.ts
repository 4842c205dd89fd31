/**
 * Password policy: any password on paper; long and hard to guess on test and live.
 *
 * Invariants  The strength estimator and its word lists load with the first password that is checked.
 * Source      docs/security-coverage.md#r22; docs/decisions/0007-vault-file.md
 */
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import type { GuessablePattern, PasswordFault } from '#shared/ipc/errors.ts';
import type { Network } from '../file/vaultFile.ts';

const MIN_PASSWORD_LENGTH = 12;
/** 0 to 4: 3 is 'safely unguessable', at least 10^8 guesses. */
const MIN_SCORE = 3;
/** Characters that are estimated: the time of an estimate grows with the length. */
const MAX_ESTIMATED_LENGTH = 64;

let loading: Promise<ZxcvbnFactory> | null = null;

async function loadEstimator(): Promise<ZxcvbnFactory> {
  const [core, common] = await Promise.all([import('@zxcvbn-ts/core'), import('@zxcvbn-ts/language-common')]);
  return new core.ZxcvbnFactory({ dictionary: common.dictionary, graphs: common.adjacencyGraphs });
}

/** Why a new password is refused, or null. Lengths count characters, not bytes. */
export async function checkNewPassword(password: string, network: Network): Promise<PasswordFault | null> {
  const characters = [...password.normalize('NFKC')];
  if (characters.length === 0) return { reason: 'empty' };
  if (network === 'paper') return null;
  if (characters.length < MIN_PASSWORD_LENGTH) {
    return { reason: 'tooShort', min: MIN_PASSWORD_LENGTH, found: characters.length };
  }
  loading ??= loadEstimator();
  const { score, feedback } = (await loading).check(characters.slice(0, MAX_ESTIMATED_LENGTH).join(''));
  if (score >= MIN_SCORE) return null;
  return { reason: 'guessable', pattern: findPattern(feedback.warning) };
}

/** `warning` is a code of the estimator. */
function findPattern(warning: string | null | undefined): GuessablePattern {
  if (warning === null || warning === undefined) return 'other';
  if (/repeat/i.test(warning)) return 'repeated';
  if (/common|pwned|wordByItself/i.test(warning)) return 'common';
  return /sequence|key|row|date|year/i.test(warning) ? 'sequence' : 'other';
}
