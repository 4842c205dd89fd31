import { describe, expect, it } from 'vitest';
import { runDryRun } from '#dryRun/runDryRun.ts';
import { encodeMessage } from '#shared/ipc/codec.ts';
import type { DryRunReport, DryRunStep } from '#shared/ipc/conditionals/dryRun.ts';
import type { ConditionalTerms } from '#shared/order/conditional/terms.ts';
import { parseMarketId } from '#shared/units/ids.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { MARKET } from '#test/slice/makers.ts';
import { BASE, priceTrigger, STOP } from '#test/unit/shared/order/conditional/makers.ts';
import { EVERY_KIND, makeRequest } from './makers.ts';

const kindsOf = ({ steps }: DryRunReport): readonly string[] => steps.map(({ what }) => what.kind);
const find = <K extends DryRunStep['what']['kind']>(report: DryRunReport, kind: K) =>
  report.steps.flatMap(({ what, ...step }) =>
    what.kind === kind ? [{ ...step, what: what as Extract<typeof what, { kind: K }> }] : [],
  );

describe('a stop on a simulated day', () => {
  it('fires on a falling day, and its order is filled by the book of that day', () => {
    const report = runDryRun(makeRequest(STOP, 'falls'));
    expect(kindsOf(report).slice(0, 4)).toEqual(['armed', 'fired', 'placed', 'filled']);
    const [fired] = find(report, 'fired');
    const [evidence] = fired!.what.evidence;
    expect(evidence).toMatchObject({ kind: 'book', market: MARKET });
    expect(evidence?.kind === 'book' && evidence.bestAsk! <= parsePrice('0.35')).toBe(true);
    expect(find(report, 'placed')[0]?.what).toMatchObject({ price: STOP.limit, shares: STOP.shares, slot: 'stop' });
    const [total] = report.totals;
    expect(total).toMatchObject({ direction: 'sell', filled: STOP.shares, reference: 'trigger' });
    expect(total!.average).toBeGreaterThanOrEqual(STOP.worst);
    expect(total!.slippage).toBe(parsePrice('0.35') - total!.average);
    expect(report.life).toMatchObject({ at: 'done', reason: { code: 'filled' } });
  });

  it('never fires where the price stays away from it', () => {
    const far = { ...STOP, trigger: priceTrigger('ask', 'atOrBelow', '0.03') };
    const report = runDryRun(makeRequest(far, 'rises'));
    expect(kindsOf(report).filter((kind) => kind !== 'life')).toEqual(['armed']);
    expect(report.totals).toEqual([]);
    expect(report.life).toMatchObject({ at: 'ended', reason: { code: 'marketClosed' } });
  });

  it('is left with what the day did not buy', () => {
    const large = { ...STOP, shares: parseShares('500000'), limit: parsePrice('0.30') };
    const report = runDryRun(makeRequest(large, 'falls'));
    const [total] = report.totals;
    expect(total!.filled).toBeGreaterThan(0);
    expect(total!.filled).toBeLessThan(large.shares);
    expect(report.life).toMatchObject({ at: 'partial' });
  });
});

