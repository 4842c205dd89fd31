import { describe, expect, it } from 'vitest';
import type { ConditionalForm } from '#renderer/domain/conditionals/conditionalForm.ts';
import { type ConditionalPlan, planConditional } from '#renderer/domain/conditionals/conditionalPlan.ts';
import { openFrameClock } from '#renderer/feed/frameClock.ts';
import { type Mirror, openMirror } from '#renderer/feed/mirror.ts';
import type { Frame } from '#shared/ipc/frames/frame.ts';
import type { AccountView } from '#shared/ipc/views.ts';
import { DEFAULT_TICK } from '#shared/market/tickGrid.ts';
import { EMPTY_LEDGER } from '#shared/order/account/ledger.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { parseShares } from '#shared/units/shares.ts';
import { ZERO_USD } from '#shared/units/usd.ts';
import { makeBalance } from '#test/slice/makers.ts';
import { makeRiskView } from '#test/slice/riskMakers.ts';
import { bookOf, marketOf, positionOf, walletOf } from '../../panes/facts.ts';

const M = 'm' as MarketId;
const NOW = 1_000;
const STOP: ConditionalForm = {
  kind: 'stop',
  direction: 'sell',
  side: 'yes',
  size: '50%',
  source: null,
  fields: { trigger: '0.50', limit: '-1t' },
};

/** A book of 0.60 to 0.62, and 100 yes. */
function open(
  part: Partial<Frame> = {},
  positions = [positionOf(M, { quantity: parseShares('100'), sellable: parseShares('100') })],
): Mirror {
  const mirror = openMirror(openFrameClock(() => undefined));
  const account = {
    at: 'live',
    armed: true,
    feeRateMicros: 20_000,
    balance: makeBalance(),
    committed: ZERO_USD,
    unreadableRows: null,
    reconciledAtMs: 1,
    orders: [],
    fills: [],
    positions,
    ledger: EMPTY_LEDGER,
    risk: makeRiskView(),
  } as unknown as AccountView;
  mirror.applyFrame({
    seq: 1,
    sentAtMs: 0,
    clockOffsetMs: 0,
    catalogue: { markets: [marketOf(M), marketOf('s', { groupItemTitle: 'Snow' })], tick: DEFAULT_TICK } as never,
    account,
    wallet: walletOf(),
    books: [bookOf(M)],
    ...part,
  });
  return mirror;
}

const plan = (form: Partial<ConditionalForm>, mirror = open()): ConditionalPlan => {
  const made = planConditional(mirror, M, { ...STOP, ...form }, NOW);
  if (made.kind !== 'conditional') throw new Error(`Expected a plan, found ${made.field}: ${made.text}`);
  return made;
};

describe('the plan of a conditional order', () => {
  it('has its terms, what it does and its worst case, of a part of what can be sold', () => {
    const made = plan({});
    expect(made.terms).toMatchObject({ kind: 'stop', shares: parseShares('50'), limit: 490_000 });
    expect(made.summary).toBe('Stop: sell 50 yes at 0.49 when ask ≤ 0.50');
    expect(made.sentences[0]).toMatch(/^Sells 50 yes at 0\.49 or better when the best ask/);
    expect(made.worstCase[0]).toMatchObject({ what: 'proceeds', amount: 24_500_000n });
    expect(made.warnings).toEqual([]);
  });

  it('takes the outcome that is held where none is named, and asks where both are', () => {
    const no = positionOf(M, { outcome: 'no', quantity: parseShares('20'), sellable: parseShares('20') });
    expect(plan({ side: null, fields: { trigger: '0.2', limit: '0.2' } }, open({}, [no])).terms.outcome.side).toBe(
      'no',
    );
    const both = [positionOf(M, { quantity: parseShares('1') }), no];
    expect(planConditional(open({}, both), M, { ...STOP, side: null }, NOW)).toMatchObject({ field: 'side' });
  });

  it('names the field of what is missing, and the size where nothing can be sold', () => {
    expect(planConditional(open(), M, { ...STOP, fields: { trigger: '0.5' } }, NOW)).toMatchObject({ field: 'limit' });
    expect(planConditional(open({}, []), M, { ...STOP, size: 'all' }, NOW)).toMatchObject({
      field: 'size',
      text: 'Nothing of it can be sold',
    });
  });

  it('warns of a trigger that is true now, as far as every condition of it is known', () => {
    const fires = 'The trigger is true now: it would fire at once';
    expect(plan({ fields: { trigger: '0.65', limit: '0.6' } }).warnings).toContain(fires);
    expect(plan({ fields: { trigger: '0.65', limit: '0.6', or: 'snow bid >= 0.1' } }).warnings).toContain(fires);
    // The other market's book is not on this page.
    expect(plan({ fields: { trigger: '0.65', limit: '0.6', and: 'snow bid >= 0.1' } }).warnings).toEqual([]);
    const touched = { kind: 'takeProfit', source: 'bid', fields: { target: '0.55' } } as const;
    expect(plan(touched).warnings).toContain(fires);
  });

  it('names the other market of a condition', () => {
    const made = plan({ source: 'other', fields: { trigger: 'snow bid >= 0.6', limit: '0.5' } });
    expect(made.terms).toMatchObject({ trigger: { outcome: { market: 's', side: 'yes' } } });
  });

  it('warns of more than is held, and of a book that is not live', () => {
    expect(plan({ size: '500' }).warnings).toContain(
      'It is for more than is held: it never sells more than the position',
    );
    expect(plan({}, open({ books: [] })).warnings[0]).toMatch(/^The book is waiting: nothing fires/);
  });

  it('needs armed trading for a purchase alone', () => {
    const disarmed = open({ wallet: walletOf({ readiness: { code: 'disarmed', parameters: {} } }) });
    expect(plan({}, disarmed).blockedBy).toBeNull();
    const buy = { direction: 'buy', size: '10', fields: { trigger: '0.7', limit: '0.7' } } as const;
    expect(plan(buy, disarmed).blockedBy).toBe('It buys: arm trading first');
    expect(plan({}, open({ wallet: walletOf({ readiness: { code: 'locked', parameters: {} } }) })).step).toBe('unlock');
  });
});
