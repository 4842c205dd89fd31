/**
 * A code with its parameters: what crosses processes instead of a sentence.
 *
 * Shape       `P` maps each code to the type of its parameters; `shared/text` has the words of every code.
 */
export type Coded<P> = { readonly [C in keyof P]: { readonly code: C; readonly parameters: P[C] } }[keyof P];

/** Parameters of a code that has none. */
export type NoParameters = Readonly<Record<never, never>>;

/** Compares two coded values, or their absence, by content. */
export function isSameCoded<P>(a: Coded<P> | null, b: Coded<P> | null): boolean {
  if (a === null || b === null) return a === b;
  return a.code === b.code && JSON.stringify(a.parameters) === JSON.stringify(b.parameters);
}
