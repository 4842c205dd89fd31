import { describe, expect, it } from 'vitest';
import { formatExportedWorkspace, parseExportedWorkspace } from '#main/storage/workspaces/exportedWorkspace.ts';
import { buildWorkspace } from '#main/storage/workspaces/workspacesFile.ts';

const PANES = ['ladder', 'chart'];
const layoutOf = (...kinds: string[]) => ({
  version: 2,
  known: kinds,
  markets: { blue: '101' },
  dock: {
    grid: { root: { type: 'branch' } },
    panels: Object.fromEntries(
      kinds.map((kind, at) => [`${kind}-${at}`, { id: `${kind}-${at}`, contentComponent: kind }]),
    ),
  },
});
const workspace = {
  ...buildWorkspace('w7', { name: 'Mine', arrangement: 'market' }),
  layout: JSON.stringify(layoutOf('ladder', 'chart')),
  lastGood: '{}',
  windows: [{ id: 3, layout: JSON.stringify(layoutOf('ladder')), bounds: { x: 1, y: 2, width: 300, height: 300 } }],
};
const text = formatExportedWorkspace(workspace);
const changed = (change: object) => JSON.stringify({ ...JSON.parse(text), ...change });
const parse = (value: string) => parseExportedWorkspace(value, PANES);

describe('an exported workspace', () => {
  it('has layouts, windows and name, and no place on this computer’s screens', () => {
    expect(text).not.toContain('bounds');
    const parsed = parse(text);
    expect(parsed).toMatchObject({ workspace: { name: 'Mine', arrangement: 'market' } });
    const { layout, windows } = 'workspace' in parsed ? parsed.workspace : { layout: null, windows: [] };
    expect(JSON.parse(layout ?? '')).toEqual(layoutOf('ladder', 'chart'));
    expect(windows.map((one) => JSON.parse(one))).toEqual([layoutOf('ladder')]);
  });

  it('takes no size of an order with it, neither out of this computer nor into it', () => {
    const drafts = { blue: { side: 'yes', direction: 'buy', shares: '90000', budget: null, postOnly: false } };
    const own = { ...layoutOf('ladder'), drafts };
    const exported = formatExportedWorkspace({ ...workspace, layout: JSON.stringify(own) });
    expect(exported).not.toContain('90000');
    expect(JSON.stringify(parse(changed({ layout: own, windows: [{ layout: own }] })))).not.toContain('90000');
  });

  it.each([
    ['text that is no JSON', '{', { fault: 'notJson' }],
    ['another file', '{"version":1,"current":null}', { fault: 'shape', path: 'format' }],
    ['a newer version', changed({ version: 2 }), { fault: 'version', expected: 1, found: '2' }],
    ['a field more', changed({ owner: 'x' }), { fault: 'shape', path: '' }],
    ['a name with nothing to see', changed({ name: ' \u200b\ufeff ' }), { fault: 'shape', path: 'name' }],
    [
      'a layout of no known version',
      changed({ layout: { ...layoutOf('ladder'), version: 9 } }),
      { fault: 'shape', path: 'layout.version' },
    ],
    [
      'a layout without panels',
      changed({ layout: { version: 2, dock: {} } }),
      { fault: 'shape', path: 'layout.dock.panels' },
    ],
    ['an empty layout', changed({ layout: layoutOf() }), { fault: 'noPane' }],
    ['an unknown pane', changed({ windows: [{ layout: layoutOf('dom') }] }), { fault: 'unknownPane', pane: 'dom' }],
    [
      'a layout that is too large',
      changed({ layout: { ...layoutOf('ladder'), more: 'x'.repeat(60_000) } }),
      { fault: 'tooLarge', maxBytes: 60_000 },
    ],
    [
      'seven windows',
      changed({ windows: Array(7).fill({ layout: layoutOf('ladder') }) }),
      { fault: 'shape', path: 'windows' },
    ],
  ])('is refused with %s, and the fault names the place', (_what, value, problem) => {
    expect(parse(value)).toEqual({ problem });
  });

  it('may be a workspace that was never opened, or a layout of version 1, whose ids are its kinds', () => {
    expect(parse(changed({ layout: null, windows: [] }))).toMatchObject({ workspace: { layout: null, windows: [] } });
    const old = { version: 1, dock: { panels: { ladder: { id: 'ladder' } } } };
    expect(parse(changed({ layout: old }))).toMatchObject({ workspace: { layout: JSON.stringify(old) } });
  });
});

describe('a file that somebody else wrote', () => {
  const imported = (change: object) => {
    const parsed = parse(changed(change));
    if (!('workspace' in parsed)) throw new Error(`Expected a workspace, found ${JSON.stringify(parsed.problem)}`);
    return parsed.workspace;
  };

  it.each([
    ['bidirectional marks', '\u202eevoL\u202c', '\\u202eevoL\\u202c'],
    ['controls', 'a\u0000b\u001bc\nd', 'a\\u0000b\\u001bc d'],
    ['invisible characters', 'Ma\u200bin', 'Main'],
    ['forty-one characters', 'x'.repeat(41), `${'x'.repeat(36)} […]`],
    ['a hundred marks on one letter', `a${'\u0301'.repeat(100)}`, `a${'\u0301'.repeat(4)}`],
  ])('has its name cleaned: %s', (_name, name, kept) => {
    expect(imported({ name }).name).toBe(kept);
  });

  it('has the texts of its layouts cleaned', () => {
    const panels = {
      'ladder-0': { id: 'ladder-0', contentComponent: 'ladder', params: { settings: { note: 'a\u202eb' } } },
    };
    const { layout, windows } = imported({
      layout: { version: 2, dock: { panels } },
      windows: [{ layout: { version: 2, dock: { panels } } }],
    });
    for (const text of [layout, ...windows]) expect(text).toContain(String.raw`a\\u202eb`);
  });

  it.each([
    ['5,000 brackets', '['.repeat(5_000) + ']'.repeat(5_000)],
    ['5,000 brackets that never close', '{"a":'.repeat(5_000)],
    [
      'a layout of 5,000 levels',
      text.replace('"layout": {', `"layout": {"more": ${'['.repeat(5_000)}${']'.repeat(5_000)},`),
    ],
  ])('is refused when it is too deep: %s', (_name, deep) => {
    expect(parse(deep)).toEqual({ problem: { fault: 'tooDeep', max: 103 } });
  });

  it('is named in an error without characters that change what is read', () => {
    expect(
      parse(changed({ layout: { version: 2, dock: { panels: { p: { contentComponent: '\u202edom' } } } } })),
    ).toEqual({
      problem: { fault: 'unknownPane', pane: String.raw`\u202edom` },
    });
    const panels = { 'a\u202eb': { contentComponent: 'ladder' } };
    expect(parse(changed({ layout: { version: 2, dock: { panels } } }))).toEqual({
      problem: { fault: 'shape', path: String.raw`layout.dock.panels.a\u202eb` },
    });
  });
});
