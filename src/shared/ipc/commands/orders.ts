/** Commands of orders. */
import { z } from 'zod';
import type { CancelAllReceipt, CancelReceipt, MatchReceipt, PlaceReceipt } from '../../order/receipts.ts';
import { parseIntentId, parseOrderId } from '../../units/ids.ts';
import { answer, defineCommands } from '../command.ts';
import { cancelSelection, intent, marketId, parsed, time } from '../inputSchemas.ts';

/** What can be exported, and how. */
const EXPORTS = ['orders', 'fills', 'pnl', 'conditionals'] as const;
const EXPORT_FORMATS = ['csv', 'json'] as const;

export const orderCommands = defineCommands('order', {
  place: {
    input: intent,
    output: answer<PlaceReceipt>(),
    lock: 'open',
    isAct: true,
  },
  cancel: {
    input: z.strictObject({ orderId: parsed(z.string(), parseOrderId) }),
    output: answer<CancelReceipt>(),
    lock: 'screen',
    isAct: true,
  },
  cancelAll: {
    input: cancelSelection,
    output: answer<CancelAllReceipt>(),
    lock: 'screen',
    isAct: true,
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
          side: z.enum(['all', 'buy', 'sell', 'yes', 'no']),
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
});
