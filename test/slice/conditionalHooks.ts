/** The points of a conditional order's life at which a test kills the program, each by a hook on a real module. */
import type { Trader } from '#main/app/trader.ts';
import type { ConditionalLife } from '#shared/order/conditional/state.ts';

export interface ConditionalHook {
  readonly arrange: (trader: Trader, die: () => never) => void;
  /** Where it is after the next start. */
  readonly life: ConditionalLife['at'];
  /** Its orders that reached the exchange in the end. */
  readonly orders: 0 | 1;
}

/** Before the journal of conditional orders has this entry, or after. */
function hookEntry(
  { conditionalJournal }: Trader,
  isWanted: (after: string, kind: string) => boolean,
  when: 'before' | 'after',
  die: () => never,
): void {
  const { append } = conditionalJournal;
  Object.assign(conditionalJournal, {
    append: ((account, stored) => {
      const kind = stored.entry.kind === 'event' ? stored.entry.event.kind : 'created';
      const is = isWanted(stored.after, kind);
      if (is && when === 'before') die();
      append(account, stored);
      if (is) die();
    }) satisfies typeof append,
  });
}

function hookSigned({ journal }: Trader, die: () => never): void {
  const { append } = journal;
  Object.assign(journal, {
    append: ((entry) => {
      append(entry);
      if (entry.kind === 'signed') die();
    }) satisfies typeof append,
  });
}

const hasFired = (after: string): boolean => after.includes('"fired":{"stop"');

export const CONDITIONAL_HOOKS: Readonly<Record<string, ConditionalHook>> = {
  'it is stored, and not armed': {
    life: 'draft',
    orders: 0,
    arrange: (trader, die) => hookEntry(trader, (_after, kind) => kind === 'created', 'after', die),
  },
  'its trigger is true, and that is about to be stored': {
    life: 'done',
    orders: 1,
    arrange: (trader, die) => hookEntry(trader, hasFired, 'before', die),
  },
  'its order is decided and stored, and nothing is signed': {
    life: 'done',
    orders: 1,
    arrange: (trader, die) => hookEntry(trader, hasFired, 'after', die),
  },
  'its order is in the order journal, and not sent': {
    life: 'waiting',
    orders: 0,
    arrange: hookSigned,
  },
  'its order was sent, and nothing has read the answer': {
    life: 'done',
    orders: 1,
    arrange(trader, die) {
      const { postOrder } = trader.venue;
      Object.assign(trader.venue, { postOrder: (placement: never) => postOrder(placement).then(die) });
    },
  },
  'its order filled, and that is about to be stored': {
    life: 'done',
    orders: 1,
    arrange: (trader, die) => hookEntry(trader, (after) => after.includes('"at":"done"'), 'before', die),
  },
};
