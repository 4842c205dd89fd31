/** Commands of the program: description, reports, the doctor, checks of the computer, drills. */
import { z } from 'zod';
import { answer, defineCommands } from '../command.ts';
import type { DoctorReport } from '../doctor.ts';
import { DRILL_KINDS } from '../drills.ts';
import { nothing } from '../inputSchemas.ts';
import type { CheckAnswer } from '../shellChecks.ts';

export interface AppInfo {
  readonly version: string;
  readonly network: 'paper' | 'test' | 'live';
  readonly shell: 'electron' | 'chromium';
  readonly baseUrl: string;
  readonly platform: string;
}

export const appCommands = defineCommands('app', {
  describe: {
    input: nothing,
    output: answer<AppInfo>(),
    lock: 'always',
  },
  reportFault: {
    input: z.strictObject({ where: z.string().max(80), message: z.string().max(500) }),
    output: answer<null>(),
    lock: 'always',
  },
  /** A person moved, clicked or typed in the window: restarts the idle time of the lock. */
  noteAct: {
    input: nothing,
    output: answer<null>(),
    lock: 'always',
    isAct: true,
  },
});

export const doctorCommands = defineCommands('doctor', {
  /** Examines the account: reads, and a signature that is never sent. */
  run: {
    input: nothing,
    output: answer<DoctorReport>(),
    lock: 'open',
  },
});

export const computerCommands = defineCommands('computer', {
  /** Checks what the program assumes of this computer; changes nothing and sends nothing. */
  check: {
    input: nothing,
    output: answer<CheckAnswer>(),
    lock: 'always',
  },
});

export const drillCommands = defineCommands('drill', {
  /** Network paper only: simulates a fault of the exchange. */
  start: {
    input: z.strictObject({ kind: z.enum(DRILL_KINDS) }),
    output: answer<null>(),
    lock: 'always',
    recorded: { input: ['kind'] },
  },
  stop: {
    input: nothing,
    output: answer<null>(),
    lock: 'always',
  },
});
