import { afterEach, describe, expect, it, vi } from 'vitest';
import { disarm } from '#renderer/domain/account/readiness.ts';
import {
  currentReport,
  followReport,
  NOTICE_FACTS,
  type NoticeFact,
  type Report,
} from '#renderer/domain/noticeFacts.ts';
import { reportPlaced } from '#renderer/domain/orders/placeReport.ts';
import type { ConditionalsView } from '#shared/ipc/conditionals/conditionals.ts';
import { succeed } from '#shared/ipc/result.ts';
import type { AccountView, OrderView, WalletView } from '#shared/ipc/views.ts';
import type { ConditionalId } from '#shared/order/conditional/declaration/termsFields.ts';
import type { OrderLife } from '#shared/order/life.ts';
import { type OrderId, parseIntentId } from '#shared/units/ids.ts';
import { parseShares } from '#shared/units/shares.ts';
import { conditionalOf } from '../panes/conditionals/facts.ts';
import { restingOf } from '../panes/facts.ts';

const WHAT = 'buy 500 yes at 0.43';
const INTENT = parseIntentId('intent-1');
const ID = '7' as OrderId;

interface World {
  readonly orders?: readonly Partial<OrderView>[];
  readonly armed?: boolean;
  readonly conditionals?: Partial<ConditionalsView>;
  readonly lastFrameAtMs?: number;
}

function mirrorOf({ orders = [], armed = false, conditionals, lastFrameAtMs = 0 }: World) {
  return {
    account: () => ({ orders, armed }) as unknown as AccountView,
    wallet: () => ({ readiness: { code: armed ? 'armed' : 'disarmed', parameters: {} } }) as unknown as WalletView,
    conditionals: () =>
      conditionals === undefined ? null : ({ isHidden: false, ...conditionals } as ConditionalsView),
    lastFrameAtMs: () => lastFrameAtMs,
  };
}

const inLife = (life: OrderLife, filled = '0') => ({
  ...restingOf('7'),
  intentId: INTENT,
  life,
  filled: parseShares(filled),
  shares: parseShares('500'),
});

afterEach(() => vi.unstubAllGlobals());

describe('the notice of an order whose answer was lost', () => {
  const unknown = reportPlaced(WHAT, succeed({ outcome: 'unknown', orderId: null }), INTENT);
  const becomes = (life: OrderLife, filled?: string) =>
    currentReport(unknown, mirrorOf({ orders: [inLife(life, filled)] }));

  it('stands while nothing is known', () => {
    expect(followReport(unknown, mirrorOf({}))).toBeNull();
    const reason = { code: 'programStopped', parameters: {} } as const;
    expect(becomes({ at: 'unknown', sinceMs: 0, reason })).toBe(unknown);
  });

  it('becomes what the order turned out to be', () => {
    expect(becomes({ at: 'resting', orderId: ID })).toMatchObject({ tone: 'good', title: `It rests: ${WHAT}` });
    expect(becomes({ at: 'done', orderId: ID })).toMatchObject({ tone: 'good', title: `Filled: ${WHAT}` });
    expect(becomes({ at: 'cancelled', orderId: ID }, '41')).toMatchObject({
      title: `Cancelled: ${WHAT}`,
      detail: '41 of 500 filled',
    });
    expect(becomes({ at: 'rejected', orderId: ID, codes: ['market.order.x'] })).toMatchObject({
      tone: 'bad',
      title: `Rejected: ${WHAT}`,
    });
    const reason = { code: 'notListed', parameters: {} } as const;
    expect(becomes({ at: 'absent', reason })).toMatchObject({ title: `It never reached the exchange: ${WHAT}` });
  });

  it('changes again when what it became changes', () => {
    const rests = becomes({ at: 'resting', orderId: ID }) as Report;
    expect(followReport(rests, mirrorOf({ orders: [inLife({ at: 'resting', orderId: ID })] }))).toBeNull();
    const cancelled = mirrorOf({ orders: [inLife({ at: 'cancelled', orderId: ID })] });
    expect(followReport(rests, cancelled)).toMatchObject({ title: `Cancelled: ${WHAT}`, detail: null });
  });
});

describe('notices that end with their fact', () => {
  const shown = (fact: NoticeFact): Report => ({ tone: 'good', title: 'Armed: Stop', detail: null, fact });
  const stop = { ...conditionalOf('c1'), id: 'c1' as ConditionalId };
  const fact = { kind: 'conditional', id: stop.id, what: 'Stop: sell 100 yes' } as const;

  it('takes Armed back when the conditional order ends, and says when it needs an answer', () => {
    const at = (life: object) =>
      followReport(shown(fact), mirrorOf({ conditionals: { conditionals: [{ ...stop, life } as never] } }));
    const person = { code: 'person', parameters: {} };
    expect(at({ at: 'armed' })).toBeNull();
    expect(at({ at: 'waiting', reason: { code: 'locked', parameters: {} } })).toBeNull();
    expect(at({ at: 'cancelled', reason: person })).toBe('ended');
    expect(at({ at: 'done', reason: { code: 'filled', parameters: {} } })).toBe('ended');
    expect(at({ at: 'halted', reason: { code: 'restarted', parameters: {} } })).toMatchObject({
      tone: 'bad',
      title: expect.stringMatching(/^Needs an answer/),
      detail: fact.what,
    });
    expect(followReport(shown(fact), mirrorOf({ conditionals: { isHidden: true, conditionals: [] } }))).toBeNull();
  });

  it('ends what says that trading is disarmed once it is armed', () => {
    expect(followReport(shown({ kind: 'disarmed' }), mirrorOf({}))).toBeNull();
    expect(followReport(shown({ kind: 'disarmed' }), mirrorOf({ armed: true }))).toBe('ended');
  });

  it('keeps what says that trading is disarmed while the feed still shows it armed from before', () => {
    const before = mirrorOf({ armed: true });
    const wallet = before.wallet();
    const mirror = { ...before, wallet: () => wallet };
    // Main does not answer: the page's own act is what counts.
    vi.stubGlobal('window', { adyton: { account: { arm: () => new Promise(() => {}) } } });
    void disarm(mirror);
    expect(followReport(shown({ kind: 'disarmed' }), mirror)).toBeNull();
    expect(followReport(shown({ kind: 'disarmed' }), mirrorOf({ armed: true }))).toBe('ended');
  });

  it('confirms cancels once each of the orders has ended', () => {
    const cancels = shown({ kind: 'cancels', ids: ['7'] });
    expect(followReport(cancels, mirrorOf({ orders: [restingOf('7')] }))).toBeNull();
    expect(followReport(cancels, mirrorOf({}))).toBeNull();
    expect(followReport(cancels, mirrorOf({ orders: [inLife({ at: 'cancelled', orderId: ID })] }))).toMatchObject({
      tone: 'good',
      title: 'The cancel is confirmed',
    });
    expect(followReport(cancels, mirrorOf({ orders: [inLife({ at: 'done', orderId: ID })] }))).toMatchObject({
      tone: 'warn',
      title: 'The order had filled',
    });
  });

  it('ends the silence of main with the next data', () => {
    const silence = shown({ kind: 'silence', sinceMs: 10 });
    expect(followReport(silence, mirrorOf({ lastFrameAtMs: 10 }))).toBeNull();
    expect(followReport(silence, mirrorOf({ lastFrameAtMs: 11 }))).toBe('ended');
  });

  it('says for every kind of fact what ends it', () => {
    for (const { endsWhen } of Object.values(NOTICE_FACTS)) expect(endsWhen.length).toBeGreaterThan(10);
  });
});
