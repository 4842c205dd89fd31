/** Words for differences between the ledger and the exchange's figures. */
import type { DifferenceCause, LedgerDifference, LedgerDifferences } from '../../order/account/ledgerDifferences.ts';
import { type Catalogue, formatCoded } from '../catalogue.ts';
import { formatContracts, formatExactPrice, formatGain } from '../numbers.ts';

const CAUSES: Readonly<Record<DifferenceCause, string>> = {
  historyIncomplete: 'not all fills are known',
  feesIncluded: 'the exchange’s figure includes fees',
  movedOutsideOrders: 'shares came or went outside orders',
  unexplained: 'not explained',
};

const DIFFERENCE_TEXTS: Catalogue<LedgerDifferences> = {
  quantity: ({ fromFills, fromExchange, cause }) =>
    `Quantity: ${formatContracts(fromFills)} by fills, ${formatContracts(fromExchange)} at the exchange (${CAUSES[cause]})`,
  averagePrice: ({ fromFills, fromExchange, cause }) =>
    `Average: ${formatExactPrice(fromFills)} by fills, ${formatExactPrice(fromExchange)} at the exchange (${CAUSES[cause]})`,
  realizedPnl: ({ fromFills, fromExchange, cause }) =>
    `Realised before fees: ${formatGain(fromFills)} by fills, ${formatGain(fromExchange)} at the exchange (${CAUSES[cause]})`,
};

/** One line per difference. */
export function formatDifferences(differences: readonly LedgerDifference[]): string {
  return differences.map((difference) => formatCoded(DIFFERENCE_TEXTS, difference)).join('\n');
}
