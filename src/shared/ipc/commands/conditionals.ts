/** Commands of conditional orders, dry runs and prepared exits. */
import { z } from 'zod';
import { MAX_PREPARED_MS, MAX_PREPARED_POSITIONS } from '../../order/exits/preparedExits.ts';
import { answer, defineCommands } from '../command.ts';
import { conditionalId, conditionalTerms } from '../conditionals/conditionalSchema.ts';
import type { ArmReceipt } from '../conditionals/conditionals.ts';
import type { DryRunAnswer } from '../conditionals/dryRun.ts';
import { daySeed, dayStart } from '../conditionals/dryRunSchema.ts';
import { exitChoice, nothing, password } from '../inputSchemas.ts';

export const conditionalCommands = defineCommands('conditional', {
  /** Step-up: signs exits ahead, which conditional orders may send while the keys are locked; replaces those that there are. */
  setExitsOnly: {
    input: z.strictObject({
      password,
      hours: z
        .number()
        .int()
        .min(1)
        .max(MAX_PREPARED_MS / 3_600_000),
      exits: z.array(exitChoice).min(1).max(MAX_PREPARED_POSITIONS),
    }),
    output: answer<null>(),
    lock: 'open',
    isStepUp: true,
    logged: 'Exits were prepared for a locked terminal',
  },
  /** Revokes the prepared exits at once, also while locked. */
  revokeExits: {
    input: nothing,
    output: answer<null>(),
    lock: 'always',
    logged: 'Prepared exits were revoked',
  },
  /** Arms a conditional order; the same id twice arms one. */
  arm: {
    input: z.strictObject({ id: conditionalId, terms: conditionalTerms }),
    output: answer<ArmReceipt>(),
    lock: 'open',
    keeps: true,
    isAct: true,
    recorded: { input: ['id', 'terms'], answer: ['outcome', 'reason'] },
  },
  /** Ends it; its orders are cancelled first. */
  cancel: {
    input: z.strictObject({ id: conditionalId }),
    output: answer<null>(),
    lock: 'open',
    isAct: true,
    recorded: { input: ['id'] },
  },
  /** Replaces the terms by others of the same kind, while no order of it is live. */
  change: {
    input: z.strictObject({ id: conditionalId, terms: conditionalTerms }),
    output: answer<ArmReceipt>(),
    lock: 'open',
    keeps: true,
    isAct: true,
    recorded: { input: ['id', 'terms'], answer: ['outcome', 'reason'] },
  },
  /** Resumes or ends a conditional order that halted. */
  answer: {
    // `generation`: of the halt that was answered; the next halt of the same order is another question.
    input: z.strictObject({ id: conditionalId, generation: z.number().int(), answer: z.enum(['resume', 'end']) }),
    output: answer<null>(),
    lock: 'open',
    isAct: true,
    recorded: { input: ['id', 'generation', 'answer'] },
  },
  /** Removes one that ended from the view. */
  dismiss: {
    input: z.strictObject({ id: conditionalId }),
    output: answer<null>(),
    lock: 'open',
    recorded: { input: ['id'] },
  },
  /** What these terms would do on a simulated day; `start` repeats the day of an earlier report. Signs, sends and stores nothing. */
  dryRun: {
    input: z.strictObject({ terms: conditionalTerms, seed: daySeed, start: dayStart.nullable() }),
    output: answer<DryRunAnswer>(),
    lock: 'open',
  },
  /** Ends the dry run that runs; there may be none. */
  cancelDryRun: {
    input: nothing,
    output: answer<null>(),
    lock: 'open',
  },
});
