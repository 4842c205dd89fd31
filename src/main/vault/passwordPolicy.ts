/**
 * Which new passwords a vault takes: on paper money any, where real keys live at least twelve characters.
 *
 * Source      docs/decisions/0007-vault-file.md; an estimate of how guessable a password is comes on top of the length.
 */
import type { Network } from './vaultFile.ts';

export const MIN_PASSWORD_LENGTH = 12;

/** Reason why a new password is refused, for a person; null when it may be used. Lengths count letters, not bytes. */
export function checkNewPassword(password: string, network: Network): string | null {
  const length = [...password.normalize('NFKC')].length;
  if (length === 0) return 'Choose a password';
  if (network === 'paper' || length >= MIN_PASSWORD_LENGTH) return null;
  return `Choose a password of at least ${MIN_PASSWORD_LENGTH} characters, this one has ${length}`;
}
