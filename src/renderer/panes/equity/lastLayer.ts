/** What recharts keeps of the last plot: its selectors hold their newest result until the next plot asks. */
/// <reference path="./recharts.d.ts" />
import { selectZIndexPortalElement } from 'recharts/es6/zIndex/zIndexSelectors.js';

/** Lets go of the element that the last layer was drawn into, and through it of every element of a pane that was closed. */
export function forgetLastLayer(): void {
  selectZIndexPortalElement({ zIndex: { zIndexMap: {} } }, undefined, false);
}
