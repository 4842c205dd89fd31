/** The rows of a grouping from what is on screen now. */

import { EMPTY_LEDGER } from '#shared/order/ledger.ts';
import { formatUtcDay } from '#shared/text/times.ts';
import { NO_MARKETS } from '../../domain/markets.ts';
import { markOf } from '../../domain/positions.ts';
import type { Mirror } from '../../feed/mirror.ts';
import { listDayRows, listEventRows, listMarketRows, type ResultRow } from './model.ts';
import type { Grouping } from './state.ts';

export function readRows(mirror: Mirror, grouping: Grouping): readonly ResultRow[] {
  const ledger = mirror.account()?.ledger ?? EMPTY_LEDGER;
  const markets = mirror.catalogue()?.markets ?? NO_MARKETS;
  const findMark: Parameters<typeof listMarketRows>[2] = (side, market, id) => markOf(side, market, mirror.book(id));
  switch (grouping) {
    case 'markets':
      return listMarketRows(ledger, markets, findMark);
    case 'events':
      return listEventRows(ledger, markets, findMark);
    case 'days':
      return listDayRows(ledger, formatUtcDay);
  }
}
