/** Other outcomes of a market's event, for lines beside its candles. */
import { compareInEvent, type Market } from '#shared/market/market.ts';

/** The other markets of the same event, in the event's order; none for a market without an event. */
export function listOtherMarkets(markets: readonly Market[], market: Market | null): readonly Market[] {
  if (market === null || market.eventId === null) return [];
  const others = markets.filter((one) => one.eventId === market.eventId && one.id !== market.id);
  const anyRanked = others.some(({ eventRank }) => eventRank !== null);
  return others.toSorted((a, b) => compareInEvent(a, b, anyRanked));
}
