/** Words for rows of account lists that could not be parsed: what is affected, and where the first problem is. */
import type { UnreadableRow } from '../../order/account/account.ts';
import type { UnreadableRows } from '../../order/account/unreadableRows.ts';
import { formatParseProblem } from '../parseProblems.ts';

type ListName = 'balances' | 'positions' | 'fills';

const WORDS: Readonly<Record<ListName, { one: string; many: string; effect: string }>> = {
  balances: {
    one: 'The balance',
    many: 'The balance',
    effect: 'Its amounts are the last known ones, and nothing can be bought until it is readable.',
  },
  positions: {
    one: 'One position',
    many: 'positions',
    effect: 'What is shown of it may be old or missing, and it can’t be sold until it is readable.',
  },
  fills: { one: 'One fill', many: 'fills', effect: 'No result includes what can’t be read.' },
};

/** One sentence about the problem and one about its effect; null when all rows of the list could be read. */
export function formatUnreadableRows(rows: UnreadableRows | undefined, list: ListName): string | null {
  const unreadable: readonly UnreadableRow[] = rows?.[list] ?? [];
  const [first] = unreadable;
  if (first === undefined) return null;
  const { one, many, effect } = WORDS[list];
  const what = unreadable.length === 1 || one === many ? one : `${unreadable.length} ${many}`;
  return `${what} can’t be read: ${formatParseProblem(first.problem)}. ${effect}`;
}
