/** Requests to the dock: show, reveal, add, duplicate, close, float or detach a pane. */
import { createEmitter } from '#shared/base/emitter.ts';
import type { PaneLink } from './links.ts';

export type PaneRequest =
  /** Brings a pane of this kind to the front, or opens one; with the focus also one in another window. */
  | { readonly kind: 'show'; readonly name: string; readonly takesFocus?: true }
  /** Opens another pane of this kind; without a colour it gets a free one. */
  | { readonly kind: 'add'; readonly name: string; readonly link?: PaneLink }
  /** Brings a pane to the front if a tab hides it. */
  | { readonly kind: 'reveal'; readonly id: string }
  | { readonly kind: 'duplicate'; readonly id: string }
  | { readonly kind: 'close'; readonly id: string }
  /** Makes the group of a pane so high, at the cost of those above and below; null: as it was before. */
  | { readonly kind: 'height'; readonly id: string; readonly height: number | null }
  /** Lifts a pane above the others, or puts a floating one back. */
  | { readonly kind: 'float'; readonly id: string }
  /** Moves a pane, or all panes of its group, to a window of their own. */
  | { readonly kind: 'detach'; readonly id: string; readonly isGroup: boolean };

export const paneRequests = createEmitter<PaneRequest>();

export function openPane(name: string): void {
  paneRequests.emit({ kind: 'show', name });
}

/** Shows it in whichever window it is, or opens it, and gives it the focus, so that keys go on there. */
export function focusPane(name: string): void {
  paneRequests.emit({ kind: 'show', name, takesFocus: true });
}

export function addPane(name: string): void {
  paneRequests.emit({ kind: 'add', name });
}

export function duplicatePane(id: string): void {
  paneRequests.emit({ kind: 'duplicate', id });
}

export function closePane(id: string): void {
  paneRequests.emit({ kind: 'close', id });
}

export function floatPane(id: string): void {
  paneRequests.emit({ kind: 'float', id });
}

export function askForHeight(id: string, height: number | null): void {
  paneRequests.emit({ kind: 'height', id, height });
}

export function detachPane(id: string, isGroup = false): void {
  paneRequests.emit({ kind: 'detach', id, isGroup });
}
