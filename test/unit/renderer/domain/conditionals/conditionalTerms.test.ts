import { describe, expect, it } from 'vitest';
import type { ConditionalForm } from '#renderer/domain/conditionals/conditionalForm.ts';
import { buildTerms, type FormFacts } from '#renderer/domain/conditionals/conditionalTerms.ts';
import { marketWords } from '#renderer/domain/markets/marketWords.ts';
import { DEFAULT_TICK } from '#shared/market/tickGrid.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { marketOf } from '../../panes/facts.ts';

const NOW = 1_800_000_000_000;
const outcome = { market: 'm' as MarketId, side: 'yes' } as const;

const facts: FormFacts = {
  outcome,
  shares: parseShares('500'),
  tick: DEFAULT_TICK,
  exchangeTimeMs: NOW,
  closeAtMs: NOW + 3_600_000,
  starts: { bid: parsePrice('0.44'), ask: parsePrice('0.46'), last: null, average: parsePrice('0.40') },
  underlying: 'BTC-USD',
  symbols: ['BTC-USD', 'ETH-USD'],
  markets: marketWords([marketOf('s', { groupItemTitle: 'Snow' })]),
  standIn: 'wait',
};

const form = (part: Partial<ConditionalForm>): ConditionalForm => ({
  kind: 'stop',
  direction: 'sell',
  side: 'yes',
  size: '500',
  source: null,
  fields: {},
  ...part,
});

const trigger = (text: string, source = 'ask', crosses = 'atOrBelow') => ({
  kind: 'price',
  outcome,
  source,
  crosses,
  price: parsePrice(text),
  minShares: parseShares('50'),
  maxSpread: 100_000,
  confirm: { kind: 'double' },
});

const base = { outcome, direction: 'sell', shares: parseShares('500'), startsWhen: null, goodTillMs: null };

