/** Type of `window.adyton`, which the preload builds from the command names. */

import type { CommandName } from './commands.ts';
import type { Input, Outputs } from './contract.ts';
import type { Result } from './result.ts';

type AreaOf<N extends CommandName> = N extends `${infer A}.${string}` ? A : never;
type VerbsOf<A extends string> =
  Extract<CommandName, `${A}.${string}`> extends infer N ? (N extends `${A}.${infer V}` ? V : never) : never;

export type Bridge = {
  readonly [A in AreaOf<CommandName>]: {
    readonly [V in VerbsOf<A>]: `${A}.${V}` extends infer N extends CommandName
      ? (input: Input<N>) => Promise<Result<Outputs[N]>>
      : never;
  };
};
