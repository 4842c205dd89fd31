/** Handlers of the bridge's commands without their types, for code that treats every command alike. */

import { COMMAND_NAMES, type CommandName } from '#shared/ipc/commands.ts';
import type { Caller, Handlers } from '#shared/ipc/contract.ts';
import type { Result } from '#shared/ipc/result.ts';

/** The handler of some command; its input has passed the command's schema. */
export type AnyHandler = (input: unknown, caller: Caller) => Promise<Result<unknown>>;

/** The handler of a command. The compiler cannot follow the pairing of name and handler through an index. */
export function handlerOf(handlers: Handlers, name: CommandName): AnyHandler {
  return handlers[name] as unknown as AnyHandler;
}

/** Handlers for all commands, each built from its name. */
export function buildHandlers(build: (name: CommandName) => AnyHandler): Handlers {
  return Object.fromEntries(COMMAND_NAMES.map((name) => [name, build(name)])) as unknown as Handlers;
}
