/** Commands of recordings. */
import { z } from 'zod';
import { answer, defineCommands } from '../command.ts';
import { nothing } from '../inputSchemas.ts';
import type { RecordedDay } from '../recording.ts';

export const recordingCommands = defineCommands('recording', {
  /** Recorded days of this account, oldest first. */
  listDays: {
    input: nothing,
    output: answer<{ readonly days: readonly RecordedDay[] }>(),
    lock: 'open',
  },
  /** Deletes what was recorded of this account on a UTC day; today's recording begins again. */
  deleteDay: {
    input: z.strictObject({ day: z.string().regex(/^\d{4}-\d{2}-\d{2}$/) }),
    output: answer<{ readonly days: readonly RecordedDay[] }>(),
    lock: 'open',
    logged: 'A recorded day was deleted',
    recorded: { input: ['day'] },
  },
});
