/** The candle period that header and chart share. */
import type { Period } from '#shared/market/candle.ts';
import { holdValue } from '../../ui/held.ts';

export const OFFERED = ['1m', '5m', '15m', '1h', '1d'] as const satisfies readonly Period[];

export const shownPeriod = holdValue<Period>('5m');
