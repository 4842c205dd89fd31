/** Codes are for programs: neither the words of the program nor what a component shows has one. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const source = join(import.meta.dirname, '../../src');

/** 'WEAK_PASSWORD', 'account.custody.no_wallet': as a person would read it, so with spaces or nothing around it. */
const CODE = /(?:^|[\s(“"])(?:[A-Z][A-Z\d]*(?:_[A-Z\d]+)+|[a-z]+(?:\.[a-z]+)*\.[a-z]+_[a-z_]+)(?:$|[\s),.:”"])/;
/** A value of a string that stands alone in its line of a catalogue, a template or JSX text. */
const TEXTS = /(?:: |=> |\? |: \n?\s*|return )(['`])((?:(?!\1)[^\\]|\\.)*)\1/g;

const read = (pattern: string): readonly (readonly [string, string])[] =>
  globSync(pattern, { cwd: source }).map((file) => [file, readFileSync(join(source, file), 'utf8')] as const);

describe('a code', () => {
  it('is in no text of shared/text', () => {
    const found = read('shared/text/*.ts').flatMap(([file, text]) =>
      [...text.matchAll(TEXTS)].flatMap(([, , words]) =>
        CODE.test(words!.replaceAll(/\$\{[^}]*\}/g, '')) ? [`${file}: ${words}`] : [],
      ),
    );
    expect(found).toEqual([]);
  });

  it('is joined into no sentence before it has words', () => {
    const joined = /\bcodes\.join\(|\$\{[\w.]*\bcode\}/;
    const found = read('shared/text/*.ts').flatMap(([file, text]) =>
      text.split('\n').flatMap((line) => (joined.test(line) ? [`${file}: ${line.trim()}`] : [])),
    );
    expect(found).toEqual([]);
  });

  it('is rendered by no component', () => {
    const rendered = />\s*\{[\w.?]*\.codes?\}|\{[\w.?]*\.code\}\s*</;
    const found = read('renderer/**/*.tsx').flatMap(([file, text]) => (rendered.test(text) ? [file] : []));
    expect(found).toEqual([]);
  });

  it('of the exchange that has no words is read by its own last words', () => {
    expect(CODE.test(' account.custody.no_wallet.')).toBe(true);
    expect(CODE.test('WEAK_PASSWORD')).toBe(true);
    expect(CODE.test('buy yes 100 @ 0.42')).toBe(false);
  });
});
