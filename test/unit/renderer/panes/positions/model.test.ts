import { expect, it } from 'vitest';
import { describeUnclaimed } from '#renderer/panes/positions/model.ts';
import { parseShares } from '#shared/units/shares.ts';
import { makeMarket } from '#test/slice/makers.ts';

const held = { quantity: parseShares('25'), outcome: 'yes' } as const;
const told = (change: Parameters<typeof makeMarket>[0]) => describeUnclaimed(held, makeMarket(change));
const textOf = (change: Parameters<typeof makeMarket>[0]) => told(change)?.text;

it('says nothing while a market trades, waits for its result, or is not listed', () => {
  expect(textOf({})).toBeUndefined();
  expect(textOf({ status: 'closed', closeAtMs: 1 })).toBeUndefined();
  expect(describeUnclaimed(held, null)).toBeNull();
});

it('says what a won, lost or voided position pays, and that it is not claimed', () => {
  expect(told({ result: 'yes' })).toMatchObject({
    text: 'Won',
    why: expect.stringMatching(/^25\.00 unclaimed/),
    pays: true,
  });
  expect(textOf({ result: 'no' })).toBe('Lost, pays nothing');
  for (const change of [{ status: 'voided' }, { result: 'void' }]) {
    expect(told(change)).toMatchObject({ text: 'Void', why: expect.stringMatching(/^12\.50 unclaimed/), pays: true });
  }
});
