/** Command that checks what the program assumes of this computer, in the running program; one check at a time. */
import type { CommandsOf } from '#shared/ipc/contract.ts';
import { fail, succeed } from '#shared/ipc/result.ts';
import type { CheckAnswer } from '#shared/ipc/shellChecks.ts';
import type { Shell } from '../../shell/port.ts';

export interface ShellCheckOptions {
  readonly checkedShell: Shell;
}

export function buildShellCheckCommands({ checkedShell }: ShellCheckOptions): CommandsOf<'computer'> {
  let running: Promise<CheckAnswer> | null = null;
  async function run(): Promise<CheckAnswer> {
    // Read when it is asked for: a start does without it.
    const { checkRunning } = await import('../../check/checkShell.ts');
    return checkRunning(checkedShell);
  }
  return {
    'computer.check': async () => {
      if (checkedShell.probe === undefined) return fail('NOT_FOUND', { what: 'command' });
      running ??= run().finally(() => {
        running = null;
      });
      return succeed(await running);
    },
  };
}
