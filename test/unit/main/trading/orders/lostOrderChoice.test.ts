import { expect, it } from 'vitest';
import { applyLostOrderChoice } from '#main/trading/orders/lostOrderChoice.ts';
import { buildOwnRecord, type OrderRecord } from '#main/trading/orders/orderRecord.ts';
import type { OrderId } from '#shared/units/ids.ts';
import { makeSigned, noAnswer } from '#test/slice/makers.ts';

const signed = makeSigned();
const lostRecord = (candidates: readonly OrderId[] | null): OrderRecord => ({
  ...buildOwnRecord(signed),
  life: { at: 'unknown', sinceMs: 1, reason: noAnswer() },
  candidates,
});

function choose(record: OrderRecord | undefined, resolve: () => 'joined' | 'absent' | 'refused' = () => 'joined') {
  const faults: string[] = [];
  const receipt = applyLostOrderChoice(signed.intentId, '7' as OrderId, {
    orders: { byIntent: () => record, resolve },
    now: () => 5,
    onFault: (where) => void faults.push(where),
  });
  return { receipt, faults };
}

it('applies to an unknown order whose search has ended', () => {
  expect(choose(lostRecord(['7' as OrderId])).receipt).toEqual({ outcome: 'joined' });
  expect(choose(lostRecord([]), () => 'absent').receipt).toEqual({ outcome: 'absent' });
});

it('says why it does not apply', () => {
  const refusals = [
    choose(undefined),
    choose(buildOwnRecord(signed)),
    choose(lostRecord(null)),
    choose(lostRecord([]), () => 'refused'),
    choose(lostRecord([]), () => {
      throw new Error('disk full');
    }),
  ];
  expect(refusals.map(({ receipt }) => receipt.outcome === 'refused' && receipt.reason)).toEqual([
    'notUnknown',
    'notUnknown',
    'stillSearching',
    'notACandidate',
    'journalFailed',
  ]);
  expect(refusals.at(-1)?.faults).toEqual(['journal']);
});
