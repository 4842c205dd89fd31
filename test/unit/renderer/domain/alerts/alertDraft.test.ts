import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { openAlertForm, useAlertDraft } from '#renderer/domain/alerts/alertDraft.ts';
import { feed } from '#renderer/feed/feed.ts';
import type { Frame } from '#shared/ipc/frames/frame.ts';
import { DEFAULT_TICK } from '#shared/market/tickGrid.ts';
import type { MarketId } from '#shared/units/ids.ts';
import type { Price } from '#shared/units/price.ts';
import { marketOf } from '../../panes/facts.ts';

const [LISTED, UNKNOWN] = ['listed', 'unknown'] as MarketId[];
const level = () => useAlertDraft.getState().draft?.level;
afterAll(() => vi.unstubAllGlobals());
beforeEach(() => void vi.stubGlobal('window', { requestAnimationFrame: () => 0 }));

function apply(part: Partial<Frame>): void {
  feed.applyFrame({ seq: 1, sentAtMs: 1, clockOffsetMs: null, ...part });
}

it('begins at the middle of the book, at the last price of a market that is not on screen, and empty without any', () => {
  const market = { ...marketOf(LISTED!), lastPrice: 410_000 as Price };
  apply({
    catalogue: { at: 'live', markets: [market], tick: DEFAULT_TICK, receivedAtMs: 1, failure: null },
  });
  openAlertForm(LISTED!);
  expect(level()).toBe(410_000);
  const bids = Float64Array.from([400_000, 1]);
  const asks = Float64Array.from([440_000, 1]);
  const book = {
    market: LISTED!,
    health: { at: 'live' } as const,
    version: 1,
    sequence: 1,
    exchangeTimeMs: 0,
    provedAtMs: 0,
  };
  apply({ books: [{ ...book, bids, asks, traded: new Float64Array(), lastPrice: null }] });
  openAlertForm(LISTED!);
  expect(level()).toBe(420_000);
  openAlertForm(UNKNOWN!);
  expect(level()).toBeNull();
  openAlertForm(UNKNOWN!, 300_000);
  expect(level()).toBe(300_000);
});
