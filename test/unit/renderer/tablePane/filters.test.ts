import { beforeEach, describe, expect, it } from 'vitest';
import { openPaneRecord, paneRecord, usePanes } from '#renderer/domain/workspaces/panes.ts';
import { FILTERS as CONDITIONAL_FILTERS } from '#renderer/panes/conditionals/table.ts';
import { FILTERS } from '#renderer/panes/orders/table.ts';
import { clearFilters, describeFilters, readFilters } from '#renderer/tablePane/filters.ts';
import { MARKET } from '#test/slice/makers.ts';

const ALL = { state: 'all', side: 'all', market: null, text: '' } as const;
const nameOf = () => 'Harbour List';
const read = () => readFilters(FILTERS, paneRecord('orders'), MARKET);

beforeEach(() => {
  usePanes.setState({ panes: {} });
  openPaneRecord('orders', { name: 'orders', link: 'blue', settings: {} });
});

describe('the filters of a table pane', () => {
  it('leave nothing out in a new pane, whatever its colour follows', () => {
    expect(read()).toEqual(ALL);
  });

  it('are saved with the layout, except the words that are searched', () => {
    FILTERS.state.value.set('orders', 'open');
    FILTERS.market.value.set('orders', true);
    FILTERS.text.value.set('orders', 'rest');
    expect(read()).toEqual({ ...ALL, state: 'open', market: MARKET, text: 'rest' });
    expect(paneRecord('orders')?.settings).toEqual({ filter: 'open', ownMarketOnly: true });
  });

  it('read what older layouts saved, and nothing that is no choice', () => {
    openPaneRecord('orders', { name: 'orders', link: 'blue', settings: { filter: 'filled', side: 'up' } });
    expect(read()).toEqual({ ...ALL, state: 'filled' });
  });

  it('show every market while the colour follows none', () => {
    FILTERS.market.value.set('orders', true);
    expect(readFilters(FILTERS, paneRecord('orders'), null)).toEqual(ALL);
  });

  it('are cleared together', () => {
    FILTERS.state.value.set('orders', 'open');
    FILTERS.side.value.set('orders', 'buy');
    FILTERS.market.value.set('orders', true);
    FILTERS.text.value.set('orders', 'rest');
    clearFilters(FILTERS, 'orders');
    expect(read()).toEqual(ALL);
  });
});

describe('what the filters leave, in words', () => {
  it('names each filter in force in the order of the menu, and nothing without one', () => {
    expect(describeFilters(FILTERS, ALL, nameOf)).toEqual({});
    const texts = describeFilters(FILTERS, { state: 'ended', side: 'buy', market: MARKET, text: ' rest ' }, nameOf);
    expect(Object.values(texts)).toEqual(['ended without a fill', 'buys', 'Harbour List', '“rest”']);
    expect(describeFilters(CONDITIONAL_FILTERS, { state: 'active', market: null, text: ' stop ' }, nameOf)).toEqual({
      state: 'active',
      text: '“stop”',
    });
  });
});
