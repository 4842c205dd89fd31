import { expect, it } from 'vitest';
import { mayHaveWords } from '#shared/order/account/history.ts';
import { parseMarketId, parseOrderId } from '#shared/units/ids.ts';

const HARBOUR = parseMarketId('m-17');
const row = { market: HARBOUR, side: 'no', direction: 'sell', ids: [parseOrderId('9471'), null] } as const;
const word = (text: string, markets: (typeof HARBOUR)[] | null = []) => ({ text, markets });

it('leaves a row where every word may be in its market, its side or its ids', () => {
  expect(mayHaveWords(row, [])).toBe(true);
  expect(mayHaveWords(row, [word('sell'), word('no'), word('947'), word('m-17'), word('harb', [HARBOUR])])).toBe(true);
  expect(mayHaveWords(row, [word('sell'), word('buy')])).toBe(false);
  expect(mayHaveWords(row, [word('quay', [parseMarketId('m-18')])])).toBe(false);
});

it('leaves every row where its texts alone decide', () => {
  expect(mayHaveWords(row, [word('cancelled', null)])).toBe(true);
  expect(mayHaveWords(row, [word('cancelled', null), word('buy')])).toBe(false);
});
