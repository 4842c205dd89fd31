/** Volume: contracts traded within the newest time window reach a level. */

import { MEASURED } from '../../units/fields.ts';
import { MICROS } from '../../units/micros.ts';
import { type AlertFormats, defineAlert, duration, level } from '../kind.ts';
import { readLiveBook } from '../readings.ts';

const count = (contracts: number, formats: AlertFormats): string =>
  `${formats.contracts(contracts)} ${contracts === MICROS ? 'contract' : 'contracts'}`;

export const volume = defineAlert({
  name: 'Volume',
  fields: {
    level: level('Contracts', 'Contracts such as 5000'),
    windowMs: duration(1_000, 3_600_000, {
      label: 'Within seconds',
      word: 'seconds',
      unitMs: 1_000,
      initial: '60',
      expected: 'From 1 to 3600 seconds',
    }),
  },
  fact: { level: MEASURED, windowMs: MEASURED, value: MEASURED },
  tone: 'alert',
  watches: () => 'book',
  check: ({ level }) => (level <= 0 ? { field: 'level', problem: 'level' } : null),
  windowMs: ({ windowMs }) => windowMs,
  value: {
    read: ({ windowMs }, look) => readLiveBook(look.top, () => look.volume(windowMs)),
    fact: ({ level, windowMs }, value) => ({ level, windowMs, value }),
    isMet: ({ level }, value) => value >= level,
    isCrossing: false,
  },
  formatCondition: ({ level, windowMs }, formats) => `${count(level, formats)} within ${formats.span(windowMs)}`,
  formatFact: ({ windowMs, value }, formats) => `${count(value, formats)} within ${formats.span(windowMs)}`,
});
