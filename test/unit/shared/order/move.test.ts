import { describe, expect, it } from 'vitest';
import { MOVE_START, type MoveEvent, type MovePlan, type MoveState, reduceMove } from '#shared/order/move.ts';
import { parseIntentId, parseOrderId } from '#shared/units/ids.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { MARKET, noAnswer } from '#test/slice/makers.ts';

const plan: MovePlan = {
  moveId: parseIntentId('move-0001'),
  orderId: parseOrderId('7'),
  market: MARKET,
  side: 'yes',
  direction: 'buy',
  from: parsePrice('0.40'),
  to: parsePrice('0.45'),
  shares: parseShares('80'),
  filledBefore: parseShares('20'),
};

function run(...events: MoveEvent[]): MoveState {
  return events.reduce<MoveState>((state, event) => reduceMove(state, event, plan), MOVE_START);
}

const ended = (at: 'cancelled' | 'done' | 'rejected', filled: string): MoveEvent => {
  return { kind: 'oldEnded', at, filled: parseShares(filled) };
};
const accepted: MoveEvent = { kind: 'placed', receipt: { outcome: 'accepted', orderId: parseOrderId('9') } };

describe('a move', () => {
  it('places nothing on the answer to a cancel, only on the state of the old order', () => {
    expect(run({ kind: 'cancelAnswered', receipt: { outcome: 'cancelled' } })).toEqual(MOVE_START);
    expect(run(ended('cancelled', '20'))).toEqual({
      at: 'placing',
      shares: parseShares('80'),
      filledMeanwhile: parseShares('0'),
    });
  });

  it('places what is left after fills during the cancel', () => {
    const state = run(ended('cancelled', '50'), accepted);
    expect(state).toMatchObject({
      at: 'ended',
      outcome: { code: 'moved', parameters: { shares: parseShares('50'), filledMeanwhile: parseShares('30') } },
    });
  });

  it('places nothing when the old order filled, and says so', () => {
    expect(run(ended('done', '100'))).toMatchObject({ outcome: { code: 'filled' } });
    expect(run(ended('cancelled', '100'))).toMatchObject({ outcome: { code: 'filled' } });
    expect(run(ended('rejected', '20'))).toMatchObject({ outcome: { code: 'oldEnded' } });
  });

  it('waits for proof of a cancel without an answer, and ends without it', () => {
    const lost: MoveEvent = { kind: 'cancelAnswered', receipt: { outcome: 'unknown', reason: noAnswer() } };
    expect(run(lost)).toEqual({ at: 'proving', reason: noAnswer() });
    expect(run(lost, ended('cancelled', '20'))).toMatchObject({ at: 'placing' });
    expect(run(lost, { kind: 'timedOut' })).toMatchObject({
      at: 'ended',
      outcome: { code: 'cancelNotProved', parameters: { reason: noAnswer() } },
    });
    expect(run(lost, { kind: 'timedOut' }, ended('cancelled', '20'))).toMatchObject({ at: 'ended' });
  });

  it('places nothing once it was stopped', () => {
    const stop: MoveEvent = { kind: 'stopped', by: 'panic' };
    expect(run(stop, ended('cancelled', '20'))).toEqual({
      at: 'ended',
      outcome: { code: 'stopped', parameters: { by: 'panic' } },
    });
  });

  it('says that the old order is gone when the new one is refused or its answer is lost', () => {
    const denied: MoveEvent = {
      kind: 'placed',
      receipt: { outcome: 'denied', orderId: null, denials: [{ code: 'disarmed', parameters: {} }] },
    };
    expect(run(ended('cancelled', '20'), denied)).toMatchObject({ outcome: { code: 'newRefused' } });
    const lost: MoveEvent = { kind: 'placed', receipt: { outcome: 'unknown', orderId: null } };
    expect(run(ended('cancelled', '20'), lost)).toMatchObject({ outcome: { code: 'newUnknown' } });
  });
});
