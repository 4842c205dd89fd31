/** Runs one command of the bridge at a time for a form, and keeps its error until the next run. */
import { useRef, useState } from 'react';
import type { CommandName, Input, Outputs } from '#shared/ipc/contract.ts';
import type { ErrorCode } from '#shared/ipc/errors.ts';
import type { Result } from '#shared/ipc/result.ts';
import { formatBridgeError } from '#shared/text/bridgeErrors.ts';
import { act } from './bridge.ts';

/** What a form shows after a failure: the words, and the code for support. */
export interface CommandError {
  readonly code: ErrorCode;
  readonly text: string;
}

export interface Command {
  readonly isBusy: boolean;
  readonly error: CommandError | null;
  /** Null while another command runs. */
  run<N extends CommandName>(name: N, input: Input<N>): Promise<Result<Outputs[N]> | null>;
  /** Shows an error of the form itself, before anything is sent. */
  refuse(text: string): void;
  clearError(): void;
}

/** `staysBusy`: also after success, until the next frame brings the step that follows. */
export function useCommand(staysBusy = true): Command {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<CommandError | null>(null);
  const isRunning = useRef(false);
  return {
    isBusy,
    error,
    refuse: (text) => setError({ code: 'BAD_INPUT', text }),
    clearError: () => setError(null),
    async run(name, input) {
      if (isRunning.current) return null;
      isRunning.current = true;
      setBusy(true);
      setError(null);
      const result = await act(name, input);
      isRunning.current = false;
      if (!result.ok) setError({ code: result.error.code, text: formatBridgeError(result.error) });
      if (!result.ok || !staysBusy) setBusy(false);
      return result;
    },
  };
}
