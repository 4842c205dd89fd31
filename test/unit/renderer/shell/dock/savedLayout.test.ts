import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SavedLayout, SavedPane } from '#renderer/shell/dock/savedLayout.ts';
import {
  FLOATING_SIZES,
  fitFloating,
  formatLayout,
  LAYOUT_VERSION,
  listNewPanes,
  parseLayout,
} from '#renderer/shell/dock/savedLayout.ts';
import type { MarketId } from '#shared/units/ids.ts';
import type { Shares } from '#shared/units/shares.ts';
import type { Usd } from '#shared/units/usd.ts';

/** Saved by the last build that wrote version 1, with Balances in front. */
const VERSION_1 = readFileSync(join(import.meta.dirname, '../../../../fixtures/renderer/layout-v1.json'), 'utf8');

const NAMES = ['chart', 'orders', 'balances', 'wallet', 'drills'];
const EVERY_NAME = [...NAMES, 'ticket', 'tape', 'book', 'positions', 'fills', 'health', 'markets', 'ladder'];
const dockOf = (...ids: string[]) => ({
  panels: Object.fromEntries(ids.map((id) => [id, { id, contentComponent: id.replace(/-\d+$/, '') }])),
});
const save = (ids: string[], names: readonly string[], before?: ReturnType<typeof parseLayout>) =>
  formatLayout(dockOf(...ids), { panes: {}, markets: {}, drafts: {} }, names, before);
const version1 = (...ids: string[]) => JSON.stringify({ version: 1, dock: dockOf(...ids) });

describe('the panes of a saved layout', () => {
  it('include, once, a pane that is newer than the layout', () => {
    const old = parseLayout(version1('chart', 'orders'), NAMES);
    expect(old && listNewPanes(old, NAMES)).toEqual(['wallet', 'drills']);
    const saved = parseLayout(save(['chart', 'orders', 'wallet', 'drills'], NAMES), NAMES);
    expect(saved && listNewPanes(saved, NAMES)).toEqual([]);
  });

  it('leave out panes that were closed, and panes that this network does not have', () => {
    const saved = parseLayout(save(['chart', 'orders'], ['chart', 'orders', 'balances', 'wallet']), NAMES);
    expect(saved && listNewPanes(saved, NAMES)).toEqual(['drills']);
    expect(saved && listNewPanes(saved, ['chart', 'orders', 'balances', 'wallet'])).toEqual([]);
  });

  it('stay known on a network that does not have them: a closed pane stays closed', () => {
    const onPaper = parseLayout(save(['chart'], ['chart', 'drills']), NAMES);
    const elsewhere = parseLayout(save(['chart'], ['chart', 'wallet'], onPaper), NAMES);
    expect(elsewhere && listNewPanes(elsewhere, ['chart', 'drills', 'wallet'])).toEqual([]);
  });

  it('count as shown under any id', () => {
    const saved = parseLayout(save(['chart-2'], ['orders']), NAMES);
    expect(saved && listNewPanes(saved, ['chart', 'orders'])).toEqual([]);
  });
});

describe('a layout of version 2', () => {
  const market = 'm-1' as MarketId;
  const panes: Record<string, SavedPane> = {
    chart: { name: 'chart', link: 'blue', market: null, settings: { period: '15m' } },
    'chart-2': { name: 'chart', link: 'green', market: null, settings: {} },
    'chart-3': { name: 'chart', link: 'none', market, settings: { period: '1m' } },
  };
  const markets = { blue: 'm-2' as MarketId, green: market };

  it('keeps the colour, the market and the settings of each pane', () => {
    const text = formatLayout(dockOf('chart', 'chart-2', 'chart-3'), { panes, markets, drafts: {} }, NAMES);
    expect(parseLayout(text, NAMES)).toMatchObject({ panes, markets });
  });

  it('keeps outcome, direction and size of each draft, and leaves out one that it cannot read', () => {
    const drafts: SavedLayout['drafts'] = {
      blue: { side: 'no', direction: 'sell', shares: 500_000_000 as Shares, budget: null, postOnly: true },
      'pane:ladder-2': {
        side: 'yes',
        direction: 'buy',
        shares: null,
        budget: { amount: 200_000_000n as Usd, withFee: true },
        postOnly: false,
      },
    };
    const text = formatLayout(dockOf('chart'), { panes: {}, markets: {}, drafts }, NAMES);
    expect(parseLayout(text, NAMES)?.drafts).toEqual(drafts);
    for (const wrong of [{ side: 'up' }, { shares: '5OO' }, { budget: { amount: '-' } }, { postOnly: 1 }]) {
      const saved = JSON.parse(text);
      Object.assign(saved.drafts.blue, wrong);
      expect(Object.keys(parseLayout(JSON.stringify(saved), NAMES)?.drafts ?? {})).toEqual(['pane:ladder-2']);
    }
  });

  it('reads what it cannot know as the default', () => {
    const text = JSON.stringify({
      version: LAYOUT_VERSION,
      markets: { blue: 7, pink: 'm-1' },
      dock: { panels: { chart: { contentComponent: 'chart', params: { link: 'pink', market: 9, settings: [] } } } },
    });
    expect(parseLayout(text, NAMES)).toMatchObject({
      panes: { chart: { link: 'blue', market: null, settings: {} } },
      markets: {},
    });
  });
});

