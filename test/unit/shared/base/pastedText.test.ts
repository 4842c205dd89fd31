import { expect, it } from 'vitest';
import { cleanPasted, cleanPastedSecret, cleanPastedWord, listPastedWords } from '#shared/base/pastedText.ts';

const ADDRESS = '0x52908400098527886e0f7030069857d2e4169ee7';

it('removes what is not seen and what is around a pasted text', () => {
  for (const pasted of [
    ADDRESS,
    `  ${ADDRESS}\n`,
    `\ufeff${ADDRESS}\u200b`,
    `"${ADDRESS}",`,
    `“${ADDRESS}”`,
    `\u00a0'${ADDRESS}'.`,
    `<${ADDRESS}>`,
    `\u202a${ADDRESS}\u202c`,
    `${ADDRESS.slice(0, 9)}\u00ad${ADDRESS.slice(9)}`,
  ]) {
    expect(cleanPasted(pasted)).toBe(ADDRESS);
    expect(cleanPasted(cleanPasted(pasted))).toBe(ADDRESS);
  }
  expect(cleanPastedWord(`${ADDRESS.slice(0, 20)}\n  ${ADDRESS.slice(20)}`)).toBe(ADDRESS);
});

it('reads the words of a list without numbers, quotes and commas', () => {
  const words = ['abandon', 'ability', 'able'];
  for (const pasted of [
    'abandon ability able',
    '1. abandon\n2. ability\n3. able',
    '1) abandon 2) ability 3) able',
    '(1) abandon (2) ability (3) able',
    '1: abandon, 2: ability, 3: able',
    '1 - abandon\r\n2 - ability\r\n3 - able',
    '1.abandon 2.ability 3.able',
    '"abandon", "ability", "able"',
    '[“abandon”; “ability”; “able”]',
    'abandon\u00a0ability\u200b\table',
  ])
    expect(listPastedWords(pasted)).toEqual(words);
});

it('takes from a secret only what is not seen, the space around it and one pair of quotes', () => {
  for (const pasted of ['a.B/c=)', ' a.B/c=) ', '"a.B/c=)"', '\ufeffa.B\u200b/c=)\n', '“a.B/c=)”'])
    expect(cleanPastedSecret(pasted)).toBe('a.B/c=)');
  expect(cleanPastedSecret('"half')).toBe('"half');
  expect(cleanPastedSecret('two words')).toBe('two words');
});
