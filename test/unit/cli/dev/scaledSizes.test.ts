import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { scaledSizes, toRem } from '../../../../src/cli/dev/scaledSizes.ts';

describe('sizes in style sheets', () => {
  it('are written in rem, but not hairlines', () => {
    expect(toRem('12px / 1.35 var(--font)')).toBe('0.75rem / 1.35 var(--font)');
    expect(toRem('calc(100% - 24px) min(420px, 50vh)')).toBe('calc(100% - 1.5rem) min(26.25rem, 50vh)');
    expect(toRem('1px solid var(--line)')).toBe('1px solid var(--line)');
    expect(toRem('inset 0 -1.5px var(--accent)')).toBe('inset 0 -1.5px var(--accent)');
    expect(toRem('-4px')).toBe('-0.25rem');
    expect(toRem('url(icon-16px.png)')).toBe('url(icon-16px.png)');
  });

  it('change in our own sheets and container queries alone', () => {
    const folder = path.resolve('renderer');
    const step = scaledSizes(folder);
    const source = (file: string) => ({ input: { file } });
    const ours = { value: '8px', source: source(path.join(folder, 'a.css')) };
    const packaged = { value: '8px', source: source(path.resolve('node_modules/dock.css')) };
    const query = { params: '(width < 264px)', source: ours.source };
    step.Declaration(ours);
    step.Declaration(packaged);
    step.AtRule.container(query);
    expect([ours.value, packaged.value, query.params]).toEqual(['0.5rem', '8px', '(width < 16.5rem)']);
  });
});
