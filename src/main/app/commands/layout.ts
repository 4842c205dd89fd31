/** Commands of the window's layout. */
import type { CommandsOf } from '#shared/ipc/contract.ts';
import { fail, succeed } from '#shared/ipc/result.ts';
import type { Settings } from '../../storage/settings.ts';

export interface LayoutCommandOptions {
  readonly trader: { readonly settings: Pick<Settings, 'loadLayout' | 'saveLayout'> };
}

export function buildLayoutCommands({ trader: { settings } }: LayoutCommandOptions): CommandsOf<'layout'> {
  return {
    'layout.load': async () => succeed(settings.loadLayout()),
    'layout.save': async ({ json }) => {
      try {
        settings.saveLayout(json);
      } catch (error) {
        if (!(error instanceof TypeError)) throw error;
        return fail('BAD_INPUT', { reason: 'layout' });
      }
      return succeed(null);
    },
  };
}
