/** Commands that change or close what is open: move. */
import type { CommandsOf } from '#shared/ipc/contract.ts';
import { succeed } from '#shared/ipc/result.ts';
import type { Trader } from '../trader.ts';

export interface ExitCommandOptions {
  readonly trader: Pick<Trader, 'trading'>;
}

export function buildExitCommands({ trader: { trading } }: ExitCommandOptions): CommandsOf<'exit'> {
  return {
    'exit.move': async (request) => succeed(await trading.move(request)),
  };
}
