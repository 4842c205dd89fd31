/**
 * Entry of the dry run's process, for a forked Node and Electron's utilityProcess: runs one request, and waits to be ended.
 *
 * Invariants  Knows the request alone: no key, no account, no network. Ends with its parent's channel.
 * Errors      A request that cannot be run ends the process with exit code 1.
 */
import { decodeMessage, encodeMessage } from '#shared/ipc/codec.ts';
import type { DryRunRequest } from '#shared/ipc/dryRun.ts';
import { runDryRun } from './runDryRun.ts';

/** The part of a utilityProcess channel that is used here. */
interface ParentPort {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (event: { readonly data: unknown }) => void): void;
  on(event: 'close', listener: () => void): void;
}

const { parentPort } = process as typeof process & { parentPort?: ParentPort };
const end = (): never => process.exit(0);
const post = (message: object): void => {
  if (parentPort) parentPort.postMessage(message);
  // A parent that has exited is no error: 'disconnect' ends this process.
  else process.send?.(message, undefined, undefined, () => {});
};

function serve(message: unknown): void {
  try {
    const request = decodeMessage(String(message)) as DryRunRequest;
    post({ at: 'done', text: encodeMessage(runDryRun(request)) });
  } catch (error) {
    process.stderr.write(`Dry run: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}

process.on('disconnect', end);
parentPort?.on('close', end);
if (parentPort) parentPort.on('message', ({ data }) => serve(data));
else process.on('message', serve);
post({ at: 'ready' });
