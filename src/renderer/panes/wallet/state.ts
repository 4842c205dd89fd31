/** The open form of a wallet pane and the result of the last one. */
import { createPaneState } from '../../domain/workspaces/panes.ts';

/** `remove …` and `session …` name the key by its id, `unlist …` the address, the others the market. */
export type FormName =
  | 'password'
  | 'backup'
  | 'copy'
  | 'locks'
  | 'limit'
  | 'panic'
  | 'exits'
  | 'keychain'
  | 'direction'
  | 'older'
  | 'consent'
  | 'handler'
  | 'session'
  | 'authorise'
  | `session ${string}`
  | 'withdraw'
  | 'redeem'
  | 'split'
  | 'address'
  | `unlist ${string}`
  | `redeem ${string}`
  | `merge ${string}`
  | `market ${string}`
  | `remove ${string}`;

export interface FormResult {
  readonly text: string;
  /** The file that was written. */
  readonly path: string | null;
}

export const openForm = createPaneState<FormName | null>('openForm', null);
export const lastResult = createPaneState<FormResult | null>('lastResult', null);

export function showForm(paneId: string, name: FormName): void {
  lastResult.set(paneId, null);
  openForm.set(paneId, name);
}

export function closeForm(paneId: string, result: FormResult | null): void {
  openForm.set(paneId, null);
  lastResult.set(paneId, result);
}
