/** Text that a command prints when it fails. */
import { isStartError } from '#main/shell/startOptions.ts';

/** Our own messages say what to do; any other error is a fault, and its stack says where. */
export function describeFailure(error: unknown, usageLine: string): string {
  if (isStartError(error)) return error.exitCode === 2 ? `${error.message}\n${usageLine}` : error.message;
  if (!(error instanceof Error)) return String(error);
  return error.message.startsWith('Expected') ? error.message : (error.stack ?? error.message);
}
