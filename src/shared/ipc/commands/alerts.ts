/** Commands of alerts. */
import { z } from 'zod';
import { alertTerms } from '../alertSchema.ts';
import { answer, defineCommands } from '../command.ts';
import { nothing } from '../inputSchemas.ts';

export const alertCommands = defineCommands('alerts', {
  create: {
    input: z.strictObject({ terms: alertTerms }),
    output: answer<{ readonly id: string }>(),
    lock: 'open',
    keeps: true,
    recorded: { input: ['terms'], answer: ['id'] },
  },
  /** Replaces the terms; the alert starts again. */
  change: {
    input: z.strictObject({ id: z.uuid(), terms: alertTerms }),
    output: answer<null>(),
    lock: 'open',
    keeps: true,
    recorded: { input: ['id', 'terms'] },
  },
  remove: {
    input: z.strictObject({ id: z.uuid() }),
    output: answer<null>(),
    lock: 'open',
    recorded: { input: ['id'] },
  },
  setPaused: {
    input: z.strictObject({ id: z.uuid(), isPaused: z.boolean() }),
    output: answer<null>(),
    lock: 'open',
    keeps: true,
    recorded: { input: ['id', 'isPaused'] },
  },
  /** Starts an alert again that fired or expired. */
  rearm: {
    input: z.strictObject({ id: z.uuid() }),
    output: answer<null>(),
    lock: 'open',
    keeps: true,
    recorded: { input: ['id'] },
  },
  clearLog: {
    input: nothing,
    output: answer<null>(),
    lock: 'open',
  },
  /** A person looked at the log. */
  markSeen: {
    input: nothing,
    output: answer<null>(),
    lock: 'open',
    keeps: true,
  },
  /** Sounds and notifications of one workspace; null: of all. */
  setMuted: {
    input: z.strictObject({ workspace: z.string().min(1).max(80).nullable(), isMuted: z.boolean() }),
    output: answer<null>(),
    lock: 'always',
    keeps: true,
  },
});
