import { describe, expect, it } from 'vitest';
import { formatExportedWorkspace, parseExportedWorkspace } from '#main/storage/exportedWorkspace.ts';
import { buildWorkspace } from '#main/storage/workspacesFile.ts';

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

  it.each([
    ['text that is no JSON', '{', { fault: 'notJson' }],
    ['another file', '{"version":1,"current":null}', { fault: 'shape', path: 'format' }],
    ['a newer version', changed({ version: 2 }), { fault: 'version', expected: 1, found: '2' }],
    ['a field more', changed({ owner: 'x' }), { fault: 'shape', path: '' }],
    ['a name that is too long', changed({ name: 'x'.repeat(41) }), { fault: 'shape', path: 'name' }],
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
