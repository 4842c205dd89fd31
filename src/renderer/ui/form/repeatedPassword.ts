/** Fields of a form that asks for the password of the vault and, twice, for a new one. */
import type { ErrorCode } from '#shared/ipc/errors.ts';
import { emptyLater, readSecret, useRepeatedSecret, useSecret } from './Secret.tsx';

export function useRepeatedPassword() {
  const password = useSecret();
  const chosen = useSecret();
  const repeat = useRepeatedSecret(chosen);
  return {
    password,
    chosen,
    repeat,
    /**
     * The two passwords; null where the repetition differs. `settle` follows with the code of a refusal: all fields keep their
     * text after a refused password, and the one at fault has the focus; after another failure they are emptied.
     */
    read() {
      if (!repeat.isSame()) return null;
      const empty = emptyLater(password, chosen, repeat.field.input);
      return {
        password: readSecret(password),
        chosen: readSecret(chosen),
        settle(code: ErrorCode): void {
          const isWeak = code === 'WEAK_PASSWORD';
          if (!isWeak && code !== 'WRONG_PASSWORD') empty();
          const atFault = (isWeak ? chosen : password).current;
          atFault?.focus();
          atFault?.select();
        },
      };
    },
  };
}
