/**
 * Password policy: any password on paper; long and hard to guess on test and live.
 *
 * Invariants  The strength is estimated in a thread of its own, which loads the word lists and ends with them. Without an estimate no
 *             password is accepted.
 * Errors      Rejects with an Error when the thread ends without an estimate.
 * Source      docs/security-coverage.md#r22; docs/decisions/0007-vault-file.md
 */
import type { GuessablePattern, PasswordFault } from '#shared/ipc/errors.ts';
import type { Network } from '../file/vaultFile.ts';
import { startPasswordThread } from '../keys/passwordThread.ts';

const MIN_PASSWORD_LENGTH = 12;
/** 0 to 4: 3 is 'safely unguessable', at least 10^8 guesses. */
const MIN_SCORE = 3;
/** Characters that are estimated: the time of an estimate grows with the length. */
const MAX_ESTIMATED_LENGTH = 64;

/** Beside this file in the sources; beside main's bundle in the build (electron.vite.config.ts). */
const WORKER = new URL(import.meta.url.endsWith('.ts') ? './strengthWorker.ts' : './strength.js', import.meta.url);

/** What the estimator says: `warning` is a code of it. */
export interface Strength {
  readonly score: number;
  readonly warning: string | null;
}

async function estimateStrength(password: string): Promise<Strength> {
  const bytes = new TextEncoder().encode(password);
  const failed = (): Error =>
    new Error('Expected an estimate of the password, found that its thread ended without one');
  try {
    return await startPasswordThread<Strength>(
      WORKER,
      { password: bytes },
      { signal: null, failed, ended: failed, drop: () => undefined },
    ).answer;
  } finally {
    bytes.fill(0);
  }
}

/** Why a new password is refused, or null. Lengths count characters, not bytes. */
export async function checkNewPassword(password: string, network: Network): Promise<PasswordFault | null> {
  const characters = [...password.normalize('NFKC')];
  if (characters.length === 0) return { reason: 'empty' };
  if (network === 'paper') return null;
  if (characters.length < MIN_PASSWORD_LENGTH) {
    return { reason: 'tooShort', min: MIN_PASSWORD_LENGTH, found: characters.length };
  }
  const { score, warning } = await estimateStrength(characters.slice(0, MAX_ESTIMATED_LENGTH).join(''));
  if (score >= MIN_SCORE) return null;
  return { reason: 'guessable', pattern: findPattern(warning) };
}

function findPattern(warning: string | null): GuessablePattern {
  if (warning === null) return 'other';
  if (/repeat/i.test(warning)) return 'repeated';
  if (/common|pwned|wordByItself/i.test(warning)) return 'common';
  return /sequence|key|row|date|year/i.test(warning) ? 'sequence' : 'other';
}
