/** Words for what happened while nobody watched: fills, ended orders and conditional orders, and what was not watched. */
import { formatDuration } from '../../base/formatDuration.ts';
import type { Absence, AbsenceCause } from '../../order/account/absence.ts';
import type { FillGroup } from '../../order/fillSummary.ts';
import type { MarketId } from '../../units/ids.ts';
import { formatConditionalLife } from '../conditionals/conditionals.ts';
import { formatTerms } from '../conditionals/conditionalTerms.ts';
import { formatContracts, formatTickPrice } from '../numbers.ts';
import { formatDateTime } from '../times.ts';

/** 'buy 500 yes at 0.43', with four decimals for an average between two ticks. */
export function formatFillGroup({ side, direction, shares, averagePrice }: FillGroup): string {
  const decimals = averagePrice % 10_000 === 0 ? 2 : averagePrice % 1_000 === 0 ? 3 : 4;
  const what = [direction ?? 'trade', formatContracts(shares), side].filter((part) => part !== null).join(' ');
  return `${what} at ${formatTickPrice(averagePrice, decimals)}`;
}

/** Why and since when nobody could see the account: 'While this account was not open, 28 Nov, 14:02 to today 09:10 (19 h 8 m)'. */
export function formatAbsence(
  { cause, fromMs, toMs }: Pick<Absence, 'cause' | 'fromMs' | 'toMs'>,
  nowMs: number,
): string {
  const from = formatDateTime(fromMs, nowMs, 'machine');
  const to = formatDateTime(toMs, nowMs, 'machine');
  return `${CAUSES[cause]}, ${from} to ${to} (${formatDuration(toMs - fromMs)})`;
}

const CAUSES: Readonly<Record<AbsenceCause, string>> = {
  locked: 'While locked',
  closed: 'While this account was not open',
  disconnected: 'While disconnected',
};

/** One sentence for each thing that happened; `nameMarket` gives a market's short name. */
export function listAbsence(absence: Absence, nameMarket: (market: MarketId) => string): readonly string[] {
  const { fills, endedOrders, endedConditionals, unwatched, wasArmed } = absence;
  return [
    ...fills.map((group) => `Filled: ${formatFillGroup(group)} in ${nameMarket(group.market)}`),
    ...(endedOrders === 0
      ? []
      : [endedOrders === 1 ? '1 order ended without filling' : `${endedOrders} orders ended without filling`]),
    ...endedConditionals.map(({ terms, life }) => `${formatTerms(terms, nameMarket)}: ${formatConditionalLife(life)}`),
    ...(unwatched === 0
      ? []
      : [unwatched === 1 ? '1 conditional order was not watched' : `${unwatched} conditional orders were not watched`]),
    ...(wasArmed ? ['Trading was disarmed'] : []),
  ];
}
