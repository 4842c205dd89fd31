import { describe, expect, it } from 'vitest';
import { ACT_REPORT_MS, createStreamProof, READ_AHEAD_MS } from '#main/trading/account/streamProof.ts';
import { parseOrderId } from '#shared/units/ids.ts';
import { parseShares } from '#shared/units/shares.ts';
import { openFakeClock } from '#test/slice/fakeClock.ts';
import { makeFill, makeOrder } from '#test/slice/makers.ts';

const SEVEN = parseOrderId('7');

function openProof() {
  const clock = openFakeClock();
  let reopened = 0;
  let passes = 0;
  const proof = createStreamProof({
    clock,
    schedule: clock.schedule,
    latestPass: () => passes,
    readAll() {
      passes += 1;
    },
    reopen() {
      reopened += 1;
      proof.drop();
    },
    onChange: () => {},
  });
  return { clock, proof, reopened: () => reopened, confirm: () => proof.confirm(passes) };
}

describe('the stream proof', () => {
  it('doubts a stream that does not report a placement within two seconds, and opens it anew', async () => {
    const { clock, proof, reopened } = openProof();
    proof.expectPlaced(SEVEN);
    await clock.advance(ACT_REPORT_MS - 1);
    expect(proof.doubt()).toBeNull();
    await clock.advance(1);
    expect(proof.doubt()).toEqual({ code: 'actNotReported', parameters: { act: 'place', orderId: '7' } });
    expect(reopened()).toBe(1);
  });

  it('is content with an event before the answer, and with one in time', async () => {
    const { clock, proof, reopened } = openProof();
    proof.hearOrder(makeOrder('7'));
    proof.expectPlaced(SEVEN);
    proof.expectPlaced(parseOrderId('8'));
    await clock.advance(ACT_REPORT_MS - 1);
    proof.hearOrder(makeOrder('8'));
    await clock.advance(60_000);
    expect(proof.doubt()).toBeNull();
    expect(reopened()).toBe(0);
  });

  it('wants the closed order after a cancel, unless a later read still lists it', async () => {
    const { clock, proof } = openProof();
    proof.hearOrder(makeOrder('7'));
    proof.expectCancelled(SEVEN, () => true);
    await clock.advance(ACT_REPORT_MS);
    expect(proof.doubt()).toBeNull();
    proof.expectCancelled(SEVEN, () => false);
    await clock.advance(ACT_REPORT_MS);
    expect(proof.doubt()).toEqual({ code: 'actNotReported', parameters: { act: 'cancel', orderId: '7' } });
  });

  it.each([
    ['a larger fill', makeOrder('7', { filledShares: parseShares('40') })],
    ['an end', makeOrder('7', { state: 'done' })],
  ])('doubts a stream one second after a read showed %s that it had not', async (_, order) => {
    const { clock, proof } = openProof();
    proof.hearOrder(makeOrder('7', { filledShares: parseShares('10') }));
    proof.expectOrder(order);
    await clock.advance(READ_AHEAD_MS - 1);
    expect(proof.doubt()).toBeNull();
    await clock.advance(1);
    expect(proof.doubt()).toEqual({ code: 'streamBehind', parameters: { orderId: '7' } });
  });

  it('doubts a stream that lacks a fill that a read has', async () => {
    const { clock, proof } = openProof();
    proof.hearFill(makeFill('1'));
    proof.expectFill(makeFill('1'));
    await clock.advance(READ_AHEAD_MS);
    expect(proof.doubt()).toBeNull();
    proof.expectFill(makeFill('2'));
    await clock.advance(READ_AHEAD_MS);
    expect(proof.doubt()).toMatchObject({ code: 'streamBehind' });
  });

  it('believes a reopened stream after one failure, and after a second when it reports something', async () => {
    const { clock, proof, confirm } = openProof();
    proof.expectPlaced(SEVEN);
    await clock.advance(ACT_REPORT_MS);
    confirm();
    expect(proof.doubt()).toBeNull();
    proof.expectPlaced(SEVEN);
    await clock.advance(ACT_REPORT_MS);
    confirm();
    expect(proof.doubt()).not.toBeNull();
    proof.hearOther();
    confirm();
    expect(proof.doubt()).toBeNull();
  });

  it('believes it after a second failure when a read ten seconds after the first agrees with its silence', async () => {
    const { clock, proof, confirm } = openProof();
    for (let failure = 0; failure < 2; failure += 1) {
      proof.expectPlaced(SEVEN);
      await clock.advance(ACT_REPORT_MS);
    }
    confirm();
    await clock.advance(9_999);
    confirm();
    expect(proof.doubt()).not.toBeNull();
    await clock.advance(1);
    confirm();
    expect(proof.doubt()).toBeNull();
  });

  it('counts no read as agreement while the stream owes a report', async () => {
    const { clock, proof, confirm, reopened } = openProof();
    for (let failure = 0; failure < 2; failure += 1) {
      proof.expectPlaced(SEVEN);
      await clock.advance(ACT_REPORT_MS);
    }
    confirm();
    await clock.advance(10_000);
    proof.expectOrder(makeOrder('8', { state: 'done' }));
    confirm();
    expect(proof.doubt()).not.toBeNull();
    await clock.advance(READ_AHEAD_MS);
    expect(reopened()).toBe(3);
    confirm();
    await clock.advance(19_999);
    confirm();
    expect(proof.doubt()).not.toBeNull();
  });

  it('begins the agreement anew on another connection', async () => {
    const { clock, proof, confirm } = openProof();
    for (let failure = 0; failure < 2; failure += 1) {
      proof.expectPlaced(SEVEN);
      await clock.advance(ACT_REPORT_MS);
    }
    confirm();
    await clock.advance(9_000);
    proof.drop();
    confirm();
    await clock.advance(9_000);
    confirm();
    expect(proof.doubt()).not.toBeNull();
    await clock.advance(1_000);
    confirm();
    expect(proof.doubt()).toBeNull();
  });

  it('demands nothing of a connection that closed', async () => {
    const { clock, proof, reopened } = openProof();
    proof.expectPlaced(SEVEN);
    proof.drop();
    await clock.advance(60_000);
    expect(proof.doubt()).toBeNull();
    expect(reopened()).toBe(0);
    expect(clock.pending()).toBe(0);
  });

  it('takes an unreadable order event for a report of that order', async () => {
    const { clock, proof } = openProof();
    proof.hearOther(SEVEN);
    proof.expectOrder(makeOrder('7', { state: 'done' }));
    await clock.advance(READ_AHEAD_MS);
    expect(proof.doubt()).toBeNull();
  });
});
