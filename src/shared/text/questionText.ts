/** Parts of the questions that main asks outside the page. */

export interface ConfirmationText {
  readonly title: string;
  readonly facts: readonly (readonly [label: string, value: string])[];
  readonly confirmLabel: string;
}

export type Nothing = Readonly<Record<never, never>>;

export interface Change<T> {
  readonly before: T;
  readonly after: T;
}

/** The words of each question of `P`, by its code. */
export type Questions<P> = { readonly [C in keyof P]: (p: P[C]) => ConfirmationText };

export const NOTE = 'Note';

export const formatBeforeAfter = (before: string, after: string): string => `${after}, was ${before}`;
