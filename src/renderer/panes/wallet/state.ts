/** The open form of a wallet pane and the result of the last one. */
import { createPaneState } from '../../domain/panes.ts';

/** `remove …` names the key by its id. */
export type ActName = 'password' | 'backup' | 'copy' | 'locks' | 'limit' | 'keychain' | 'older' | `remove ${string}`;

export interface Done {
  readonly text: string;
  /** Where a file was written. */
  readonly path: string | null;
}

export const openAct = createPaneState<ActName | null>('openAct', null);
export const lastDone = createPaneState<Done | null>('lastDone', null);

export function startAct(paneId: string, name: ActName): void {
  lastDone.set(paneId, null);
  openAct.set(paneId, name);
}

export function endAct(paneId: string, done: Done | null): void {
  openAct.set(paneId, null);
  lastDone.set(paneId, done);
}
