import { describe, expect, it } from 'vitest';
import { MAX_CONDITIONALS } from '#main/trading/conditionals/armCheck.ts';
import { createBookProofs, MAX_PROOFS_PER_SECOND, PROVE_AFTER_MS } from '#main/trading/conditionals/bookProofs.ts';
import type { WatchedBook } from '#main/trading/conditionals/ports.ts';
import { STALE_BOOK_MS } from '#shared/order/conditional/defaults.ts';
import { type MarketId, parseMarketId } from '#shared/units/ids.ts';
import { MARKET, OTHER_MARKET } from '#test/slice/makers.ts';

/** Books whose proofs are of these times, and the checks that were asked for. */
function open(provedAtMs: ReadonlyMap<MarketId, number> = new Map()) {
  const clock = { nowMs: 100_000 };
  const checked: { readonly market: MarketId; readonly atMs: number }[] = [];
  const proofs = createBookProofs({
    now: () => clock.nowMs,
    markets: {
      book: (id) => ({ provedAtMs: provedAtMs.get(id) ?? null }) as WatchedBook,
      proveBook: (market) => void checked.push({ market, atMs: clock.nowMs }),
    },
  });
  return { proofs, clock, checked, names: () => checked.map(({ market }) => market) };
}

describe('book proofs', () => {
  it('check a book once its proof is old, and again only after a while', () => {
    const proved = new Map([[MARKET, 100_000 - PROVE_AFTER_MS + 1]]);
    const { proofs, clock, names } = open(proved);
    proofs.renew([MARKET]);
    expect(names()).toEqual([]);
    clock.nowMs += 1;
    proofs.renew([MARKET, MARKET]);
    proofs.renew([MARKET]);
    expect(names()).toEqual([MARKET]);
    clock.nowMs += PROVE_AFTER_MS;
    proofs.renew([MARKET]);
    expect(names()).toEqual([MARKET, MARKET]);
  });

  it('check a book whose proof is in the future, because the clock was set back', () => {
    const { proofs, names } = open(new Map([[MARKET, 100_001]]));
    proofs.renew([MARKET]);
    expect(names()).toEqual([MARKET]);
  });

  it('check the oldest proof first', () => {
    const { proofs, names } = open(
      new Map([
        [MARKET, 50_000],
        [OTHER_MARKET, 40_000],
      ]),
    );
    proofs.renew([MARKET, OTHER_MARKET]);
    expect(names()).toEqual([OTHER_MARKET, MARKET]);
  });

  it('renew as many books as can be armed before they are too old, a bounded number in a second', () => {
    const markets = Array.from({ length: MAX_CONDITIONALS }, (_, at) => parseMarketId(`calm-${at}`));
    const { proofs, clock, checked } = open();
    for (let second = 0; second < 30; second += 1) {
      proofs.renew(markets);
      // Also where something else makes the observer look again.
      clock.nowMs += 400;
      proofs.renew(markets);
      clock.nowMs += 600;
    }
    for (const { atMs } of checked) {
      const within = checked.filter((other) => other.atMs >= atMs && other.atMs < atMs + 1_000);
      expect(within.length).toBeLessThanOrEqual(MAX_PROOFS_PER_SECOND);
    }
    for (const market of markets) {
      const times = checked.filter((one) => one.market === market).map(({ atMs }) => atMs);
      const pauses = times.slice(1).map((atMs, at) => atMs - times[at]!);
      expect(Math.max(...pauses)).toBeLessThan(STALE_BOOK_MS);
    }
  });
});
