/** Which act's form is open and what the last one did: they outlive the pane, which is not drawn behind another tab. */
import { createPaneState } from '../../ui/paneState.ts';

/** `remove …` names the key by its id. */
export type ActName = 'password' | 'backup' | 'copy' | 'locks' | 'limit' | 'keychain' | 'older' | `remove ${string}`;

export interface Done {
  readonly text: string;
  /** Where a file was written. */
  readonly path: string | null;
}

export const openAct = createPaneState<ActName | null>(null);
export const lastDone = createPaneState<Done | null>(null);

export function startAct(name: ActName): void {
  lastDone.set(null);
  openAct.set(name);
}

export function endAct(done: Done | null): void {
  openAct.set(null);
  lastDone.set(done);
}
