/** Answers to a command whose confirmation was declined. */
import { type Failure, fail } from '#shared/ipc/result.ts';
import { VaultError } from '../../vault/vaultError.ts';

export const declined = () => fail('CANCELLED', { reason: 'declined' });

/** The answer to a key that was declined before it was stored; throws any other error. */
export function answerDeclined(error: unknown): Failure {
  if (error instanceof VaultError && error.code === 'CANCELLED') return { ok: false, error: error.coded };
  throw error;
}
