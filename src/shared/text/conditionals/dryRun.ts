/** Words of dry runs: refusals, notes, steps and the outcome. Sentences without a final period. */

import type { EvidenceView } from '../../ipc/conditionals/conditionals.ts';
import type {
  DryRunNote,
  DryRunNotes,
  DryRunRefusal,
  DryRunRefusals,
  DryRunReport,
  DryRunStep,
  DryRunTotal,
} from '../../ipc/conditionals/dryRun.ts';
import type { OutcomeRef } from '../../order/conditional/observation.ts';
import { type Catalogue, formatCoded } from '../catalogue.ts';
import { formatContracts, formatExactPrice, formatMoney, formatTickPrice, formatUnderlyingPrice } from '../numbers.ts';
import { formatRefusal } from '../orders/exchangeErrors.ts';
import { formatTime, formatTimeMs } from '../times.ts';
import { formatArmRefusal, formatConditionalLife } from './conditionals.ts';

export const DRY_RUN_STATEMENT =
  'A simulation, not a forecast: it begins with the market’s present price, spread and depth, and the embedded exchange’s simulated traders trade it';

const DRY_RUN_REFUSALS: Catalogue<DryRunRefusals> = {
  notArmable: ({ reason }) => `It could not be armed either: ${formatArmRefusal(reason)}`,
  otherGrid: () => 'The simulated exchange has prices of whole cents, this exchange others',
  otherStart: () => 'That day is of other markets: start a day from now',
  noPrice: () => 'A market of it has no price to begin at',
  noUnderlyingPrice: ({ symbol }) => `No recent price of ${symbol} to begin at`,
  tooLong: () => 'The day took too long to simulate on this computer',
  stopped: () => 'The simulation ended before its report',
};

const DRY_RUN_NOTES: Catalogue<DryRunNotes> = {
  noBook: () => 'No live book was there: the market begins at its last price, with a usual book',
  holdingAssumed: ({ outcome, shares }) =>
    `Nothing is free to sell now: the day assumes that ${formatContracts(shares)} ${outcome.side} are held`,
  dayOver: () => 'The day ended before it did: what comes later is not known',
  needsAnswer: () => 'It would have waited for your answer, and nothing more was simulated for it',
  stepsLeftOut: ({ count }) => `${count} later steps are not listed; the sums have them`,
};

/** What no dry run knows. */
export const DRY_RUN_LIMITS =
  'Not in it: risk limits, balance, your other orders, lost answers, locks and blocks of the exchange';

export function formatDryRunRefusal(reason: DryRunRefusal): string {
  return formatCoded(DRY_RUN_REFUSALS, reason);
}

export function formatDryRunNote(note: DryRunNote): string {
  return formatCoded(DRY_RUN_NOTES, note);
}

/** 'Sold 500 of 500 yes at 0.40 on average, fees 2.40, 0.01 worse than the trigger'. */
export function describeTotal({ outcome, direction, filled, average, fees, slippage, reference }: DryRunTotal): string {
  const what = `${direction === 'sell' ? 'Sold' : 'Bought'} ${formatContracts(filled)} ${outcome.side}`;
  const sum = `${what} at ${formatExactPrice(average)} on average, fees ${formatMoney(fees, 2, 'up')}`;
  if (slippage === null || reference === null) return sum;
  const against = REFERENCES[reference];
  if (slippage === 0) return `${sum}, exactly ${against}`;
  return `${sum}, ${formatExactPrice(Math.abs(slippage))} ${slippage > 0 ? 'worse' : 'better'} than ${against}`;
}

const REFERENCES: Readonly<Record<NonNullable<DryRunTotal['reference']>, string>> = {
  trigger: 'the trigger',
  bestAtTrigger: 'the best price when it fired',
  middleAtStart: 'the middle at the start',
};

/** What it would have done, one sentence for each thing. */
export function describeOutcome(report: DryRunReport): readonly string[] {
  const { totals, steps, life, intended } = report;
  const hasPlaced = steps.some(({ what }) => what.kind === 'placed');
  const sums = totals.map(describeTotal);
  const nothing = hasPlaced ? 'Its orders were not filled' : 'It would have sent no order';
  const [total] = totals;
  const isPart = total !== undefined && totals.length === 1 && total.filled < intended;
  return [
    ...(sums.length === 0 ? [nothing] : sums),
    ...(isPart ? [`${formatContracts(intended - total.filled)} of ${formatContracts(intended)} were left`] : []),
    `${formatConditionalLife(life)}`,
  ];
}

/** `nameOf`: of a market other than the order's own. */
export function describeDryRunStep({ what }: DryRunStep, own: OutcomeRef, nameOf: (market: string) => string): string {
  const nameIn = (outcome: OutcomeRef): string =>
    outcome.market === own.market ? outcome.side : `${outcome.side} of ${nameOf(outcome.market)}`;
  switch (what.kind) {
    case 'armed':
      return 'Armed';
    case 'fired':
      return `${TRIGGERS[what.name] ?? 'Trigger'} fired: ${what.evidence.map((one) => describeEvidence(one, own, nameOf)).join(', ')}`;
    case 'placed':
      return `Order ${what.order}: ${what.direction} ${formatContracts(what.shares)} ${nameIn(what.outcome)} at ${formatTickPrice(what.price)}`;
    case 'filled': {
      const sum = `Order ${what.order} filled: ${formatContracts(what.shares)} at ${formatTickPrice(what.price)}`;
      const until = what.fills === 1 ? '' : ` in ${what.fills} fills until ${formatTime(what.untilMs)}`;
      return `${sum}${until}${what.fee === 0n ? '' : `, fee ${formatMoney(what.fee, 2, 'up')}`}`;
    }
    case 'cancelled':
      return `Order ${what.order} cancelled, ${formatContracts(what.left)} left`;
    case 'refused':
      return `Order ${what.order} not placed: ${REFUSED[what.codes[0] ?? ''] ?? formatRefusal({ codes: what.codes, signedBy: null })}`;
    case 'life':
      return formatConditionalLife(what.life);
  }
}

const TRIGGERS: Readonly<Record<string, string>> = {
  stop: 'Stop',
  takeProfit: 'Take profit',
  close: 'Close before the end',
  start: 'Start',
};

/** What main itself holds back. */
const REFUSED: Readonly<Record<string, string>> = {
  postOnlyCrosses: 'it would have taken, and is post-only',
  budget: 'too many requests in a minute',
};

function describeEvidence(evidence: EvidenceView, own: OutcomeRef, nameOf: (market: string) => string): string {
  switch (evidence.kind) {
    case 'book': {
      const price = (value: number | null): string => (value === null ? 'none' : formatTickPrice(value));
      const where = evidence.market === own.market ? '' : ` of ${nameOf(evidence.market)}`;
      return `yes bid ${price(evidence.bestBid)}, ask ${price(evidence.bestAsk)}${where}`;
    }
    case 'trade':
      return `${formatContracts(evidence.shares)} yes traded at ${formatTickPrice(evidence.price)}`;
    case 'tick':
      return `${evidence.symbol} at ${formatUnderlyingPrice(evidence.price)}`;
    case 'time':
      return `due at ${formatTimeMs(evidence.dueMs)}`;
  }
}
