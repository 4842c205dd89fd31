/**
 * Catalogue type: the words of every code. A code without words does not compile.
 *
 * Shape       One catalogue per subject in this folder; `P` maps each code to the type of its parameters.
 */
import type { Coded } from '../base/coded.ts';

export type Catalogue<P> = { readonly [C in keyof P]: (parameters: P[C]) => string };

/** The words of one coded value. */
export function formatCoded<P>(catalogue: Catalogue<P>, coded: Coded<P>): string {
  return catalogue[coded.code](coded.parameters);
}
