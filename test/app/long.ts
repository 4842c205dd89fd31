/**
 * Specifications that repeat another one at a further size, by another hand, in another zone or for another fault.
 *
 * Shape       `npm run specs:long` runs them, `npm test` the others.
 */

export const LONG = /@long/;

/** Details of a specification; `isLong` leaves it to `npm run specs:long`. */
export const longIf = (isLong: boolean): { readonly tag: string[] } => ({ tag: isLong ? ['@long'] : [] });
