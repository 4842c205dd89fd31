import { describe, expect, it } from 'vitest';
import type { Coded, NoParameters } from '#shared/base/coded.ts';
import { type Catalogue, formatCoded } from '#shared/text/catalogue.ts';

interface Parameters {
  gap: { readonly expected: number; readonly found: number };
  crossed: NoParameters;
}

const CATALOGUE: Catalogue<Parameters> = {
  gap: ({ expected, found }) => `Expected sequence ${expected}, found ${found}`,
  crossed: () => 'The book is crossed',
};

describe('catalogue', () => {
  it('makes the words of a code from its parameters', () => {
    const gap: Coded<Parameters> = { code: 'gap', parameters: { expected: 3, found: 5 } };
    expect(formatCoded(CATALOGUE, gap)).toBe('Expected sequence 3, found 5');
    expect(formatCoded(CATALOGUE, { code: 'crossed', parameters: {} })).toBe('The book is crossed');
  });

  it('does not compile without the words of a code', () => {
    // @ts-expect-error: `crossed` is missing
    const missing: Catalogue<Parameters> = { gap: () => '' };
    expect(Object.keys(missing)).toEqual(['gap']);
  });
});
