import { expect, it } from 'vitest';
import { TRANSPORT_FAULTS } from '#shared/market/readFailure.ts';
import type { LostAnswer } from '#shared/order/lostAnswer.ts';
import { formatLostAnswer } from '#shared/text/orders/lostAnswers.ts';

it.each<[LostAnswer, string]>([
  [{ code: 'storedText', parameters: { text: 'timed out' } }, 'timed out'],
  [{ code: 'status', parameters: { status: 502 } }, 'the exchange answered with status 502'],
  [{ code: 'otherOrder', parameters: { field: 'price' } }, 'the order in the exchange’s answer has another price'],
  [{ code: 'notJournalled', parameters: {} }, 'the journal could not be written, so it was not sent'],
])('says what %o means', (cause, words) => {
  expect(formatLostAnswer(cause)).toBe(words);
});

it('has different words for every fault of a connection', () => {
  const words = TRANSPORT_FAULTS.map((fault) => formatLostAnswer({ code: 'unreachable', parameters: { fault } }));
  expect(new Set(words).size).toBe(TRANSPORT_FAULTS.length);
});
