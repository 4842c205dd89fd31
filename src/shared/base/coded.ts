/**
 * A code with its parameters: what crosses processes instead of a sentence.
 *
 * Shape       `P` maps each code to the type of its parameters; `shared/text` has the words of every code.
 */
export type Coded<P> = { readonly [C in keyof P]: { readonly code: C; readonly parameters: P[C] } }[keyof P];

/** Parameters of a code that has none. */
export type NoParameters = Readonly<Record<never, never>>;
