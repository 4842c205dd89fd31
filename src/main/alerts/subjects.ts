/**
 * Subjects of alerts: the markets in the scope of each, and the books that main watches for them.
 *
 * Invariants  Only markets that the exchange listed. At most MAX_ALERT_BOOKS books are watched for alerts; the oldest alerts
 *             come first.
 */
import { type AlertScope, isOfAccount, MAX_ALERTS, needsBook, watchesOf } from '#shared/alerts/alert.ts';
import { ACCOUNT, type AlertRecord, isActive } from '#shared/alerts/life.ts';
import { isTrading } from '#shared/market/market.ts';
import type { MarketId } from '#shared/units/ids.ts';
import type { AlertSources } from './ports.ts';

/** One for each alert that can exist: they share connections, as main/venue/streamPlan.ts says. */
export const MAX_ALERT_BOOKS = MAX_ALERTS;
/** Markets of one event, or listed ones of an alert on rules. */
const MAX_SUBJECTS = 500;

type Sources = Pick<AlertSources, 'listing' | 'market' | 'shownBooks' | 'hasListed' | 'clock'>;

/** Names of the subjects of an alert now. */
export function listSubjects({ terms: { condition, scope } }: AlertRecord, sources: Sources): readonly string[] {
  if (isOfAccount(condition)) return [ACCOUNT];
  switch (scope.kind) {
    case 'market':
      return [scope.market];
    case 'event': {
      const nowMs = sources.clock.exchangeTimeMs();
      const isSubject = (id: MarketId): boolean => {
        const market = sources.market(id);
        return market !== null && (watchesOf(condition) === 'record' || isTrading(market, nowMs));
      };
      return sources.listing.listEvent(scope.eventId).filter(isSubject).slice(0, MAX_SUBJECTS);
    }
    case 'any':
      if (watchesOf(condition) !== 'record') return sources.shownBooks();
      return sources.listing.listMostTraded(MAX_SUBJECTS).map(({ id }) => id);
  }
}

/** Books to watch for the alerts; what windows show anyway does not count. */
export function chooseBooks(records: Iterable<AlertRecord>, sources: Sources): readonly MarketId[] {
  const visible = new Set<string>(sources.shownBooks());
  const chosen = new Set<MarketId>();
  for (const record of records) {
    const { condition, scope } = record.terms;
    if (!isActive(record) || !needsBook(condition) || scope.kind === 'any') continue;
    for (const name of listSubjects(record, sources)) {
      const market = sources.market(name as MarketId)?.id;
      if (market !== undefined && !visible.has(market) && chosen.size < MAX_ALERT_BOOKS) chosen.add(market);
    }
  }
  return [...chosen].sort();
}

export function isInScope(scope: AlertScope, market: MarketId, sources: Pick<AlertSources, 'market'>): boolean {
  switch (scope.kind) {
    case 'any':
      return true;
    case 'market':
      return scope.market === market;
    case 'event':
      return sources.market(market)?.eventId === scope.eventId;
  }
}