describe('a dry run', () => {
  it.each(Object.entries(EVERY_KIND))(
    'of a %s gives the same report for the same seed, and never more than intended',
    (_, terms) => {
      for (const how of ['falls', 'rises'] as const) {
        const report = runDryRun(makeRequest(terms, how));
        expect(encodeMessage(runDryRun(makeRequest(terms, how)))).toBe(encodeMessage(report));
        expect(kindsOf(report)[0]).toBe('armed');
        checkIntent(report, terms);
      }
    },
  );

  it('has another day for another seed', () => {
    const request = makeRequest(STOP, 'calm');
    const lines = [7, 8].map((seed) => runDryRun({ ...request, seed }).line.closes);
    expect(lines[0]).not.toEqual(lines[1]);
  });

  it('begins at the given price, spread and depth, and ends with its market', () => {
    const { line, endMs, start } = runDryRun(makeRequest(STOP, 'calm', 7, { price: parsePrice('0.20') }));
    expect(Math.abs(line.closes[0]! - parsePrice('0.20'))).toBeLessThan(30_000);
    expect(endMs).toBe(start.markets[0]!.closeAtMs! + 5_000);
    expect(line.closes.length * line.everyMs).toBeGreaterThanOrEqual(endMs - start.startMs);
  });

  it('watches another market, and an underlying', () => {
    const other = parseMarketId('other-market');
    const onOther = priceTrigger('bid', 'atOrAbove', '0.80', { outcome: { market: other, side: 'yes' } });
    const request = makeRequest({ ...STOP, trigger: onOther, limit: parsePrice('0.31') }, 'falls');
    const rising = makeRequest(STOP, 'rises').start.markets[0]!;
    const both = { ...request.start, markets: [...request.start.markets, { ...rising, market: other }] };
    const report = runDryRun({ ...request, start: both });
    expect(find(report, 'fired')[0]?.what.evidence[0]).toMatchObject({ kind: 'book', market: other });
    expect(report.totals[0]).toMatchObject({ outcome: STOP.outcome, reference: 'bestAtTrigger' });
    const price = 99.98;
    const trigger = {
      kind: 'underlying',
      symbol: 'BTC-USD',
      crosses: 'atOrBelow',
      price,
      confirm: { kind: 'double' },
    } as const;
    const onTick = runDryRun(makeRequest({ ...STOP, trigger, limit: parsePrice('0.31') }, 'calm'));
    const [tick] = find(onTick, 'fired')[0]!.what.evidence;
    expect(tick).toMatchObject({ kind: 'tick', symbol: 'BTC-USD' });
    expect(tick?.kind === 'tick' && tick.price <= price).toBe(true);
  });

  it('names what it assumed, and what a trailing stop followed', () => {
    const request = makeRequest(EVERY_KIND.trailing, 'falls', 7, { isGuessed: true });
    const holdings = [{ outcome: BASE.outcome, shares: BASE.shares, isAssumed: true }];
    const report = runDryRun({ ...request, holdings });
    expect(report.notes).toEqual([
      { code: 'noBook', parameters: { market: MARKET } },
      { code: 'holdingAssumed', parameters: { outcome: BASE.outcome, shares: BASE.shares } },
    ]);
    expect(report.trail.length).toBeGreaterThan(0);
    expect(report.trail.map(({ price }) => price)).toEqual(
      report.trail.map(({ price }) => price).toSorted((a, b) => a - b),
    );
  });

  it('sells no more than is held', () => {
    const request = makeRequest(STOP, 'falls');
    const report = runDryRun({
      ...request,
      holdings: [{ outcome: BASE.outcome, shares: parseShares('40'), isAssumed: false }],
    });
    expect(report.totals[0]?.filled).toBe(parseShares('40'));
  });

  it('counts fees, which only an order that takes pays', () => {
    const taken = runDryRun(makeRequest(STOP, 'falls')).totals[0]!;
    const rested = runDryRun(makeRequest(EVERY_KIND.takeProfit, 'rises')).totals[0]!;
    expect([taken.fees > 0n, rested.fees]).toEqual([true, 0n]);
  });
});

/** What is bought or sold is within the intent and the worst prices. */
it('gives what a filled leg leaves to the others, and what a fill offsets', () => {
  const legs = runDryRun(makeRequest(EVERY_KIND.oneCancelsAll, 'falls'));
  const [total, ...others] = legs.totals;
  expect([total?.filled, others, legs.intended]).toEqual([BASE.shares, [], BASE.shares]);
  expect(legs.life).toMatchObject({ at: 'done' });
  const offset = runDryRun(makeRequest(EVERY_KIND.offset, 'rises'));
  const [bought, sold] = offset.totals;
  expect([bought?.direction, bought?.filled]).toEqual(['buy', BASE.shares]);
  expect([sold?.direction, sold?.filled]).toEqual(['sell', BASE.shares]);
  expect(sold!.average).toBeGreaterThan(bought!.average);
});

function checkIntent(report: DryRunReport, terms: ConditionalTerms): void {
  for (const { direction, filled } of report.totals) {
    expect(filled).toBeLessThanOrEqual(terms.shares);
    if (terms.kind !== 'bracket' && terms.kind !== 'offset') expect(direction).toBe(terms.direction);
  }
  const worst = terms.kind === 'bracket' ? parsePrice('0.30') : terms.worst;
  for (const { what } of find(report, 'filled')) {
    if (what.direction === 'sell') expect(what.price).toBeGreaterThanOrEqual(worst);
    else expect(what.price).toBeLessThanOrEqual(terms.worst);
  }
}