describe('terms of a form', () => {
  it('of a stop watch the ask on two books, and are bounded by the limit', () => {
    expect(buildTerms(form({ fields: { trigger: '0.31', limit: '0.30' } }), facts)).toEqual({
      terms: {
        ...base,
        kind: 'stop',
        trigger: trigger('0.31'),
        limit: 300_000,
        worst: 300_000,
        walk: null,
      },
    });
  });

  it('of a stop with a worst price walk there a tick at a time', () => {
    const built = buildTerms(
      form({ source: 'bid', fields: { trigger: 'bid-4t', limit: '-1t', worst: '0.30' } }),
      facts,
    );
    expect(built).toMatchObject({
      terms: {
        trigger: trigger('0.40', 'bid'),
        limit: 390_000,
        worst: 300_000,
        walk: { ticks: 1, everyMs: 2_000 },
      },
    });
  });

  it('of a buying stop are mirrored', () => {
    const built = buildTerms(form({ direction: 'buy', fields: { trigger: '0.60', limit: '0.62' } }), facts);
    expect(built).toMatchObject({
      terms: { direction: 'buy', trigger: trigger('0.60', 'bid', 'atOrAbove'), limit: 620_000, worst: 620_000 },
    });
  });

  it('watch the underlying where the form says so, and start on another one', () => {
    const built = buildTerms(
      form({ source: 'underlying', fields: { trigger: '95000', limit: '0.30', when: 'eth >= 3500.5', expiry: '8h' } }),
      facts,
    );
    expect(built).toMatchObject({
      terms: {
        trigger: { kind: 'underlying', symbol: 'BTC-USD', crosses: 'atOrBelow', price: 95_000 },
        startsWhen: { kind: 'underlying', symbol: 'ETH-USD', crosses: 'atOrAbove', price: 3_500.5 },
        goodTillMs: NOW + 28_800_000,
      },
    });
  });

  it('of a take profit rest on the book at its price', () => {
    expect(buildTerms(form({ kind: 'takeProfit', fields: { target: 'average+50%' } }), facts)).toEqual({
      terms: { ...base, kind: 'takeProfit', limit: 600_000, worst: 600_000, touch: null },
    });
  });

  it('of a take profit by touch are sent when the market is there', () => {
    const touched = form({ kind: 'takeProfit', source: 'bid', fields: { target: '0.60' } });
    expect(buildTerms(touched, facts)).toEqual({
      terms: {
        ...base,
        kind: 'takeProfit',
        limit: 600_000,
        worst: 600_000,
        touch: trigger('0.60', 'bid', 'atOrAbove'),
      },
    });
    const beyond = form({ kind: 'takeProfit', source: 'bid', fields: { target: '0.60', trigger: '+2t' } });
    expect(buildTerms(beyond, facts)).toMatchObject({ terms: { touch: { price: 620_000 }, limit: 600_000 } });
  });

  it('watch another market, and join conditions to the trigger', () => {
    const snow = { kind: 'price', outcome: { market: 's', side: 'yes' }, source: 'bid', price: 600_000 };
    const other = form({ source: 'other', fields: { trigger: 'snow bid >= 0.60', limit: '0.30' } });
    expect(buildTerms(other, facts)).toMatchObject({ terms: { trigger: snow, limit: 300_000 } });
    const fields = { trigger: '0.31', limit: '0.30', holds: '10s', and: 'snow bid >= 0.60 and btc <= 95000' };
    expect(buildTerms(form({ fields }), facts)).toMatchObject({
      terms: {
        trigger: {
          kind: 'all',
          of: [{ ...trigger('0.31'), confirm: { kind: 'held', forMs: 10_000 } }, snow, { symbol: 'BTC-USD' }],
        },
      },
    });
    const either = form({ fields: { trigger: '0.31', limit: '0.30', or: 'snow bid >= 0.60' } });
    expect(buildTerms(either, facts)).toMatchObject({
      terms: { trigger: { kind: 'any', of: [trigger('0.31'), snow] } },
    });
    const start = form({ fields: { trigger: '0.31', limit: '0.30', when: 'eth >= 3500 or snow bid >= 0.60' } });
    expect(buildTerms(start, facts)).toMatchObject({
      terms: { startsWhen: { kind: 'any', of: [{ symbol: 'ETH-USD' }, snow] } },
    });
  });

  it('name what stands in for a stale book: what was typed, else the default', () => {
    const fields = { trigger: '0.31', limit: '0.30' };
    const built = (stale: string | null, standIn: FormFacts['standIn'], part: Partial<ConditionalForm> = {}) => {
      const made = form({ fields: stale === null ? fields : { ...fields, stale }, ...part });
      const terms = buildTerms(made, { ...facts, standIn });
      return 'problem' in terms ? terms.problem : terms.terms.standIn;
    };
    const below = { kind: 'underlying', symbol: 'BTC-USD', crosses: 'atOrBelow', price: 94_000 };
    expect(built(null, 'wait')).toBeUndefined();
    expect(built(null, 'rest')).toEqual({ kind: 'rest' });
    expect(built('wait', 'rest')).toBeUndefined();
    expect(built('btc <= 94000', 'wait')).toEqual(below);
    expect(built('underlying <= 94000', 'rest')).toEqual(below);
    const expected = 'Type wait, rest, or a condition such as BTC-USD <= 94000';
    expect(built(null, 'underlying')).toBe(expected);
    expect(built('snow bid >= 0.6', 'wait')).toBe(expected);
    // An order that buys never goes out on a book that is not live.
    expect(built(null, 'rest', { direction: 'buy', fields: { trigger: '0.6', limit: '0.6' } })).toBeUndefined();
    const buys = { direction: 'buy', fields: { trigger: '0.6', limit: '0.6', stale: 'rest' } } as const;
    expect(built(null, 'wait', buys)).toBe('An order that buys waits for a live book');
  });

  it('of an order that is killed need no other end', () => {
    const killed = form({ kind: 'goodTill', direction: 'buy', fields: { price: '0.42', kill: '2s' } });
    expect(buildTerms(killed, facts)).toMatchObject({ terms: { killAfterMs: 2_000, goodTillMs: null } });
    const neither = form({ kind: 'goodTill', fields: { price: '0.42' } });
    expect(buildTerms(neither, facts)).toMatchObject({ field: 'expiry' });
  });

  it('of a TWAP and a chase say what becomes of the rest', () => {
    const twap = { length: '10m', count: '5', worst: '0.3' };
    expect(buildTerms(form({ kind: 'twap', fields: twap }), facts)).toMatchObject({
      terms: { pricing: 'join', atEnd: 'report' },
    });
    expect(buildTerms(form({ kind: 'twap', fields: { ...twap, pricing: 'cross', end: 'rest' } }), facts)).toMatchObject(
      {
        terms: { pricing: 'cross', atEnd: 'rest' },
      },
    );
    const chase = { worst: '0.3', length: '5m' };
    expect(buildTerms(form({ kind: 'chase', fields: chase }), facts)).toMatchObject({
      terms: { maxMoves: 100, maxTicks: 1_000, atEnd: 'cancel' },
    });
    const bounded = { ...chase, moves: '4', within: '6t', end: 'take' };
    expect(buildTerms(form({ kind: 'chase', fields: bounded }), facts)).toMatchObject({
      terms: { maxMoves: 4, maxTicks: 6, atEnd: 'take' },
    });
  });

  it('of one-cancels-the-other have one amount for both', () => {
    const fields = { target: '0.60', trigger: '0.31', limit: '0.30', flip: '2t' };
    expect(buildTerms(form({ kind: 'oco', fields }), facts)).toMatchObject({
      terms: { shares: 500_000_000, takeProfit: 600_000, stop: { limit: 300_000 }, worst: 300_000, flipTicks: 2 },
    });
  });

  it('of a trailing stop name a worst price', () => {
    const fields = { distance: '2.5%', cap: '2t', worst: '0.20', activation: '0.50' };
    expect(buildTerms(form({ kind: 'trailing', fields }), facts)).toMatchObject({
      terms: { distance: { kind: 'bps', bps: 250 }, cap: 20_000, worst: 200_000, activation: 500_000 },
    });
    expect(buildTerms(form({ kind: 'trailing', fields: { distance: '3t', cap: '2t' } }), facts)).toEqual({
      field: 'worst',
      problem: 'Type a price such as 0.31 or bid-3t',
    });
  });

  it('of a bracket protect a purchase below its price', () => {
    const fields = { price: '0.42', target: '0.60', trigger: '-6t', limit: '-1t' };
    expect(buildTerms(form({ kind: 'bracket', direction: 'buy', fields }), facts)).toMatchObject({
      terms: {
        direction: 'buy',
        entry: { price: 420_000 },
        worst: 420_000,
        takeProfit: 600_000,
        stop: { trigger: trigger('0.36'), limit: 350_000 },
        batch: parseShares('50'),
      },
    });
  });

  it('of a sale before the close count back from it', () => {
    const fields = { before: '5m', limit: '0.40' };
    expect(buildTerms(form({ kind: 'closeBefore', fields }), facts)).toMatchObject({ terms: { beforeMs: 300_000 } });
    expect(buildTerms(form({ kind: 'closeBefore', fields }), { ...facts, closeAtMs: null })).toEqual({
      field: 'before',
      problem: 'The exchange states no close of this market',
    });
  });

  it.each<[string, Partial<ConditionalForm>, string, string]>([
    ['an empty field', { fields: { trigger: '0.31' } }, 'limit', 'Type a price such as 0.31 or bid-3t'],
    [
      'a limit on the wrong side of its trigger',
      { fields: { trigger: '0.31', limit: '0.32' } },
      'limit',
      'The limit must be at or below the trigger: it would rest beyond the market',
    ],
    [
      'a worst price better than the limit',
      { fields: { trigger: '0.31', limit: '0.30', worst: '0.31' } },
      'worst',
      'The worst price must be at or below the limit',
    ],
    [
      'a price beside one that is not known',
      { fields: { trigger: 'last-1t', limit: '0.30' } },
      'trigger',
      'The last price is not known now: type a price',
    ],
    [
      'a take profit below the stop',
      { kind: 'oco', fields: { target: '0.30', trigger: '0.31', limit: '0.30' } },
      'target',
      'The take profit must be above the stop',
    ],
    [
      'a stop above the purchase that it protects',
      { kind: 'bracket', direction: 'buy', fields: { price: '0.42', target: '0.6', trigger: '0.43', limit: '0.42' } },
      'trigger',
      'The stop must be below the price of the purchase',
    ],
    [
      'an underlying that no market has',
      { fields: { trigger: '0.31', limit: '0.30', when: 'doge >= 1' } },
      'when',
      'Expected one of BTC-USD, ETH-USD, found “doge >= 1”',
    ],
    [
      'a condition for a take profit that watches nothing',
      { kind: 'takeProfit', fields: { target: '0.6', holds: '10s' } },
      'holds',
      'Choose what it watches: else the order rests at once',
    ],
    [
      'a touch below the take profit',
      { kind: 'takeProfit', source: 'bid', fields: { target: '0.6', trigger: '0.5' } },
      'trigger',
      'The trigger must not be worse than the take profit: the order would rest',
    ],
    [
      'conditions that are joined in both ways',
      { fields: { trigger: '0.31', limit: '0.30', and: 'btc <= 1', or: 'eth <= 1' } },
      'or',
      'Conditions are joined by and, or by or, not by both',
    ],
    [
      'a market that is not listed',
      { source: 'other', fields: { trigger: 'rain bid >= 0.6', limit: '0.30' } },
      'trigger',
      'Expected a market by its name or id, found “rain”',
    ],
    [
      'an end that is none of its kind',
      { kind: 'twap', fields: { length: '10m', count: '5', worst: '0.3', end: 'take' } },
      'end',
      'Expected report, rest, cross, found “take”',
    ],
    [
      'a time that is too short',
      { kind: 'goodTill', fields: { price: '0.4', expiry: '1s' } },
      'expiry',
      'Time must be from 5s to 30d, found “1s”',
    ],
    [
      'a scale of more orders than lots',
      { kind: 'scale', fields: { price: '0.4', target: '0.5', count: '21' } },
      'count',
      'Expected a whole number from 2 to 20, found “21”',
    ],
    [
      'a clip that is more than the order',
      { kind: 'iceberg', fields: { price: '0.4', clip: '501' } },
      'clip',
      'A clip must be smaller than the order',
    ],
    [
      'a TWAP without a worst price',
      { kind: 'twap', fields: { length: '10m', count: '5' } },
      'worst',
      'Type a price such as 0.31 or bid-3t',
    ],
    [
      'a chase without a time',
      { kind: 'chase', fields: { worst: '0.4' } },
      'length',
      'Type a time such as 10m or 1h30m',
    ],
  ])('name the field of %s', (_what, part, field, problem) => {
    expect(buildTerms(form(part), facts)).toEqual({ field, problem });
  });
});

