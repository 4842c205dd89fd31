/** The candle period that header and chart share. */
import type { Period } from '#shared/market/candle.ts';
import { createPaneState } from '../../ui/paneState.ts';

export const OFFERED = ['1m', '5m', '15m', '1h', '1d'] as const satisfies readonly Period[];

export const shownPeriod = createPaneState<Period>('5m');
