import { applyAccountChange } from '#shared/ipc/frames/accountChange.ts';
import { changeCatalogue } from '#shared/ipc/frames/catalogueChange.ts';
import type { Frame } from '#shared/ipc/frames/frame.ts';

/** Adds a frame to what a page shows: its parts, and the account after its change. */
export function foldFrame(shown: Partial<Frame>, frame: Frame): void {
  const { account, catalogue } = shown;
  Object.assign(shown, frame);
  if (account && frame.accountChange)
    Object.assign(shown, { account: applyAccountChange(account, frame.accountChange) });
  if (catalogue && !frame.catalogue) Object.assign(shown, { catalogue: changeCatalogue(catalogue, frame) });
}
