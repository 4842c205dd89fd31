/** Settings of one chart, shared by its header, its menu and its plot; saved with the layout. */
import type { Period } from '#shared/market/candle.ts';
import type { Side } from '#shared/market/outcome.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { createPaneSetting, createPaneState } from '../../domain/workspaces/panes.ts';
import type { PriceUnit } from './legend.ts';
import { type Levels, parseLevels } from './lines/levels.ts';
import { type AverageSetting, parseAverages } from './plot/indicators.ts';

export const OFFERED_PERIODS = ['1m', '5m', '15m', '1h', '1d'] as const satisfies readonly Period[];

function oneOf<T extends string>(values: readonly T[]): (saved: unknown) => T | null {
  return (saved) => values.find((value) => value === saved) ?? null;
}

const parseFlag = (saved: unknown): boolean | null => (typeof saved === 'boolean' ? saved : null);

export const periodSetting = createPaneSetting<Period>('period', '5m', oneOf<Period>(OFFERED_PERIODS));
export const viewSetting = createPaneSetting<Side>('view', 'yes', oneOf<Side>(['yes', 'no']));
export const unitSetting = createPaneSetting<PriceUnit>('unit', 'dollars', oneOf<PriceUnit>(['dollars', 'percent']));

export type VwapSetting = 'off' | 'day' | 'visible';
export const vwapSetting = createPaneSetting<VwapSetting>('vwap', 'off', oneOf<VwapSetting>(['off', 'day', 'visible']));
const NO_AVERAGES: readonly AverageSetting[] = [];
export const averagesSetting = createPaneSetting('averages', NO_AVERAGES, parseAverages);

export const volumeSetting = createPaneSetting('volume', true, parseFlag);
export const fillsSetting = createPaneSetting('fills', true, parseFlag);
export const ordersSetting = createPaneSetting('orders', true, parseFlag);
export const averageSetting = createPaneSetting('average', true, parseFlag);
export const alertsSetting = createPaneSetting('alerts', true, parseFlag);
export const underlyingSetting = createPaneSetting('underlying', true, parseFlag);

/** Markets of the same event that are drawn as lines; a market of another event is not drawn. */
export const MAX_OUTCOMES = 6;
const NO_OUTCOMES: readonly MarketId[] = [];
export const outcomesSetting = createPaneSetting<readonly MarketId[]>('outcomes', NO_OUTCOMES, (saved) =>
  Array.isArray(saved) && saved.length <= 4 * MAX_OUTCOMES && saved.every((id) => typeof id === 'string')
    ? (saved as MarketId[])
    : null,
);

const NO_LEVELS: Levels = {};
export const levelsSetting = createPaneSetting('levels', NO_LEVELS, parseLevels);

/** Rises with each request to show all of the newest bars again. */
export const zoomRequests = createPaneState('zoomRequests', 0);
/** Rises with each request to add a level at the crosshair, or at the last price. */
export const levelRequests = createPaneState('levelRequests', 0);
