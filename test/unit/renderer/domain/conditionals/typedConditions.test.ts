import { describe, expect, it } from 'vitest';
import {
  type ConditionFacts,
  parseConditions,
  writeConditions,
} from '#renderer/domain/conditionals/typedConditions.ts';
import { marketWords } from '#renderer/domain/markets/marketWords.ts';
import { DEFAULT_TICK } from '#shared/market/tickGrid.ts';
import type { Trigger } from '#shared/order/conditional/trigger.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { formatMicros } from '#shared/units/micros.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { marketOf } from '../../panes/facts.ts';

const markets = marketWords([
  marketOf('s', { groupItemTitle: 'Snow' }),
  marketOf('r', { groupItemTitle: 'Rovers', title: 'Rovers v Albion' }),
]);
const facts: ConditionFacts = {
  outcome: { market: 'm' as MarketId, side: 'no' },
  tick: DEFAULT_TICK,
  minShares: parseShares('50'),
  underlying: 'BTC-USD',
  symbols: ['BTC-USD', 'ETH-USD'],
  markets,
};
const double = { kind: 'double' };

const price = (
  market: string,
  side: string,
  source: string,
  crosses: string,
  text: string,
  confirm: object = double,
) => ({
  kind: 'price',
  outcome: { market, side },
  source,
  crosses,
  price: parsePrice(text),
  minShares: parseShares('50'),
  maxSpread: 100_000,
  confirm,
});
const symbol = (name: string, crosses: string, at: number, confirm: object = double) => ({
  kind: 'underlying',
  symbol: name,
  crosses,
  price: at,
  confirm,
});

describe('a typed condition', () => {
  it.each([
    ['snow bid >= 0.60', price('s', 'yes', 'bid', 'atOrAbove', '0.6')],
    ['Snow no ask<=.4', price('s', 'no', 'ask', 'atOrBelow', '0.4')],
    ['rov mid >= 0.5 held 10s', price('r', 'yes', 'mid', 'atOrAbove', '0.5', { kind: 'held', forMs: 10_000 })],
    ['rovers albion no bid >= 0.5', price('r', 'no', 'bid', 'atOrAbove', '0.5')],
    ['last <= 0.31', price('m', 'no', 'last', 'atOrBelow', '0.31')],
    ['yes bid >= 0.31', price('m', 'yes', 'bid', 'atOrAbove', '0.31')],
    ['btc-usd >= 96000', symbol('BTC-USD', 'atOrAbove', 96_000)],
    ['underlying <= 95000.5 held 1m', symbol('BTC-USD', 'atOrBelow', 95_000.5, { kind: 'held', forMs: 60_000 })],
  ])('%s', (text, condition) => {
    const parsed = parseConditions(text, facts);
    expect(parsed).toEqual({ ok: true, value: { joined: 'all', of: [condition] } });
    const written = writeConditions(condition as Trigger, facts.outcome, markets, (micros) => formatMicros(micros, 2));
    expect(parseConditions(written, facts)).toEqual(parsed);
  });

  it('is joined to others by one word', () => {
    const [first, second] = [symbol('ETH-USD', 'atOrAbove', 3_500), price('s', 'yes', 'bid', 'atOrAbove', '0.6')];
    const of = [first, second];
    expect(parseConditions('eth >= 3500 and snow bid >= 0.60', facts)).toEqual({
      ok: true,
      value: { joined: 'all', of },
    });
    expect(parseConditions('eth >= 3500 OR snow bid >= 0.60', facts)).toEqual({
      ok: true,
      value: { joined: 'any', of },
    });
  });

  it.each([
    ['snow', 'Expected a condition such as BTC-USD >= 96000 or snow bid >= 0.60, found “snow”'],
    ['snow bid', 'Expected a condition such as BTC-USD >= 96000 or snow bid >= 0.60, found “snow bid”'],
    ['two words bid >= 0.6', 'Expected a market by its name or id, found “two words”'],
    ['rain bid >= 0.60', 'Expected a market by its name or id, found “rain”'],
    ['snow bid >= 0.605', 'Price must be a multiple of 0.01 from 0.01 to 0.99, found “0.605”'],
    [
      'snow bid >= 0.60 held',
      'Expected a condition such as BTC-USD >= 96000 or snow bid >= 0.60, found “snow bid >= 0.60…”',
    ],
    ['snow bid >= 0.60 held 0s', 'Time must be such as 30s, 10m or 1h30m, found “0s”'],
    ['bid >= 0.6 and ask <= 0.3 or last <= 0.2', 'Join conditions by and, or by or, not by both'],
    [Array.from({ length: 9 }, () => 'bid >= 0.6').join(' and '), 'At most 8 conditions'],
    ['doge >= 1', 'Expected one of BTC-USD, ETH-USD, found “doge >= 1”'],
  ])('%s: %s', (text, hint) => {
    expect(parseConditions(text, facts)).toEqual({ ok: false, hint });
  });

  it('on an underlying needs one', () => {
    expect(parseConditions('underlying >= 1', { ...facts, underlying: null })).toEqual({
      ok: false,
      hint: 'No underlying price decides this market',
    });
  });
});
