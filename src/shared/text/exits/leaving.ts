/** Words for what nobody watches after a lock or the end of the program, asked before and said after. */
import type { Leaving } from '../../order/leaving.ts';
import type { MarketId } from '../../units/ids.ts';
import { formatContracts } from '../numbers.ts';
import type { ConfirmationText } from '../questionText.ts';
import { formatDateTime } from '../times.ts';

/** More positions are counted. */
const MAX_NAMED = 4;

export interface LeaveWords {
  readonly nowMs: number;
  /** Null where names are not shown, as behind a locked screen. */
  readonly nameMarket: ((market: MarketId) => string) | null;
}

/** 'Lock with 1 open position and 2 conditional orders?', and what becomes of each. */
export function formatLeaving(leaving: Leaving, words: LeaveWords): ConfirmationText {
  const { act, positions, conditionals } = leaving;
  const parts = [
    ...(positions.length === 0 ? [] : [count(positions.length, 'open position')]),
    ...(conditionals === 0 ? [] : [count(conditionals, 'conditional order')]),
  ];
  const verb = act === 'lock' ? 'Lock' : 'Close Adyton';
  return { title: `${verb} with ${parts.join(' and ')}?`, facts: listFacts(leaving, words), confirmLabel: verb };
}

function listFacts(leaving: Leaving, { nowMs, nameMarket }: LeaveWords): ConfirmationText['facts'] {
  const { act, positions, conditionals, exits, resting, unknown, preparedUntilMs } = leaving;
  const until = act === 'lock' ? 'until you unlock' : 'until Adyton runs and is unlocked again';
  const facts: (readonly [string, string])[] = [];
  if (conditionals > 0) facts.push(['Not watched', `${count(conditionals, 'conditional order')}, ${until}`]);
  if (positions.length > 0) {
    const named = nameMarket === null ? count(positions.length, 'position') : namePositions(positions, nameMarket);
    facts.push(['Stays open', named]);
  }
  if (exits > 0)
    facts.push(['Ends', exits === 1 ? '1 move or flatten that runs' : `${exits} moves and flattens that run`]);
  if (resting > 0) facts.push(['Goes on', `${count(resting, 'order')} at the exchange can still be filled`]);
  if (unknown > 0) facts.push(['Not known', `${count(unknown, 'order')} may be at the exchange`]);
  if (preparedUntilMs !== null) {
    facts.push(['Prepared exits', `can be sent until ${formatDateTime(preparedUntilMs, nowMs, 'machine')}`]);
  }
  return facts;
}

function namePositions(positions: Leaving['positions'], nameMarket: (market: MarketId) => string): string {
  const named = positions
    .slice(0, MAX_NAMED)
    .map(({ market, side, shares }) => `${formatContracts(shares)} ${side} in ${nameMarket(market)}`);
  const more = positions.length - named.length;
  return more === 0 ? named.join('; ') : `${named.join('; ')}; and ${more} more`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
