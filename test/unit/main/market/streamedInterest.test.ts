import { describe, expect, it } from 'vitest';
import { openStreamedInterest } from '#main/market/streamedInterest.ts';
import type { PublicInterest } from '#shared/market/events.ts';
import { parseMarketId } from '#shared/units/ids.ts';
import { START_MS } from '#test/slice/fakeClock.ts';
import { MARKET, makeMarket, OTHER_MARKET } from '#test/slice/makers.ts';

const NO_INTEREST: PublicInterest = { books: [], tapes: [], candles: [], underlyings: [] };

function openBench() {
  const sent: PublicInterest[] = [];
  return { sent, interest: openStreamedInterest((next) => void sent.push(next)) };
}

describe('streamed interest', () => {
  it('adds the tapes of watched books and of listed markets that trade', () => {
    const { sent, interest } = openBench();
    const closed = makeMarket({ id: parseMarketId('closed'), result: 'yes' });
    interest.update({ ...NO_INTEREST, books: [OTHER_MARKET] }, [makeMarket(), closed], START_MS);
    expect(sent).toEqual([{ ...NO_INTEREST, books: [OTHER_MARKET], tapes: [MARKET, OTHER_MARKET].sort() }]);
  });

  it('sends an unchanged interest once', () => {
    const { sent, interest } = openBench();
    interest.update(NO_INTEREST, [makeMarket()], START_MS);
    interest.update({ ...NO_INTEREST }, [makeMarket()], START_MS);
    expect(sent).toHaveLength(1);
  });

  it('replaces a listed market only when it stops trading', () => {
    const { sent, interest } = openBench();
    const markets = Array.from({ length: 61 }, (_, at) => makeMarket({ id: parseMarketId(`market-${at}`) }));
    interest.update(NO_INTEREST, markets, START_MS);
    expect(sent.at(-1)?.tapes).not.toContain('market-60');
    interest.update(NO_INTEREST, markets.toReversed(), START_MS);
    expect(sent).toHaveLength(1);
    const closed = { ...markets[0]!, result: 'yes' };
    interest.update(NO_INTEREST, [closed, ...markets.slice(1)], START_MS);
    expect(sent.at(-1)?.tapes).toContain('market-60');
    expect(sent.at(-1)?.tapes).not.toContain('market-0');
  });
});
