/**
 * Entry of the dry run's process, for a forked Node and Electron's utilityProcess: runs one request, and waits to be ended.
 *
 * Invariants  Knows the request alone: no key, no account, no network. Ends with its parent.
 * Errors      A request that cannot be run ends the process with exit code 1.
 */
import { type ChildSide, openParentChannel } from '#shared/base/parentChannel.ts';
import { decodeMessage, encodeMessage } from '#shared/ipc/codec.ts';
import type { DryRunRequest } from '#shared/ipc/conditionals/dryRun.ts';
import { runDryRun } from './runDryRun.ts';

const parent = openParentChannel(process as ChildSide, () => process.exit(0), serve);

function serve(message: unknown): void {
  try {
    const request = decodeMessage(String(message)) as DryRunRequest;
    parent?.post({ at: 'done', text: encodeMessage(runDryRun(request)) });
  } catch (error) {
    process.stderr.write(`Dry run: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}

parent?.post({ at: 'ready' });
