/** Time to close: so long before a market closes, by the close that the exchange has then. */
import { MEASURED } from '../../units/fields.ts';
import { defineAlert, duration } from '../kind.ts';

export const timeToClose = defineAlert({
  name: 'Time to close',
  fields: {
    beforeMs: duration(1_000, 30 * 86_400_000, {
      label: 'Minutes before the close',
      word: 'minutes',
      unitMs: 60_000,
      initial: '5',
      expected: 'Whole minutes, up to 30 days',
    }),
  },
  fact: { leftMs: MEASURED },
  tone: 'alert',
  watches: () => 'market',
  value: {
    read: (_condition, { market, nowMs }) => {
      const closeAtMs = market?.closeAtMs ?? null;
      return closeAtMs === null || closeAtMs <= nowMs ? { code: 'closed', parameters: {} } : closeAtMs - nowMs;
    },
    fact: (_condition, leftMs) => ({ leftMs }),
    isMet: ({ beforeMs }, leftMs) => leftMs <= beforeMs,
    isCrossing: false,
  },
  formatCondition: ({ beforeMs }, formats) => `${formats.span(beforeMs)} before the close`,
  formatFact: ({ leftMs }, formats) => `Closes in ${formats.duration(leftMs)}`,
});