describe('legs and offsets of a form', () => {
  const oca = (fields: ConditionalForm['fields']) =>
    buildTerms(form({ kind: 'oneCancelsAll', direction: 'buy', fields: { price: '0.40', ...fields } }), facts);
  const offset = (fields: ConditionalForm['fields']) =>
    buildTerms(form({ kind: 'offset', direction: 'buy', fields: { price: '0.40', ...fields } }), facts);

  it('of a one-cancels-all are on outcomes of their own, one on the book at a time', () => {
    expect(oca({ leg2: 'snow no 50 @ 0.30', leg3: 'no 20 @ 0.50' })).toEqual({
      terms: {
        ...base,
        direction: 'buy',
        kind: 'oneCancelsAll',
        worst: 400_000,
        mode: 'block',
        legs: [
          { outcome, shares: parseShares('500'), price: 400_000 },
          { outcome: { market: 's', side: 'no' }, shares: parseShares('50'), price: 300_000 },
          { outcome: { ...outcome, side: 'no' }, shares: parseShares('20'), price: 500_000 },
        ],
      },
    });
    expect(oca({ leg2: 'snow no 50 @ 0.30', mode: 'race' })).toMatchObject({ terms: { mode: 'race' } });
  });

  it('name the field that is missing or wrong', () => {
    expect(oca({})).toMatchObject({ field: 'leg2', problem: expect.stringContaining('Type a leg') });
    expect(oca({ leg2: 'yes 50 @ 0.30' })).toMatchObject({
      field: 'leg2',
      problem: expect.stringContaining('its own'),
    });
    expect(oca({ leg2: 'snow no 50 @ 0.30', leg4: 'x' })).toMatchObject({ field: 'leg4' });
    expect(offset({})).toMatchObject({ field: 'steps' });
    expect(offset({ steps: '60t' })).toMatchObject({ field: 'steps' });
    expect(offset({ steps: '2t', batch: '501' })).toMatchObject({ field: 'batch' });
    expect(offset({ steps: '2t,3t', batch: '10' })).toMatchObject({ field: 'batch' });
  });

  it('of an offset are in batches of a tenth unless another size is typed', () => {
    const parent = { price: 400_000, postOnly: false };
    expect(offset({ steps: '2t,4t' })).toMatchObject({
      terms: { kind: 'offset', parent, worst: 400_000, batch: parseShares('50'), steps: [2, 4] },
    });
    expect(offset({ steps: '2t', batch: '500' })).toMatchObject({ terms: { batch: parseShares('500') } });
  });
});
