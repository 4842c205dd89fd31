/**
 * A label under the pointer while something is dragged, in the place of a picture of its row.
 *
 * Invariants  The label is part of no pane: the browser keeps the element of the last drag, and all around it, until the next drag.
 */
import './dragLabel.css';

/** Pixels between the pointer and the label, so that the pointer covers no text. */
const BESIDE = 14;

/** Called while `dragstart` is handled. */
export function showDragLabel(transfer: Pick<DataTransfer, 'setDragImage'>, text: string): void {
  const label = document.createElement('div');
  label.className = 'drag-label';
  label.textContent = text;
  document.body.append(label);
  transfer.setDragImage(label, -BESIDE, 0);
  // The browser has drawn it when the event is over.
  setTimeout(() => label.remove(), 0);
}
