/**
 * Crosshair shared by the charts of one link group.
 *
 * Units       Times in Unix ms, prices in YES terms as floats, so that charts of other periods and of the other outcome follow.
 */
import { createEmitter } from '#shared/base/emitter.ts';
import type { LinkKey } from '../../domain/links.ts';

export interface SharedCrosshair {
  readonly group: LinkKey;
  /** The chart that the pointer is on. */
  readonly paneId: string;
  /** Null when the pointer left the bars. */
  readonly at: { readonly timeMs: number; readonly price: number } | null;
}

export const sharedCrosshair = createEmitter<SharedCrosshair>();
