import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { useExits } from '#renderer/domain/exits/exits.ts';
import { setPaneActions } from '#renderer/domain/keys/actions.ts';
import { followMarket, linkKeyOf } from '#renderer/domain/workspaces/links.ts';
import { openPaneRecord } from '#renderer/domain/workspaces/panes.ts';
import { EXIT_ACTIONS } from '#renderer/shell/exits/actions.ts';
import { ordersOfMarket } from '#shared/order/exits/selection.ts';
import { MARKET, OTHER_MARKET } from '#test/slice/makers.ts';

const cancelAll = vi.fn(async () => ({ ok: false, error: { code: 'LOCKED', parameters: {} } }));

const named = (name: string) => EXIT_ACTIONS.find(({ id }) => id === `trading.${name}`)!;

beforeEach(() => {
  cancelAll.mockClear();
  vi.stubGlobal('window', { adyton: { order: { cancelAll } }, setTimeout: () => 0 });
  openPaneRecord('ladder-1', { name: 'ladder', link: 'none', settings: {} });
  openPaneRecord('ladder-2', { name: 'ladder', link: 'green', settings: {} });
  followMarket(linkKeyOf('ladder-1', 'none'), MARKET);
  followMarket('green', OTHER_MARKET);
});
afterAll(() => {
  vi.unstubAllGlobals();
  setPaneActions(null);
});

describe('the exits of the market in front', () => {
  it('cancel the market of the pane used last, whole or one side, and no other', () => {
    setPaneActions({ id: 'ladder-1', actions: [] }, true);
    named('cancelMarket').run();
    named('cancelMarketBids').run();
    named('cancelMarketNo').run();
    setPaneActions({ id: 'ladder-2', actions: [] }, true);
    named('cancelMarket').run();
    expect(cancelAll.mock.calls).toEqual([
      [ordersOfMarket(MARKET)],
      [{ ...ordersOfMarket(MARKET), column: 'bid' }],
      [{ ...ordersOfMarket(MARKET), side: 'no' }],
      [ordersOfMarket(OTHER_MARKET)],
    ]);
  });

  it('say why they cannot run while no pane shows a market', () => {
    setPaneActions(null);
    expect(named('cancelMarket').blockedBy?.()).toMatch(/^The pane in front shows no market\./);
    named('cancelMarket').run();
    expect(cancelAll).not.toHaveBeenCalled();
    setPaneActions({ id: 'ladder-1', actions: [] }, true);
    expect(named('cancelMarket').blockedBy?.()).toBeNull();
  });

  it('open the preview of a flatten, and place nothing themselves', () => {
    setPaneActions({ id: 'ladder-1', actions: [] }, true);
    named('flattenMarket').run();
    expect(useExits.getState().scope).toEqual({ kind: 'market', market: MARKET });
    named('flattenAll').run();
    expect(useExits.getState().scope).toEqual({ kind: 'all' });
  });
});
