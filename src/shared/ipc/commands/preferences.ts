/** Commands of preferences. */
import { z } from 'zod';
import { answer, defineCommands } from '../command.ts';
import { nothing } from '../inputSchemas.ts';
import { preferenceChange } from '../preferenceSchemas.ts';
import type { LoadedPreferences, Preferences } from '../preferences.ts';

export const preferenceCommands = defineCommands('preferences', {
  load: {
    input: nothing,
    output: answer<LoadedPreferences>(),
    lock: 'always',
  },
  save: {
    input: z.strictObject({ change: preferenceChange }),
    /** All of them, after the change. */
    output: answer<Preferences>(),
    lock: 'always',
    keeps: true,
  },
});
