/** Commands of risk limits. */
import { z } from 'zod';
import { answer, defineCommands } from '../command.ts';
import { limits, password } from '../inputSchemas.ts';

export const riskCommands = defineCommands('risk', {
  /** Changes these limits, in their units as whole numbers; a step-up where one of them is loosened, else without password. */
  setLimits: {
    input: z.strictObject({
      password: password.nullable(),
      limits,
    }),
    output: answer<null>(),
    lock: 'open',
    isStepUp: true,
    logged: 'Risk limits were changed',
    recorded: { input: ['limits'] },
  },
  /** At most one market of an event resolves to yes: a step-up; taking the mark away is none. */
  markExclusive: {
    input: z.strictObject({
      password: password.nullable(),
      eventId: z.number().int().nonnegative(),
      isExclusive: z.boolean(),
    }),
    output: answer<null>(),
    lock: 'open',
    isStepUp: true,
    logged: 'The marks of exclusive events were changed',
    recorded: { input: ['eventId', 'isExclusive'] },
  },
  /** Step-up: the loss of the day begins again at 0. */
  restartDay: {
    input: z.strictObject({ password }),
    output: answer<null>(),
    lock: 'open',
    isStepUp: true,
    logged: 'The loss of the day was started again',
  },
});