describe('a layout of version 1', () => {
  it('opens as it was: same places, every pane blue, on no chosen market', () => {
    const layout = parseLayout(VERSION_1, EVERY_NAME);
    const written = JSON.parse(VERSION_1) as { known: string[]; dock: { grid: unknown; panels: object } };
    expect(layout?.dock).toMatchObject({ grid: written.dock.grid });
    expect(Object.keys(layout?.panes ?? {})).toEqual(Object.keys(written.dock.panels));
    for (const [id, pane] of Object.entries(layout?.panes ?? {})) {
      expect(pane).toEqual({ name: id, link: 'blue', market: null, settings: {} });
    }
    expect(layout?.known).toEqual(written.known);
    expect(layout?.markets).toEqual({});
    expect(layout && listNewPanes(layout, EVERY_NAME)).toEqual([]);
  });
});

it.each([
  ['nothing', null],
  ['no JSON', '{'],
  ['no object', '[]'],
  ['a newer version', JSON.stringify({ version: LAYOUT_VERSION + 1, dock: dockOf('chart') })],
  ['no version', JSON.stringify({ dock: dockOf('chart') })],
  ['no dock', JSON.stringify({ version: LAYOUT_VERSION })],
  ['a dock without panels', JSON.stringify({ version: LAYOUT_VERSION, dock: {} })],
  ['a panel without its kind', JSON.stringify({ version: LAYOUT_VERSION, dock: { panels: { chart: {} } } })],
  ['an unknown kind of pane', JSON.stringify({ version: LAYOUT_VERSION, dock: dockOf('chart', 'dom') })],
  ['an unknown pane of version 1', version1('chart', 'dom')],
])('reads %s as no layout', (_name, text) => {
  expect(parseLayout(text, NAMES)).toBeNull();
});

describe('the floating panes of a saved layout', () => {
  const size = { width: 1280, height: 616 };
  const grid = { width: 2560, height: 1336 };
  const placed = (position: unknown) => {
    const dock = { panels: {}, grid, floatingGroups: [{ data: { id: '9' }, position }] };
    const { floatingGroups } = fitFloating(dock, size) as unknown as { floatingGroups: readonly object[] };
    return floatingGroups[0];
  };
  const { width, height } = FLOATING_SIZES.preferred;

  it.each([
    ['inside stays', { left: 100, top: 40, width: 420, height: 520 }, [100, 40, 420, 520]],
    ['at the right edge of a larger dock', { right: 0, top: 300, width: 420, height: 300 }, [860, 300, 420, 300]],
    ['at its lower right corner', { right: 10, bottom: 10, width: 420, height: 300 }, [860, 316, 420, 300]],
    ['larger than the dock', { left: 200, bottom: 0, width: 2000, height: 1200 }, [80, 80, 1200, 536]],
    ['partly outside', { left: -300, top: -20, width: 420, height: 300 }, [0, 0, 420, 300]],
    ['of no size', { left: 10, top: 10, width: 0, height: 0 }, [430, 48, width, height]],
    ['in words', { left: 'far', top: {}, width: 'wide', height: [] }, [430, 48, width, height]],
    ['that is none', null, [430, 48, width, height]],
  ])('with a position %s are wholly in the dock', (_what, position, [left, top, ...rest]) => {
    expect(placed(position)).toEqual({
      data: { id: '9' },
      position: { left, top, width: rest[0], height: rest[1] },
    });
  });

  it('are not exactly above each other, and nothing else changes', () => {
    const position = { right: 0, top: 900, width: 420, height: 300 };
    const dock = { panels: {}, grid, floatingGroups: [{ position }, 7, { position }], activeGroup: '1' };
    expect(fitFloating(dock, size)).toEqual({
      panels: {},
      grid,
      activeGroup: '1',
      floatingGroups: [
        { position: { left: 860, top: 316, width: 420, height: 300 } },
        { position: { left: 828, top: 284, width: 420, height: 300 } },
      ],
    });
    expect(fitFloating({ panels: {} }, size)).toEqual({ panels: {}, floatingGroups: [] });
  });
});
