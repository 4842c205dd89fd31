/** Readings of account alerts: new fills and turns of orders in the scope of an alert. */
import { type AccountMemory, findAccountNews } from '#shared/alerts/accountEvents.ts';
import type { AlertRecord, Reading } from '#shared/alerts/life.ts';
import type { MarketId } from '#shared/units/ids.ts';
import type { AlertSources } from './ports.ts';
import { isInScope } from './subjects.ts';

interface AlertReading {
  readonly id: string;
  readonly reading: Reading;
  readonly market: MarketId;
}

export interface AccountNewsReadings {
  readonly memory: AccountMemory | null;
  readonly readings: readonly AlertReading[];
}

/** What is new in the account since `memory`; nothing while it is not live. */
export function readAccountNews(
  memory: AccountMemory | null,
  alerts: readonly AlertRecord[],
  sources: Pick<AlertSources, 'account' | 'accountId' | 'market'>,
): AccountNewsReadings {
  const { at, fills, orders } = sources.account();
  const account = sources.accountId();
  if (at !== 'live' || account === null) return { memory, readings: [] };
  const news = findAccountNews(memory, account, fills, orders);
  const readings = alerts.flatMap(({ id, terms: { condition, scope } }): AlertReading[] => {
    if (condition.kind === 'fill') {
      return news.fills
        .filter(({ market }) => isInScope(scope, market, sources))
        .map(({ market, side, direction, price, shares, exchangeTimeMs: atMs }) => {
          const parameters = { side, direction, price, shares, atMs };
          return { id, market, reading: { kind: 'event', fact: { code: 'fill', parameters } } };
        });
    }
    if (condition.kind !== 'order') return [];
    return news.orders
      .filter(({ order, turn }) => condition.turns.includes(turn) && isInScope(scope, order.market, sources))
      .map(({ order: { market, side, direction, price, shares }, turn }) => {
        const parameters = { turn, side, direction, price, shares };
        return { id, market, reading: { kind: 'event', fact: { code: 'order', parameters } } };
      });
  });
  return { memory: news.memory, readings };
}
