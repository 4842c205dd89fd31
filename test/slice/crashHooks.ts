/**
 * The points of docs/life-of-an-order.md at which a test kills the program, each by a hook on a real module.
 *
 * Shape       `arrange` is called once trading is armed and, for a cancel or a move, once the order rests. `die` never returns.
 */
import type { Trader } from '#main/app/trader.ts';
import type { OrderLife } from '#shared/order/life.ts';
import { hook } from './hook.ts';
import { TIMED_OUT } from './makers.ts';

export interface CrashHook {
  readonly act: 'place' | 'cancel' | 'move';
  readonly arrange: (trader: Trader, die: () => never) => void;
  /** Our order on the exchange afterwards; null: it never got there. */
  readonly exchange: 'wait' | 'cancel' | null;
  /** The order's life after the next start; null: it was never signed. */
  readonly life: OrderLife['at'] | null;
}

/** Before the journal has line `wanted`, or after. */
function hookJournal({ journal }: Trader, wanted: string, when: 'before' | 'after', die: () => never): void {
  hook(journal, 'append', (append) => (entry) => {
    const is = entry.kind === 'signed' ? 'signed' : entry.event.kind;
    if (is === wanted && when === 'before') die();
    append(entry);
    if (is === wanted) die();
  });
}

const place = { act: 'place', exchange: null, life: null } as const;
const placed = { act: 'place', exchange: 'wait', life: 'resting' } as const;

export const CRASH_HOOKS: Readonly<Record<string, CrashHook>> = {
  // What the page does in steps 1 to 3 is in no other process: until the gate has it, main has nothing to lose.
  '1 to 4: the command arrived at the gate, and no handler has run': {
    ...place,
    arrange: ({ trading }, die) => hook(trading, 'needsConfirmation', () => die),
  },
  '5: the order is being checked': {
    ...place,
    arrange: ({ market }, die) => hook(market, 'market', () => die),
  },
  '6: the wallet record is being read': {
    ...place,
    arrange(trader, die) {
      trader.trading.dropWalletRecords();
      hook(trader.venue, 'fetchMarketWallet', () => die);
    },
  },
  '6: the wallet record was read': {
    ...place,
    arrange(trader, die) {
      trader.trading.dropWalletRecords();
      hook(trader.venue, 'fetchMarketWallet', (real) => (market) => real(market).then(die));
    },
  },
  '6: the exchange’s time is being measured': {
    ...place,
    arrange: ({ venue }, die) => hook(venue, 'ensureClock', () => die),
  },
  '7: the order is being signed': {
    ...place,
    arrange: ({ vault }, die) => hook(vault, 'signOrder', () => die),
  },
  '7: the order is signed': {
    ...place,
    arrange: ({ vault }, die) =>
      hook(vault, 'signOrder', (real) => (fields, domain) => {
        real(fields, domain);
        return die();
      }),
  },
  '8: it is about to be written to the journal': {
    ...place,
    arrange: (trader, die) => hookJournal(trader, 'signed', 'before', die),
  },
  '8: it is in the journal, and no byte has left': {
    ...place,
    life: 'unknown',
    arrange: (trader, die) => hookJournal(trader, 'signed', 'after', die),
  },
  '9: it is about to be sent': {
    ...place,
    life: 'unknown',
    arrange: ({ venue }, die) => hook(venue, 'postOrder', () => die),
  },
  '9: the exchange answered, and nothing has read the answer': {
    ...placed,
    arrange: ({ venue }, die) => hook(venue, 'postOrder', (real) => (placement) => real(placement).then(die)),
  },
  '10: the answer is about to be written to the journal': {
    ...placed,
    arrange: (trader, die) => hookJournal(trader, 'exchange', 'before', die),
  },
  '10: the answer is in the journal': {
    ...placed,
    arrange: (trader, die) => hookJournal(trader, 'exchange', 'after', die),
  },
  '11: its answer was lost, and the exchange is being asked': {
    ...placed,
    arrange({ venue, trading }, die) {
      const lost = { kind: 'unknown', cause: TIMED_OUT } as const;
      hook(venue, 'postOrder', (real) => async (placement) => {
        await real(placement);
        hook(venue, 'listOrders', () => die);
        void trading.reconcile();
        return lost;
      });
    },
  },
  '12: it is shown as resting': {
    ...placed,
    arrange({ trading }, die) {
      trading.onChange(() => {
        if (trading.view().orders.some(({ life }) => life.at === 'resting')) die();
      });
    },
  },
  'cancel: it is about to be requested': {
    ...placed,
    act: 'cancel',
    arrange: ({ venue }, die) => hook(venue, 'cancelOrder', () => die),
  },
  'cancel: it was carried out, and nothing has read the answer': {
    act: 'cancel',
    exchange: 'cancel',
    life: 'cancelled',
    arrange: ({ venue }, die) => hook(venue, 'cancelOrder', (real) => (id) => real(id).then(die)),
  },
  'move: the old order is cancelled, and the new one is not signed': {
    act: 'move',
    exchange: 'cancel',
    life: 'cancelled',
    arrange: ({ vault }, die) => hook(vault, 'signOrder', () => die),
  },
};
