/** Texts of tick health: why the price of an underlying is quiet or stale. */
import { formatDuration } from '../../base/formatDuration.ts';
import type { TickReasons } from '../../market/tickHealth.ts';
import type { Catalogue } from '../catalogue.ts';

export const TICK_TEXTS: Catalogue<TickReasons> = {
  silent: ({ limitMs }) =>
    `No price for longer than ${formatDuration(limitMs, { tenths: true })}, which is unusual here: the stream is opened again`,
};
