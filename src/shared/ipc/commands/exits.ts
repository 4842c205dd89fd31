/** Commands of moving, flattening and panic. */
import { z } from 'zod';
import type { FlattenPreview, FlattenReceipt, MoveReceipt, PanicReceipt } from '../../order/exits/progress.ts';
import { parseIntentId, parseOrderId } from '../../units/ids.ts';
import { toPrice } from '../../units/price.ts';
import { answer, defineCommands } from '../command.ts';
import { flattenLeg, flattenScope, nothing, parsed, password } from '../inputSchemas.ts';

export const exitCommands = defineCommands('exit', {
  /** Cancels a resting order and places what is left of it at another price; `moveId` is the intent of the new order. */
  move: {
    input: z.strictObject({
      moveId: parsed(z.string(), parseIntentId),
      orderId: parsed(z.string(), parseOrderId),
      price: parsed(z.number(), toPrice),
      bookVersion: z.number().int().nonnegative().nullable(),
    }),
    output: answer<MoveReceipt>(),
    lock: 'open',
    isAct: true,
    recorded: { input: ['moveId', 'orderId', 'price', 'bookVersion'], answer: ['outcome', 'reason'] },
  },
  /** Both ways out of each position of a scope, with their figures. */
  previewFlatten: {
    input: z.strictObject({ scope: flattenScope, cancelsOrders: z.boolean() }),
    output: answer<FlattenPreview>(),
    lock: 'open',
    recorded: { input: ['scope', 'cancelsOrders'] },
  },
  /** Exits the previewed positions; the account view shows the progress. */
  flatten: {
    input: z.strictObject({
      flattenId: parsed(z.string(), parseIntentId),
      legs: z.array(flattenLeg).min(1).max(500),
      cancelsOrders: z.boolean(),
    }),
    output: answer<FlattenReceipt>(),
    lock: 'open',
    isAct: true,
    recorded: { input: ['flattenId', 'legs', 'cancelsOrders'], answer: ['outcome', 'reason'] },
  },
  stopFlatten: {
    input: z.strictObject({ flattenId: parsed(z.string(), parseIntentId) }),
    output: answer<null>(),
    lock: 'screen',
    isAct: true,
    recorded: { input: ['flattenId'] },
  },
  /** Removes the report of an ended move or flatten. */
  dismiss: {
    input: z.strictObject({ exitId: parsed(z.string(), parseIntentId) }),
    output: answer<null>(),
    lock: 'open',
    recorded: { input: ['exitId'] },
  },
  /** Disarms, stops everything that can place, cancels every order. */
  panic: {
    input: nothing,
    output: answer<PanicReceipt>(),
    lock: 'screen',
    isAct: true,
  },
  /** Step-up: a panic then also flattens everything. */
  enablePanicFlatten: {
    input: z.strictObject({ password }),
    output: answer<null>(),
    lock: 'open',
    isStepUp: true,
    logged: 'Flattening by panic was turned on',
  },
  disablePanicFlatten: {
    input: nothing,
    output: answer<null>(),
    lock: 'open',
    logged: 'Flattening by panic was turned off',
  },
});
