/** The rows of a grouping from the present reading. */
import type { AccountLedger } from '#shared/order/account/ledger.ts';
import { EMPTY_LEDGER } from '#shared/order/account/ledger.ts';
import { formatUtcDay } from '#shared/text/times.ts';
import type { Exposures } from '../../domain/account/exposure.ts';
import { NO_MARKETS } from '../../domain/markets/markets.ts';
import type { Mirror } from '../../feed/mirror.ts';
import { listDayRows, listEventRows, listMarketRows, type ResultRow } from './model.ts';
import type { Grouping } from './state.ts';

export function readRows(
  mirror: Pick<Mirror, 'account' | 'catalogue'>,
  exposures: Pick<Exposures, 'all'>,
  grouping: Grouping,
): readonly ResultRow[] {
  const ledger: AccountLedger = mirror.account()?.ledger ?? EMPTY_LEDGER;
  const markets = mirror.catalogue()?.markets ?? NO_MARKETS;
  switch (grouping) {
    case 'markets':
      return listMarketRows(exposures.all, markets);
    case 'events':
      return listEventRows(exposures.all, markets);
    case 'days':
      return listDayRows(ledger, formatUtcDay);
  }
}
