/** Stream: the book of a market, or the account, is not live for so long. */
import { MEASURED } from '../../units/fields.ts';
import { chosen, defineAlert, duration } from '../kind.ts';

const STREAMS = { book: 'Book', account: 'Account' } as const;
const of = chosen(STREAMS, { label: 'Data', word: 'stream', initial: 'book' });

export const stream = defineAlert({
  name: 'Stream',
  fields: {
    of,
    forMs: duration(1_000, 3_600_000, {
      label: 'Not live for seconds',
      word: 'seconds',
      unitMs: 1_000,
      initial: '60',
      expected: 'From 1 to 3600 seconds',
    }),
  },
  fact: { of, forMs: MEASURED },
  tone: 'warning',
  watches: ({ of }) => of,
  value: {
    read: (_condition, { account, notLiveMs }) =>
      account === 'none' ? { code: 'account', parameters: { at: account } } : notLiveMs(),
    fact: ({ of }, forMs) => ({ of, forMs }),
    isMet: ({ forMs }, value) => value >= forMs,
    isCrossing: false,
  },
  formatCondition: ({ of, forMs }, formats) => `${STREAMS[of]} not live for ${formats.span(forMs)}`,
  formatFact: ({ of, forMs }, formats) => `${STREAMS[of]} not live for ${formats.span(forMs)}`,
});
