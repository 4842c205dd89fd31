import { beforeEach, describe, expect, it } from 'vitest';
import { followMarket, linkKeyOf, marketOf, useLinks } from '#renderer/domain/workspaces/links.ts';
import {
  closePaneRecord,
  createPaneSetting,
  createPaneState,
  openPaneRecord,
  paneRecord,
  setPaneLink,
  usePanes,
} from '#renderer/domain/workspaces/panes.ts';
import type { MarketId } from '#shared/units/ids.ts';

const A = 'market-a' as MarketId;
const B = 'market-b' as MarketId;
const period = createPaneSetting('period', '5m', (saved) => (saved === '1m' || saved === '5m' ? saved : null));
const query = createPaneState('query', '');

beforeEach(() => {
  usePanes.setState({ panes: {} });
  useLinks.setState({ markets: {} });
  openPaneRecord('chart', { name: 'chart', link: 'blue', settings: {} });
  openPaneRecord('chart-2', { name: 'chart', link: 'green', settings: { period: '1m' } });
});

describe('a pane instance', () => {
  it('has settings of its own, which are saved, and state of its own, which is not', () => {
    expect([period.get('chart'), period.get('chart-2')]).toEqual(['5m', '1m']);
    period.set('chart', '1m');
    period.set('chart-2', '5m');
    query.set('chart', 'btc');
    expect([period.get('chart'), period.get('chart-2')]).toEqual(['1m', '5m']);
    expect([query.get('chart'), query.get('chart-2')]).toEqual(['btc', '']);
    expect(paneRecord('chart')?.settings).toEqual({ period: '1m' });
  });

  it('reads a saved setting that it does not accept as the initial value', () => {
    openPaneRecord('chart-3', { name: 'chart', link: 'blue', settings: { period: 'fortnight' } });
    expect(period.get('chart-3')).toBe('5m');
  });

  it('loses its state when it closes; setting a value of a closed pane does nothing', () => {
    query.set('chart-2', 'btc');
    closePaneRecord('chart-2');
    query.set('chart-2', 'eth');
    expect(paneRecord('chart-2')).toBeNull();
    expect(query.get('chart-2')).toBe('');
  });

  it('writes nothing when the value stays the same', () => {
    const before = usePanes.getState();
    period.set('chart', '5m');
    expect(usePanes.getState()).toBe(before);
  });
});

describe('a link colour', () => {
  it('follows one market; other colours and unlinked panes stay on theirs', () => {
    openPaneRecord('ladder', { name: 'ladder', link: 'none', settings: {} });
    followMarket('blue', A);
    followMarket('green', B);
    followMarket(linkKeyOf('ladder', 'none'), B);
    followMarket('blue', B);
    followMarket('green', A);
    expect([marketOf('blue'), marketOf('green'), marketOf('pane:ladder')]).toEqual([B, A, B]);
  });

  it('is changed for one pane, which then shows the market of the new colour', () => {
    followMarket('blue', A);
    followMarket('green', B);
    setPaneLink('chart', 'green');
    expect(paneRecord('chart')?.link).toBe('green');
    expect([marketOf('blue'), marketOf('green')]).toEqual([A, B]);
  });

  it('without a market takes over the market of the pane that joins it', () => {
    followMarket('blue', A);
    setPaneLink('chart', 'violet');
    expect(marketOf('violet')).toBe(A);
  });

  it('taken off leaves the pane on its market, on its own', () => {
    followMarket('blue', A);
    setPaneLink('chart', 'none');
    followMarket('blue', B);
    expect(marketOf(linkKeyOf('chart', 'none'))).toBe(A);
  });
});
