/** Hook that runs a form's command; shows the result in the pane, or as a notice when the pane is not drawn. */
import { useEffect, useRef } from 'react';
import type { CommandName, Input, Outputs } from '#shared/ipc/contract.ts';
import type { ErrorCode } from '#shared/ipc/errors.ts';
import { formatBridgeError } from '#shared/text/bridgeErrors.ts';
import { type Command, useCommand } from '../../act/useCommand.ts';
import { attemptOf } from '../../domain/noticeFacts.ts';
import { usePaneId } from '../../domain/workspaces/panes.ts';
import { useOverlay } from '../../ui/overlay/overlay.ts';
import { closeForm, type FormResult, lastResult, openForm } from './state.ts';

export interface FormCommand {
  readonly command: Command;
  /** True on success, which closes the form. `onRefused` gets the code of a failure. */
  run<N extends CommandName>(
    name: N,
    input: Input<N>,
    describe: (value: Outputs[N]) => FormResult,
    onRefused?: (code: ErrorCode) => void,
  ): Promise<boolean>;
}

export function useFormCommand(title: string): FormCommand {
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
    async run(name, input, describe, onRefused) {
      const startForm = openForm.get(paneId);
      const result = await command.run(name, input);
      if (result === null) return false;
      const { notify } = useOverlay.getState();
      if (result.ok) {
        const done = describe(result.value);
        if (!isDrawn.current) notify('good', title, done.text, attemptOf(title));
        // Another form may be open by now, with input that must stay.
        if (openForm.get(paneId) === startForm) closeForm(paneId, done);
        else lastResult.set(paneId, done);
      } else if (!isDrawn.current) {
        notify('bad', `${title}: failed`, formatBridgeError(result.error), attemptOf(title));
      }
      if (!result.ok) onRefused?.(result.error.code);
      return result.ok;
    },
  };
}
