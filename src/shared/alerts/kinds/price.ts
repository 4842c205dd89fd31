/** Price: a price of an outcome's book crosses a level. */

import { MEASURED } from '../../units/fields.ts';
import { MICROS } from '../../units/micros.ts';
import { CROSSES, chosen, defineAlert, level, OUTCOME_SIDES } from '../kind.ts';
import { PRICE_SOURCES, readLiveBook, readPrice } from '../readings.ts';
import { crossing } from './crossing.ts';

const of = chosen(PRICE_SOURCES, { label: 'Price', initial: 'mid' });
const side = chosen(OUTCOME_SIDES, { label: 'Outcome', initial: 'yes' });
const fields = { of, side, crosses: CROSSES, level: level('Level', 'A price such as 0.60') };

export const price = defineAlert({
  name: 'Price',
  fields,
  fact: { of, side, crosses: CROSSES, level: MEASURED, value: MEASURED },
  tone: 'alert',
  watches: () => 'book',
  check: ({ level }) => (level <= 0 || level >= MICROS ? { field: 'level', problem: 'priceLevel' } : null),
  value: {
    ...crossing,
    read: ({ of, side }, { top }) => readLiveBook(top, (live) => readPrice(of, side, live)),
    fact: ({ of, side, crosses, level }, value) => ({ of, side, crosses, level, value }),
    followsBook: true,
    readTrade: ({ of, side }, price) => (of !== 'last' ? null : side === 'yes' ? price : MICROS - price),
  },
  formatCondition: ({ of, side, crosses, level }, formats) =>
    `${PRICE_SOURCES[of]} of ${OUTCOME_SIDES[side]} crosses ${crosses} ${formats.level(level)}`,
  formatFact: ({ of, side, crosses, level, value }, formats) =>
    `${PRICE_SOURCES[of]} of ${OUTCOME_SIDES[side]} ${formats.level(value)}, ${crosses} ${formats.level(level)}`,
});
