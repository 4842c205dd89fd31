/**
 * Fill notices: one for each outcome and direction, which grows while it is current.
 *
 * Invariants  What was known when the account was opened has no notice: main reports what filled before (docs/notices.md).
 */
import type { Fill } from '#shared/order/account/account.ts';
import { fillGroupKey, groupFills } from '#shared/order/fillSummary.ts';
import { formatFillGroup } from '#shared/text/account/absence.ts';
import { feedKey, type Mirror } from '../../feed/mirror.ts';
import { marketName } from '../markets/markets.ts';
import type { Report } from '../noticeFacts.ts';

/** Reports of new fills; `current`: notices that are still current and grow with them. */
export function describeNewFills(
  fills: readonly Fill[],
  current: readonly Pick<Report, 'fact'>[],
  mirror: Pick<Mirror, 'catalogue'>,
): readonly Report[] {
  return [...Map.groupBy(fills, fillGroupKey)].flatMap(([key, news]) => {
    const before = current.flatMap(({ fact }) => (fact.kind === 'fills' && fact.key === key ? fact.fills : []));
    const all = [...before, ...news];
    const [group] = groupFills(all);
    if (group === undefined) return [];
    const listed = mirror.catalogue()?.markets.find(({ id }) => id === group.market);
    const name = listed === undefined ? group.market : marketName(listed);
    const count = group.fills === 1 ? '' : `, ${group.fills} fills`;
    return [
      {
        tone: 'good',
        title: `Filled: ${formatFillGroup(group)}`,
        detail: `${name}${count}`,
        fact: { kind: 'fills', key, fills: all },
      } as const,
    ];
  });
}

/** Calls back with fills that the account did not have before; the answer ends it. */
export function watchNewFills(mirror: Mirror, onFills: (fills: readonly Fill[]) => void): () => void {
  let known: ReadonlySet<string> | null = null;
  /** Newest fill when the account was opened: an older one that a later read adds is not new. */
  let sinceMs = 0;
  const look = (): void => {
    const account = mirror.account();
    if (account === null || account.at === 'none' || account.at === 'loading') {
      known = null;
      return;
    }
    const before = known;
    known = new Set(account.fills.map(idOf));
    if (before === null) sinceMs = account.fills[0]?.exchangeTimeMs ?? 0;
    if (before === null) return;
    const news = account.fills.filter((fill) => !before.has(idOf(fill)) && fill.exchangeTimeMs >= sinceMs);
    if (news.length > 0) onFills(news.toReversed());
  };
  look();
  return mirror.clock.subscribe([feedKey.account], look);
}

function idOf({ id, orderId }: Fill): string {
  return `${id}/${orderId ?? ''}`;
}
