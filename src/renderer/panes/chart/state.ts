/** Candle period of one chart, shared by its header and its plot. */
import type { Period } from '#shared/market/candle.ts';
import { createPaneSetting } from '../../domain/panes.ts';

export const OFFERED_PERIODS = ['1m', '5m', '15m', '1h', '1d'] as const satisfies readonly Period[];

export const periodSetting = createPaneSetting<Period>(
  'period',
  '5m',
  (saved) => OFFERED_PERIODS.find((period) => period === saved) ?? null,
);
