/** Style sheets of panes: a rule for one pane styles nothing of another one. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const renderer = join(import.meta.dirname, '../../src/renderer');

/** Selectors of a style sheet, each for itself. */
function listSelectors(css: string): readonly string[] {
  const heads = css.match(/[^{}]+(?=\{)/g) ?? [];
  return heads
    .map((head) => head.trim())
    .filter((head) => !head.startsWith('@') && head !== 'from' && head !== 'to')
    .flatMap((head) => splitList(head));
}

/** Splits at the commas that are not inside a bracket. */
function splitList(head: string): readonly string[] {
  const parts = [''];
  let depth = 0;
  for (const character of head) {
    depth += character === '(' ? 1 : character === ')' ? -1 : 0;
    if (character === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts.map((part) => part.trim());
}

const classesOf = (selector: string): readonly string[] =>
  [...selector.matchAll(/\.(-?[a-z_][\w-]*)/gi)].map(([, name]) => name!);
const belongsTo = (pane: string, name: string): boolean => name === pane || name.startsWith(`${pane}-`);

const sheets = globSync('**/*.css', { cwd: renderer }).map((file) => {
  const pane = /^panes[\\/](\w+)[\\/]/.exec(file)?.[1] ?? null;
  const css = readFileSync(join(renderer, file), 'utf8').replaceAll(/\/\*.*?\*\//gs, '');
  return { file, pane, css, selectors: listSelectors(css) };
});
const panes = new Set(sheets.flatMap(({ pane }) => pane ?? []));

describe('style sheets of panes', () => {
  it('name a class with the pane’s prefix in every selector', () => {
    expect(panes.size).toBeGreaterThan(15);
    const others = sheets.flatMap(({ file, pane, selectors }) =>
      pane === null
        ? []
        : selectors
            .filter((selector) => !classesOf(selector).some((name) => belongsTo(pane, name)))
            .map((selector) => `${file}: ${selector}`),
    );
    expect(others).toEqual([]);
  });

  it('name no class of another pane', () => {
    const foreign = sheets.flatMap(({ file, pane, selectors }) =>
      selectors.flatMap((selector) =>
        classesOf(selector)
          .filter((name) => [...panes].some((one) => one !== pane && belongsTo(one, name)))
          .map((name) => `${file}: .${name}`),
      ),
    );
    expect(foreign).toEqual([]);
  });
});

describe('every style sheet', () => {
  // What the browser composes apart costs in each screen frame, whatever changed in it.
  it('has no mask, filter, blend mode, endless animation or layer of its own', () => {
    const costly = /(?<![\w-])(mask(-\w+)?|(backdrop-)?filter|mix-blend-mode|will-change)\s*:|animation[^;]*infinite/g;
    const found = sheets.flatMap(({ file, css }) => (css.match(costly) ?? []).map((text) => `${file}: ${text}`));
    expect(found).toEqual([]);
  });
});
