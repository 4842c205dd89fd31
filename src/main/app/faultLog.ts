/** Fault log: writes what a module threw, with its code, as a warning where the cause is known and as an error where not. */
import { describeError } from '#shared/base/describeError.ts';
import type { Log } from '../storage/log.ts';
import { toBridgeError } from './bridgeError.ts';

export type FaultLog = (where: string, error: unknown) => void;

export function createFaultLog(log: Log): FaultLog {
  return (where, error) => {
    const { code } = toBridgeError(error, () => 0);
    const isKnown = code !== 'BUG';
    const name = error instanceof Error && !isKnown ? `${error.name}: ` : '';
    log.write(isKnown ? 'warn' : 'error', where, `${name}${describeError(error)}`, { code });
  };
}
