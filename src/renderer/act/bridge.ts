/** Bridge client: the only caller of window.adyton. Every command resolves and never rejects. */
import type { Bridge } from '#shared/ipc/bridge.ts';
import type { CommandName, Input, Outputs } from '#shared/ipc/contract.ts';
import { fail, type Result } from '#shared/ipc/result.ts';

declare global {
  interface Window {
    readonly adyton: Bridge;
  }
}

type AnyCommand = (input: unknown) => Promise<Result<unknown>>;

/** Sends one command; answers UNREACHABLE when the bridge throws. */
export async function act<N extends CommandName>(name: N, input: Input<N>): Promise<Result<Outputs[N]>> {
  const [area, verb] = name.split('.') as [keyof Bridge, string];
  try {
    const command = (window.adyton[area] as unknown as Record<string, AnyCommand>)[verb];
    if (!command) return fail('NOT_FOUND', { what: 'command' });
    return (await command(input)) as Result<Outputs[N]>;
  } catch {
    return fail('UNREACHABLE', { what: 'main' });
  }
}
