/**
 * Declaration of a bridge command: the one place that states its input, answer and rules.
 *
 * Shape       `defineCommands('order', { place: { … } })` declares `order.place`.
 */
import type { z } from 'zod';

/** `always`: concerns no account data. `screen`: runs behind a locked screen too. `open`: runs only while unlocked. */
export type LockRule = 'always' | 'screen' | 'open';

/** Type of a command's answer; has no value at run time. */
export interface Answer<T> {
  readonly answers?: T;
}

export const answer = <T>(): Answer<T> => ({});

export interface CommandDeclaration {
  /** Strict: input that it refuses never reaches the handler. */
  readonly input: z.ZodType;
  readonly output: Answer<unknown>;
  /** Behind a lock that its rule excludes it answers LOCKED. */
  readonly lock: LockRule;
  /** Only a person causes it: it restarts the idle time of the lock. */
  readonly isAct?: true;
  /** Moves or widens funds, rights or keys: succeeds only with the password. */
  readonly isStepUp?: true;
  /** The trader that answers it is another than the one that ran when it arrived. */
  readonly replacesAccount?: true;
  /** Has something written to the disk that a page gave: limited in rate, and refused while the disk is full. A step-up has the questions' limit. */
  readonly keeps?: true;
  /**
   * Fields of the input and of the answer that a recording may have, whole; absent: its name, time and code alone. Never a
   * password, a key, a secret, a signature, or text that a person typed.
   */
  readonly recorded?: { readonly input?: readonly string[]; readonly answer?: readonly string[] };
  /** Line of the security log after it succeeded. */
  readonly logged?: string;
}

type Named<S extends string, D> = { readonly [K in keyof D & string as `${S}.${K}`]: D[K] };

export function defineCommands<const S extends string, const D extends Readonly<Record<string, CommandDeclaration>>>(
  subject: S,
  commands: D,
): Named<S, D> {
  const named = Object.entries(commands).map(([name, declaration]) => [`${subject}.${name}`, declaration]);
  return Object.fromEntries(named) as Named<S, D>;
}
