import { expect, it } from 'vitest';
import { formatLayout, LAYOUT_VERSION, listNewPanes, parseLayout } from '#renderer/shell/savedLayout.ts';

const PANES = ['chart', 'orders', 'balances', 'wallet', 'drills'];
const dockOf = (...names: string[]) => ({ panels: Object.fromEntries(names.map((name) => [name, {}])) });

it('gives a layout that was saved before a pane existed that pane, once', () => {
  const old = parseLayout(JSON.stringify({ version: LAYOUT_VERSION, dock: dockOf('chart', 'orders') }), PANES);
  expect(old && listNewPanes(old, PANES)).toEqual(['wallet', 'drills']);
  const saved = parseLayout(formatLayout(dockOf('chart', 'orders', 'wallet', 'drills'), PANES), PANES);
  expect(saved && listNewPanes(saved, PANES)).toEqual([]);
});

it('leaves out what the trader took out, and what this network does not have', () => {
  const saved = parseLayout(formatLayout(dockOf('chart', 'orders'), ['chart', 'orders', 'balances', 'wallet']), PANES);
  expect(saved && listNewPanes(saved, PANES)).toEqual(['drills']);
  expect(saved && listNewPanes(saved, ['chart', 'orders', 'balances', 'wallet'])).toEqual([]);
});

it('keeps what another network had to know of: what was taken out there stays out', () => {
  const onPaper = parseLayout(formatLayout(dockOf('chart'), ['chart', 'drills']), PANES);
  const elsewhere = parseLayout(formatLayout(dockOf('chart'), ['chart', 'wallet'], onPaper), PANES);
  expect(elsewhere && listNewPanes(elsewhere, ['chart', 'drills', 'wallet'])).toEqual([]);
});

it.each([
  ['nothing', null],
  ['no JSON', '{'],
  ['another version', JSON.stringify({ version: LAYOUT_VERSION + 1, dock: dockOf('chart') })],
  ['no dock', JSON.stringify({ version: LAYOUT_VERSION })],
  ['a dock without panels', JSON.stringify({ version: LAYOUT_VERSION, dock: {} })],
  ['a pane that is gone', JSON.stringify({ version: LAYOUT_VERSION, dock: dockOf('chart', 'dom') })],
])('takes %s for no layout', (_name, text) => {
  expect(parseLayout(text, PANES)).toBeNull();
});
