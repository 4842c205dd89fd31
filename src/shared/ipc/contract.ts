/**
 * Contract of the bridge: the types of every command's input, answer and handler.
 *
 * Invariants  Derived from the declarations of the commands; a command without a handler does not compile.
 * Errors      Answers are Result values.
 */
import type { z } from 'zod';
import type { Answer } from './command.ts';
import type { COMMANDS, CommandName } from './commands.ts';
import type { Result } from './result.ts';

export type { AppInfo, CommandName } from './commands.ts';
export type { KeySource } from './inputSchemas.ts';

type Commands = typeof COMMANDS;
export type Input<N extends CommandName> = z.input<Commands[N]['input']>;
export type ParsedInput<N extends CommandName> = z.output<Commands[N]['input']>;
/** Value of each command's successful answer. */
export type Outputs = {
  readonly [N in CommandName]: Commands[N]['output'] extends Answer<infer Value> ? Value : never;
};

/** The window that a command came from. */
export interface Caller {
  readonly window: number;
}

/** Commands whose handlers need to know the window. */
export type WindowCommand = Extract<CommandName, `${'layout' | 'feed' | 'window' | 'workspace'}.${string}`>;
type HandlerInput<N extends CommandName> = N extends WindowCommand
  ? [input: ParsedInput<N>, caller: Caller]
  : [input: ParsedInput<N>];
export type Handlers = { readonly [N in CommandName]: (...given: HandlerInput<N>) => Promise<Result<Outputs[N]>> };

/** Handlers of one subject: every command whose name begins with it. */
export type CommandsOf<S extends string> = Pick<Handlers, Extract<CommandName, `${S}.${string}`>>;

/** An order intent as the page sends it: the same integers without brands. */
export type IntentInput = Input<'order.place'>;
