/** Names of what an alert or an entry of its log is about. */
import type { AlertTerms } from '#shared/alerts/alert.ts';
import { isOfAccount, isPerMarket, watchesOf } from '#shared/alerts/alert.ts';
import type { Market } from '#shared/market/market.ts';
import { marketName } from '../../domain/markets/markets.ts';

export function nameMarket(market: string | null, markets: readonly Market[]): string {
  if (market === null) return '';
  const found = markets.find((one) => one.id === market);
  return found === undefined ? market : marketName(found);
}

export function nameScope({ condition, scope }: AlertTerms, markets: readonly Market[]): string {
  if (!isPerMarket(condition)) return 'Account';
  switch (scope.kind) {
    case 'market':
      return nameMarket(scope.market, markets);
    case 'event':
      return markets.find(({ eventId }) => eventId === scope.eventId)?.eventTitle ?? `Event ${scope.eventId}`;
    case 'any':
      if (watchesOf(condition) === 'record') return 'Any listed market';
      return isOfAccount(condition) ? 'Any market' : 'Any market on screen';
  }
}
