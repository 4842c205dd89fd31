/**
 * Every command of the bridge, by its name.
 *
 * Shape       One declaration a command, in `commands/` by subject: schema of its input, type of its answer, lock rule. The contract,
 *             the lock rules, the preload's surface and the security log are derived from it.
 * Invariants  Its schemas stay out of the page and the preload: these import types of it, and the build gives the preload its names.
 */
import type { CommandDeclaration } from './command.ts';
import { accountCommands, accountsCommands, equityCommands } from './commands/account.ts';
import { alertCommands } from './commands/alerts.ts';
import { appCommands, computerCommands, doctorCommands, drillCommands } from './commands/app.ts';
import { conditionalCommands } from './commands/conditionals.ts';
import { vaultCommands } from './commands/custody.ts';
import { exitCommands } from './commands/exits.ts';
import { feedCommands, watchlistCommands } from './commands/markets.ts';
import { orderCommands } from './commands/orders.ts';
import { preferenceCommands } from './commands/preferences.ts';
import { recordingCommands } from './commands/recording.ts';
import { riskCommands } from './commands/risk.ts';
import { sessionCommands, walletCommands } from './commands/wallet.ts';
import { layoutCommands, windowCommands, workspaceCommands } from './commands/workspaces.ts';

export type { AppInfo } from './commands/app.ts';

export const COMMANDS = {
  ...appCommands,
  ...doctorCommands,
  ...computerCommands,
  ...drillCommands,
  ...layoutCommands,
  ...windowCommands,
  ...workspaceCommands,
  ...preferenceCommands,
  ...recordingCommands,
  ...feedCommands,
  ...watchlistCommands,
  ...alertCommands,
  ...vaultCommands,
  ...accountCommands,
  ...accountsCommands,
  ...equityCommands,
  ...riskCommands,
  ...walletCommands,
  ...sessionCommands,
  ...orderCommands,
  ...exitCommands,
  ...conditionalCommands,
};

export type CommandName = keyof typeof COMMANDS;

/** The declaration without the types of its input and answer. */
export const rulesOf = (name: CommandName): CommandDeclaration => COMMANDS[name];

/** In the order of the declarations. */
export const COMMAND_NAMES = Object.keys(COMMANDS) as readonly CommandName[];
