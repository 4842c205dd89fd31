import { describe, expect, it } from 'vitest';
import {
  buildWorkspace,
  FIRST_WORKSPACES,
  migrateLayout,
  parseWorkspacesFile,
} from '#main/storage/workspaces/workspacesFile.ts';

const problems: string[] = [];
const parse = (value: unknown) => {
  problems.length = 0;
  return parseWorkspacesFile(value, (problem) => problems.push(problem));
};
const one = buildWorkspace('w1', { name: 'One', arrangement: 'market' });
const two = {
  ...buildWorkspace('w2', { name: 'Two', arrangement: 'event' }),
  windows: [{ id: 1, layout: '{}', bounds: { x: -5, y: 0, width: 400, height: 300 } }],
};

describe('the workspaces file', () => {
  it('is read as it was written', () => {
    const file = { version: 1, selected: 'w2', workspaces: [one, two] };
    expect(parse(JSON.parse(JSON.stringify(file)))).toEqual(file);
    expect(problems).toEqual([]);
    expect(parse(FIRST_WORKSPACES)).toEqual(FIRST_WORKSPACES);
  });

  it('leaves out what is not readable, says so, and selects another where the selected one is gone', () => {
    const broken = { ...two, layout: '[]' };
    const file = { version: 1, selected: 'w2', workspaces: [broken, one, one, 7] };
    expect(parse(file)).toEqual({ version: 1, selected: 'w1', workspaces: [one] });
    expect(problems).toEqual([
      expect.stringContaining('expected a layout as a JSON object at layout'),
      'Expected one workspace w1, found another with its id',
      expect.stringContaining('Expected workspace 4'),
    ]);
  });

  it.each([
    ['without a size', { x: 1, y: 2 }],
    ['of a number that is none', { x: null, y: 0, width: 640, height: 720 }],
    ['in words', 'left'],
  ])('loses the place of a window with bounds %s, not its workspace', (_what, bounds) => {
    const [window] = two.windows;
    const file = { version: 1, selected: 'w2', workspaces: [{ ...two, windows: [{ ...window, bounds }] }] };
    expect(parse(file).workspaces).toEqual([{ ...two, windows: [{ ...window, bounds: null }] }]);
    expect(problems).toEqual([]);
  });

  it('keeps a place in fractions, which a window at a fractional scale has', () => {
    const bounds = { x: -5.5, y: 0.25, width: 400.5, height: 300 };
    const file = { version: 1, selected: 'w2', workspaces: [{ ...two, windows: [{ id: 1, layout: '{}', bounds }] }] };
    expect(parse(file).workspaces[0]?.windows[0]?.bounds).toEqual(bounds);
  });

  it.each([
    ['another version', { version: 2, selected: 'w1', workspaces: [one] }],
    ['no workspace', { version: 1, selected: 'w1', workspaces: [] }],
    ['no readable workspace', { version: 1, selected: 'w1', workspaces: [{}] }],
    ['a list', [one]],
  ])('is refused as a whole with %s', (_what, value) => {
    expect(() => parse(value)).toThrow('Expected');
  });

  it('cleans names, and refuses windows without number and layouts that are too large', () => {
    const named = (name: string) => parse({ version: 1, selected: 'w1', workspaces: [one, { ...two, name }] });
    expect(named(' a\u202eb ').workspaces[1]?.name).toBe('a\\u202eb');
    expect(named('  ').workspaces).toHaveLength(1);
    const large = { ...two, layout: `{"a":"${'x'.repeat(100_000)}"}` };
    expect(parse({ version: 1, selected: 'w1', workspaces: [one, large] }).workspaces).toEqual([one]);
  });
});

it('offers the samples only to a person who had no layout', () => {
  expect(migrateLayout({ version: 1, current: null, lastGood: null })).toBe(FIRST_WORKSPACES);
  expect(migrateLayout({ version: 1, current: null, lastGood: '{"a":1}' }).workspaces).toMatchObject([
    { id: 'w1', layout: null, lastGood: '{"a":1}' },
  ]);
});
