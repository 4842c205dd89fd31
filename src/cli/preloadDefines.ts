/** Constants that the build of the preloads replaces: the names of the commands, without their schemas. */
import { COMMAND_NAMES } from '../shared/ipc/commands.ts';

export const PRELOAD_DEFINES = { ADYTON_COMMANDS: JSON.stringify(COMMAND_NAMES) };
