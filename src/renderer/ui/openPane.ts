/** Requests to the dock: show, add, duplicate or close a pane. */
import { createEmitter } from '#shared/base/emitter.ts';

export type PaneRequest =
  /** Brings a pane of this kind to the front, or opens one. */
  | { readonly kind: 'show'; readonly name: string }
  /** Opens another pane of this kind. */
  | { readonly kind: 'add'; readonly name: string }
  | { readonly kind: 'duplicate' | 'close'; readonly id: string };

export const paneRequests = createEmitter<PaneRequest>();

export function openPane(name: string): void {
  paneRequests.emit({ kind: 'show', name });
}
