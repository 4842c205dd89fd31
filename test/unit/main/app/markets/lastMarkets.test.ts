import { describe, expect, it } from 'vitest';
import { openLastMarkets, readLastRun } from '#main/app/markets/lastMarkets.ts';
import { buildLastMarketsFile, type LastMarketsFile, NO_LAST_MARKETS } from '#main/storage/lastMarketsFile.ts';
import type { CatalogueView } from '#shared/ipc/views.ts';
import { DEFAULT_TICK } from '#shared/market/tickGrid.ts';
import { makeMarket } from '#test/slice/makers.ts';

const LOADING: CatalogueView = { at: 'loading', markets: [], tick: DEFAULT_TICK, receivedAtMs: null, failure: null };
const LIVE: CatalogueView = { ...LOADING, at: 'live', markets: [makeMarket()], receivedAtMs: 5_000 };

function open(stored: LastMarketsFile) {
  const saved: LastMarketsFile[] = [];
  const timers: { readonly delayMs: number; readonly run: () => void }[] = [];
  const faults: string[] = [];
  let view = LOADING;
  let version = 0;
  let canSave = true;
  const last = openLastMarkets({
    file: {
      value: () => saved.at(-1) ?? stored,
      save(next) {
        if (!canSave) throw new Error('disk full');
        saved.push(next);
      },
    },
    market: {
      catalogue: () => view,
      listing: {
        version: () => version,
        has: () => true,
        symbols: () => [],
        listEvent: () => [],
        listMostTraded: () => view.markets,
      },
    },
    schedule(delayMs, run) {
      timers.push({ delayMs, run });
      return () => undefined;
    },
    onFault: (where) => void faults.push(where),
  });
  return {
    last,
    saved,
    faults,
    list: (next: CatalogueView) => {
      view = next;
      version += 1;
    },
    breakDisk: () => {
      canSave = false;
    },
    /** Runs the newest timer; answers its delay. */
    tick() {
      const { delayMs, run } = timers.at(-1)!;
      run();
      return delayMs;
    },
  };
}

describe('the markets of the last run', () => {
  it('are read without prices and volumes, with the time at which they were listed', () => {
    expect(readLastRun(buildLastMarketsFile([makeMarket()], 5_000))).toMatchObject({
      receivedAtMs: 5_000,
      markets: [{ id: makeMarket().id, title: makeMarket().title, lastPrice: null, volume24h: null }],
    });
    expect(readLastRun(NO_LAST_MARKETS)).toBeNull();
  });

  it('are stored ten seconds after the start, so that a kill keeps them, and again where they were read again', () => {
    const { saved, list, tick } = open(NO_LAST_MARKETS);
    list(LIVE);
    expect(tick()).toBe(10_000);
    expect(saved).toHaveLength(1);
    expect(tick()).toBe(600_000);
    expect(saved).toHaveLength(1);
    list({ ...LIVE, receivedAtMs: 6_000 });
    tick();
    expect(saved.map(({ receivedAtMs }) => receivedAtMs)).toEqual([5_000, 6_000]);
  });

  it('are stored at the end, and kept where nothing was listed', () => {
    const { last, saved, list } = open(NO_LAST_MARKETS);
    last.close();
    expect(saved).toEqual([]);
    list(LIVE);
    last.close();
    expect(saved).toHaveLength(1);
  });

  it('end nothing where they cannot be stored', () => {
    const { last, list, faults, breakDisk } = open(NO_LAST_MARKETS);
    list(LIVE);
    breakDisk();
    last.close();
    expect(faults).toEqual(['last markets']);
  });
});
