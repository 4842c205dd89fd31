/** Commands of orders. */
import { z } from 'zod';
import type { Fill } from '../../order/account/account.ts';
import type { FillPlace, OrderPlace } from '../../order/account/history.ts';
import type { CancelAllReceipt, CancelReceipt, MatchReceipt, PlaceReceipt } from '../../order/receipts.ts';
import { parseIntentId, parseOrderId } from '../../units/ids.ts';
import { answer, defineCommands } from '../command.ts';
import { cancelSelection, intent, marketId, nothing, parsed, time } from '../inputSchemas.ts';
import type { OrderView } from '../views.ts';

/** What can be exported, and how. */
const EXPORTS = ['orders', 'fills', 'pnl', 'conditionals'] as const;
const EXPORT_FORMATS = ['csv', 'json'] as const;

const side = z.enum(['all', 'buy', 'sell', 'yes', 'no']);
/** Words of a search; as many markets as a search names at most. */
const words = z
  .array(z.strictObject({ text: z.string().max(100), markets: z.array(marketId).max(1_000).nullable() }))
  .max(10);

export const orderCommands = defineCommands('order', {
  place: {
    input: intent,
    output: answer<PlaceReceipt>(),
    lock: 'open',
    isAct: true,
    recorded: {
      input: ['intentId', 'market', 'side', 'direction', 'price', 'shares', 'postOnly', 'isPriceTyped', 'bookVersion'],
      answer: ['outcome', 'orderId', 'denials', 'refusal', 'reason'],
    },
  },
  cancel: {
    input: z.strictObject({ orderId: parsed(z.string(), parseOrderId) }),
    output: answer<CancelReceipt>(),
    lock: 'screen',
    isAct: true,
    recorded: { input: ['orderId'], answer: ['outcome', 'isFilled', 'isUnreadable', 'reason'] },
  },
  cancelAll: {
    input: cancelSelection,
    output: answer<CancelAllReceipt>(),
    lock: 'screen',
    isAct: true,
    recorded: {
      input: ['market', 'eventId', 'side', 'column', 'yesPrice'],
      answer: ['asked', 'confirmed', 'filled', 'unknown', 'hasUnreadable', 'isListed', 'tookMs'],
    },
  },
  /** A person matches a lost order with one of its `candidates`, or (null) with none of them. Nothing is sent. */
  resolveUnknown: {
    input: z.strictObject({
      intentId: parsed(z.string(), parseIntentId),
      orderId: parsed(z.string(), parseOrderId).nullable(),
    }),
    output: answer<MatchReceipt>(),
    lock: 'open',
    isAct: true,
    recorded: { input: ['intentId', 'orderId'], answer: ['outcome', 'reason'] },
  },
  /**
   * Orders of this program as the journal has them, newest first: a page of those that the filter may leave, to be filtered
   * again by their texts. May be empty before the end, because a page visits a bounded number of orders.
   */
  page: {
    input: z.strictObject({
      market: marketId.nullable(),
      side,
      state: z.enum(['all', 'filled', 'ended']),
      words,
      after: z.strictObject({ atMs: z.number().nonnegative(), number: z.number().int().nonnegative() }).nullable(),
    }),
    /** `next`: `after` of the next page; null at the end. */
    output: answer<{ readonly orders: readonly OrderView[]; readonly next: OrderPlace | null }>(),
    lock: 'open',
  },
  /** Fills of the account, newest first, in pages as those of orders. */
  fillPage: {
    input: z.strictObject({
      market: marketId.nullable(),
      words,
      after: z
        .strictObject({
          exchangeTimeMs: z.number().nonnegative(),
          id: z.string().max(200),
          orderId: parsed(z.string(), parseOrderId).nullable(),
        })
        .nullable(),
    }),
    output: answer<{ readonly fills: readonly Fill[]; readonly next: FillPlace | null }>(),
    lock: 'open',
  },
  /** Main writes a file of the orders created, or the fills made, from `fromMs` and before `toMs`; null: no bound. */
  export: {
    input: z.strictObject({
      what: z.enum(EXPORTS),
      format: z.enum(EXPORT_FORMATS),
      fromMs: time.nullable(),
      toMs: time.nullable(),
      /** What of it, as a pane shows it; absent: all. `ended`: of an order, without a fill. */
      filter: z
        .strictObject({
          market: marketId.nullable(),
          side,
          state: z.enum(['all', 'open', 'filled', 'ended']),
        })
        .exactOptional(),
    }),
    /** `isComplete`: false where not all fills of the account are known. */
    output: answer<{ readonly path: string; readonly rows: number; readonly isComplete: boolean }>(),
    lock: 'open',
    logged: 'Trading records were exported',
    keeps: true,
  },
  /** Of the export that runs: rows written, and the part of all that is done, from 0 to 1; null while none writes. */
  exportProgress: {
    input: nothing,
    output: answer<{ readonly rows: number; readonly part: number } | null>(),
    lock: 'open',
  },
  /** Ends the export that runs; nothing of its file stays. */
  cancelExport: { input: nothing, output: answer<Record<never, never>>(), lock: 'open' },
});
