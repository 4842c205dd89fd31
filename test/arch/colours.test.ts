/** The colours of every theme and palette: each pair in use has the contrast that WCAG 2.2 AA asks for. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PALETTES, THEMES } from '#shared/ipc/preferences.ts';

const renderer = join(import.meta.dirname, '../../src/renderer');
const tokens = readFileSync(join(renderer, 'ui/tokens.css'), 'utf8');

/** Custom properties that are colours, of one theme and palette. */
function readColours(theme: string, palette: string): Readonly<Record<string, string>> {
  const blocks = [`:root[data-theme="${theme}"]`, `:root[data-theme="${theme}"][data-palette="${palette}"]`];
  const found = blocks.flatMap((selector) => {
    const start = tokens.indexOf(`\n${selector} {`);
    if (start < 0) return [];
    const body = tokens.slice(start, tokens.indexOf('\n}', start));
    return [...body.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name!, value!] as const);
  });
  return Object.fromEntries(found);
}

/** Relative luminance: https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].toSorted((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

const SURFACES = ['bg', 'panel', 'raised', 'hover', 'field'];
const TEXTS = ['text', 'secondary', 'dim', 'yes', 'no', 'mine', 'accent'];
const SOFT = ['yes-soft', 'no-soft', 'mine-soft', 'live-soft'];
const FILLS = ['yes', 'no', 'mine', 'accent', 'paper', 'test', 'live'];
const LINKS = ['link-blue', 'link-green', 'link-orange', 'link-violet'];

/** Text and what it lies on: 4.5. */
const TEXT_PAIRS: readonly (readonly [text: string, surface: string])[] = [
  ...SURFACES.flatMap((surface) => TEXTS.map((text) => [text, surface] as const)),
  ...SOFT.flatMap((surface) => ['text', 'secondary'].map((text) => [text, surface] as const)),
  // A level's own tone on its bar; an own order beside a bar of either tone.
  ['yes', 'yes-soft'],
  ['no', 'no-soft'],
  ['mine', 'mine-soft'],
  ['live', 'live-soft'],
  ...FILLS.map((fill) => ['on-fill', fill] as const),
  ['bg', 'mine'],
];

/** What must be seen and is no text, such as the border of a field: 3. */
const SHAPE_PAIRS: readonly (readonly [shape: string, surface: string])[] = [
  ...['bg', 'panel', 'raised'].flatMap((surface) =>
    ['edge', ...FILLS, ...LINKS].map((shape) => [shape, surface] as const),
  ),
];

const LOOKS = THEMES.flatMap((theme) => PALETTES.map((palette) => ({ theme, palette })));

describe.each(LOOKS)('the $theme theme with the $palette palette', ({ theme, palette }) => {
  const colours = readColours(theme, palette);

  it('has enough contrast in every pair of text and surface', () => {
    const weak = TEXT_PAIRS.filter(([text, surface]) => !(contrast(colours[text]!, colours[surface]!) >= 4.5));
    expect(weak).toEqual([]);
  });

  it('has enough contrast in every shape that carries meaning', () => {
    const weak = SHAPE_PAIRS.filter(([shape, surface]) => !(contrast(colours[shape]!, colours[surface]!) >= 3));
    expect(weak).toEqual([]);
  });

  it('has the same tokens as the first one', () => {
    expect(Object.keys(colours).sort()).toEqual(Object.keys(readColours('dark', 'standard')).sort());
  });
});

it('names yes, no, mine and accent by four colours that differ', () => {
  for (const { theme, palette } of LOOKS) {
    const { yes, no, mine, accent } = readColours(theme, palette);
    expect(new Set([yes, no, mine, accent]).size).toBe(4);
  }
});

describe('style sheets and drawings', () => {
  const files = readdirSync(renderer, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(css|tsx?)$/.test(file) && !file.endsWith('tokens.css'))
    .map((file) => ({ file, text: readFileSync(join(renderer, file), 'utf8') }));

  it('name colours by token alone', () => {
    const literal = /(?<![\w&])#[0-9a-fA-F]{3,8}\b(?!['"]?\.)|\b(rgba?|hsla?|oklch|lab)\(/;
    const found = files.flatMap(({ file, text }) =>
      text
        .split('\n')
        .filter((line) => literal.test(line) && !line.includes("'#") && !/^\s*(\/?\*|\/\/|import)/.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    );
    expect(found).toEqual([]);
  });

  it('colour text only with tokens whose contrast is checked here', () => {
    const checked = new Set(TEXT_PAIRS.map(([text]) => text));
    const used = files
      .filter(({ file }) => file.endsWith('.css'))
      .flatMap(({ text }) => [...text.matchAll(/(?<![-\w])color: var\(--([\w-]+)\)/g)].map(([, name]) => name!));
    expect([...new Set(used)].filter((name) => !checked.has(name))).toEqual([]);
  });
});
