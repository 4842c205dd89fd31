import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { MarketId } from '#shared/units/ids.ts';
import { walletOf } from '../../panes/facts.ts';

const armed: boolean[] = [];
afterAll(() => vi.unstubAllGlobals());
vi.stubGlobal('window', {
  requestAnimationFrame: () => 0,
  adyton: {
    account: {
      arm: async (input: { armed: boolean }) => {
        armed.push(input.armed);
        return { ok: true, value: input };
      },
    },
    preferences: { save: async () => ({ ok: true, value: null }) },
  },
});
const { feed } = await import('#renderer/feed/feed.ts');
const { followMarket } = await import('#renderer/domain/workspaces/links.ts');
const { openPaneRecord, setPaneLink, usePanes } = await import('#renderer/domain/workspaces/panes.ts');
const { savePreferences } = await import('#renderer/domain/preferences.ts');
const { readReadiness } = await import('#renderer/domain/account/readiness.ts');
const { watchMarketChanges } = await import('#renderer/domain/markets/marketChange.ts');
const [a, b] = ['a' as MarketId, 'b' as MarketId];

describe('a ladder or ticket that shows another market', () => {
  const notices: string[] = [];
  let stop = (): void => {};

  beforeEach(() => {
    stop();
    armed.length = 0;
    notices.length = 0;
    usePanes.setState({ panes: {} });
    openPaneRecord('ladder', { name: 'ladder', link: 'blue', settings: {} });
    openPaneRecord('chart', { name: 'chart', link: 'green', settings: {} });
    for (const colour of ['blue', 'green'] as const) followMarket(colour, a);
    const readiness = { code: 'armed', parameters: {} } as const;
    feed.applyFrame({ seq: 1, sentAtMs: 1, clockOffsetMs: 0, wallet: walletOf({ readiness }) });
    stop = watchMarketChanges((title, detail) => notices.push(`${title}. ${detail}`));
  });

  it('disarms at once, on the page before main has answered, and names both markets', async () => {
    followMarket('blue', b);
    expect(readReadiness(feed).code).toBe('disarmed');
    expect(armed).toEqual([false]);
    await vi.waitFor(() => expect(notices).toHaveLength(1));
    expect(notices[0]).toContain('The ladder shows b, no longer a');
  });

  it('disarms when a pane takes the colour of another market', () => {
    followMarket('green', b);
    expect(armed).toEqual([]);
    setPaneLink('ladder', 'green');
    expect(armed).toEqual([false]);
  });

  it('changes nothing when the market of panes that only show changes, or a pane opens', () => {
    followMarket('green', b);
    openPaneRecord('ticket', { name: 'ticket', link: 'green', settings: {} });
    expect(armed).toEqual([]);
    expect(readReadiness(feed).code).toBe('armed');
  });

  it('changes nothing where the trader has switched it off', async () => {
    await savePreferences({ disarmOnMarketChange: false });
    followMarket('blue', b);
    expect(armed).toEqual([]);
    await savePreferences({ disarmOnMarketChange: true });
  });
});
