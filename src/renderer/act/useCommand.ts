/** Runs one command of the bridge at a time for a form and keeps its error until the next try. */
import { useRef, useState } from 'react';
import type { Input, Outputs } from '#shared/ipc/contract.ts';
import type { CommandName } from '#shared/ipc/names.ts';
import { type BridgeError, fail, type Result } from '#shared/ipc/result.ts';
import { act } from './bridge.ts';

export interface Command {
  readonly isBusy: boolean;
  readonly error: BridgeError | null;
  /** Null when another one is under way. */
  run<N extends CommandName>(name: N, input: Input<N>): Promise<Result<Outputs[N]> | null>;
  /** Says what is wrong before anything is sent. */
  refuse(hint: string): void;
  /** Takes the last error off the screen. */
  clear(): void;
}

/** `staysBusy`: after success too, because the step that follows comes with the next frame. */
export function useCommand(staysBusy = true): Command {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<BridgeError | null>(null);
  const underWay = useRef(false);
  return {
    isBusy,
    error,
    refuse: (hint) => setError(fail('BAD_INPUT', hint, hint).error),
    clear: () => setError(null),
    async run(name, input) {
      if (underWay.current) return null;
      underWay.current = true;
      setBusy(true);
      setError(null);
      const result = await act(name, input);
      underWay.current = false;
      if (!result.ok) setError(result.error);
      if (!result.ok || !staysBusy) setBusy(false);
      return result;
    },
  };
}
