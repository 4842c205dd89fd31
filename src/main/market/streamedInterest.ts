/**
 * Streamed interest: what windows watch, plus tapes of listed markets for their last prices.
 *
 * Invariants  A listed market stays chosen while it trades, so that a list in another order changes no stream.
 *             An unchanged interest is sent once.
 */
import type { PublicInterest } from '#shared/market/events.ts';
import { isTrading, type Market } from '#shared/market/market.ts';
import type { MarketId } from '#shared/units/ids.ts';

/** Most traded markets, and rows in sight, whose tapes are streamed for their last prices. */
export const MAX_LISTED_TAPES = 60;

export interface StreamedInterest {
  /**
   * Sends the interest to the exchange's client when it differs from the last one.
   * @param visible markets of the rows in sight
   */
  update(
    watched: PublicInterest,
    listed: readonly Market[],
    exchangeTimeMs: number,
    visible?: readonly MarketId[],
  ): void;
  /** The listed markets that are chosen now. */
  chosen(): readonly MarketId[];
}

export function openStreamedInterest(send: (interest: PublicInterest) => void): StreamedInterest {
  const chosen = new Set<MarketId>();
  let sentText = '';

  function chooseListed(listed: readonly Market[], exchangeTimeMs: number): void {
    const trading = listed.filter((market) => isTrading(market, exchangeTimeMs));
    const ids = new Set(trading.map((market) => market.id));
    for (const id of chosen) if (!ids.has(id)) chosen.delete(id);
    for (const id of ids) if (chosen.size < MAX_LISTED_TAPES) chosen.add(id);
  }

  return {
    chosen: () => [...chosen],
    update(watched, listed, exchangeTimeMs, visible = []) {
      chooseListed(listed, exchangeTimeMs);
      const tapes = new Set([
        ...watched.books,
        ...(watched.unshownBooks ?? []),
        ...watched.tapes,
        ...chosen,
        ...visible.slice(0, MAX_LISTED_TAPES),
      ]);
      const interest: PublicInterest = { ...watched, tapes: [...tapes].sort() };
      const text = JSON.stringify(interest);
      if (text === sentText) return;
      sentText = text;
      send(interest);
    },
  };
}
