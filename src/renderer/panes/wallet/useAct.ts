/** Runs the command of an act and tells how it ended: in the pane, and in a notice where the pane is not drawn any more. */

import { useEffect, useRef } from 'react';
import type { Input, Outputs } from '#shared/ipc/contract.ts';
import type { CommandName } from '#shared/ipc/names.ts';
import { formatBridgeError } from '#shared/text/bridgeErrors.ts';
import { type Command, useCommand } from '../../act/useCommand.ts';
import { usePaneId } from '../../domain/panes.ts';
import { useOverlay } from '../../ui/overlay.ts';
import { type Done, endAct, lastDone, openAct } from './state.ts';

export interface Act {
  readonly command: Command;
  /** False when it was refused; a success closes the form. */
  run<N extends CommandName>(name: N, input: Input<N>, tell: (value: Outputs[N]) => Done): Promise<boolean>;
}

export function useAct(title: string): Act {
  const command = useCommand(false);
  const paneId = usePaneId();
  const isDrawn = useRef(true);
  useEffect(() => {
    isDrawn.current = true;
    return () => {
      isDrawn.current = false;
    };
  }, []);
  return {
    command,
    async run(name, input, tell) {
      const own = openAct.get(paneId);
      const result = await command.run(name, input);
      if (result === null) return false;
      const { notify } = useOverlay.getState();
      if (result.ok) {
        const done = tell(result.value);
        if (!isDrawn.current) notify('good', title, done.text);
        // By now another act may be open: what is typed there is not wiped by the end of this one.
        if (openAct.get(paneId) === own) endAct(paneId, done);
        else lastDone.set(paneId, done);
      } else if (!isDrawn.current) {
        notify('bad', `${title}: not done`, formatBridgeError(result.error));
      }
      return result.ok;
    },
  };
}
