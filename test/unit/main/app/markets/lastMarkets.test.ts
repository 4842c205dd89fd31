import { describe, expect, it } from 'vitest';
import { openLastMarkets } from '#main/app/markets/lastMarkets.ts';
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
  let canSave = true;
  const last = openLastMarkets({
    file: {
      value: () => saved.at(-1) ?? stored,
      save(next) {
        if (!canSave) throw new Error('disk full');
        saved.push(next);
      },
    },
    market: { catalogue: () => view },
    now: () => 65_000,
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

const DOWN = { code: 'unreachable', parameters: { fault: 'connect' } } as const;

describe('the markets of the last run', () => {
  it('are shown as stale with their age until the exchange has listed its own', () => {
    const { last } = open(buildLastMarketsFile([makeMarket()], 5_000));
    const parameters = { ageMs: 60_000, failure: null };
    expect(last.show(LOADING)).toMatchObject({
      at: 'stale',
      receivedAtMs: 5_000,
      failure: { code: 'lastRun', parameters },
      markets: [{ id: makeMarket().id, title: makeMarket().title, lastPrice: null }],
    });
    expect(last.show({ ...LOADING, failure: { code: 'readFailed', parameters: { failure: DOWN } } })).toMatchObject({
      failure: { code: 'lastRun', parameters: { ...parameters, failure: DOWN } },
    });
    expect(last.show(LIVE)).toBe(LIVE);
    const stale: CatalogueView = { ...LIVE, at: 'stale' };
    expect(last.show(stale)).toBe(stale);
    expect(last.show(LOADING)).toBe(LOADING);
  });

  it('leave a first start as it is', () => {
    expect(open(NO_LAST_MARKETS).last.show(LOADING)).toBe(LOADING);
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
