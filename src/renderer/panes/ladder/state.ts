/** State of one ladder, shared by its header and its rows. */
import type { Side } from '#shared/market/outcome.ts';
import { createPaneSetting, createPaneState } from '../../domain/workspaces/panes.ts';
import { parseHiddenColumns } from '../../ui/table/tableColumns.ts';
import { HIDDEN_AT_FIRST } from './canvas/layout.ts';
import { DEFAULT_PRESETS, readPresets } from './presets.ts';
import { VOLUME_WINDOWS, type VolumeWindow } from './volume.ts';

export const sideSetting = createPaneSetting<Side>('side', 'yes', (saved) =>
  saved === 'yes' || saved === 'no' ? saved : null,
);

/** True while the rows follow the middle of the book. */
export const followsMiddle = createPaneSetting<boolean>('followsMiddle', true, (saved) =>
  typeof saved === 'boolean' ? saved : null,
);

export const presetsSetting = createPaneSetting<readonly string[]>('presets', DEFAULT_PRESETS, readPresets);

/** The time of the traded volume. */
export const volumeSetting = createPaneSetting<VolumeWindow>(
  'volume',
  'watched',
  (saved) => VOLUME_WINDOWS.find((one) => one === saved) ?? null,
);

export const hiddenColumns = createPaneSetting<readonly string[]>('hiddenColumns', HIDDEN_AT_FIRST, parseHiddenColumns);

export interface KeptRows {
  readonly market: string;
  readonly side: Side;
  /** Millionths, in the terms of `side`. */
  readonly top: number;
}

/** The rows that a person scrolled to; null while they follow the market. */
export const keptRows = createPaneSetting<KeptRows | null>('rows', null, (saved) => {
  const { market, side, top } = (typeof saved === 'object' && saved !== null ? saved : {}) as Partial<KeptRows>;
  const isRead = typeof market === 'string' && (side === 'yes' || side === 'no') && Number.isSafeInteger(top);
  return isRead ? ({ market, side, top } as KeptRows) : null;
});

/** False while scrolled away from the middle: the header then marks its centre button. */
export const isCentred = createPaneState('isCentred', true);
