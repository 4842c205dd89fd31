/** Spread: the distance between the best prices of a book crosses a level. */

import { MEASURED } from '../../units/fields.ts';
import { MICROS } from '../../units/micros.ts';
import { CROSSES, defineAlert, level } from '../kind.ts';
import { readLiveBook } from '../readings.ts';
import { crossing } from './crossing.ts';

export const spread = defineAlert({
  name: 'Spread',
  fields: { crosses: CROSSES, level: level('Level', 'A price such as 0.60') },
  fact: { crosses: CROSSES, level: MEASURED, value: MEASURED },
  tone: 'alert',
  watches: () => 'book',
  check: ({ level }) => (level >= MICROS ? { field: 'level', problem: 'priceLevel' } : null),
  value: {
    ...crossing,
    read: (_condition, { top }) =>
      readLiveBook(top, ({ bestBid, bestAsk }) => (bestBid === null || bestAsk === null ? null : bestAsk - bestBid)),
    fact: ({ crosses, level }, value) => ({ crosses, level, value }),
    followsBook: true,
  },
  formatCondition: ({ crosses, level }, formats) => `Spread crosses ${crosses} ${formats.level(level)}`,
  formatFact: ({ crosses, level, value }, formats) =>
    `Spread ${formats.level(value)}, ${crosses} ${formats.level(level)}`,
});
