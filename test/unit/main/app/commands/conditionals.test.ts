import { expect, it, vi } from 'vitest';
import { buildConditionalCommands, type ConditionalCommandOptions } from '#main/app/commands/conditionals.ts';
import type { ConditionalTerms } from '#shared/order/conditional/terms.ts';
import { formatConfirmation } from '#shared/text/confirmations.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { makeMarket } from '#test/slice/makers.ts';
import { ID, STOP } from '#test/unit/main/trading/conditionals/makers.ts';

const REST = { ...STOP, standIn: { kind: 'rest' } } as const satisfies ConditionalTerms;

function open(isAgreed: boolean, before: ConditionalTerms | null = null) {
  const ask = vi.fn(async () => isAgreed);
  const done = vi.fn(() => ({ outcome: 'armed', id: ID }));
  const conditionals = before === null ? [] : [{ id: ID, terms: before }];
  const options = {
    trader: {
      trading: { conditionals: { arm: done, change: done, view: () => ({ conditionals }) } },
      market: { market: () => makeMarket({ title: 'Rain tomorrow' }) },
    },
    confirmations: { ask },
  } as unknown as ConditionalCommandOptions;
  const commands = buildConditionalCommands(options);
  const call = (name: 'arm' | 'change', terms: ConditionalTerms) =>
    commands[`conditional.${name}`]({ id: ID, terms: terms as never });
  return { call, ask, done };
}

it('arms what waits for a live book without a question', async () => {
  const { call, ask, done } = open(false);
  expect(await call('arm', STOP)).toMatchObject({ ok: true });
  expect([ask.mock.calls.length, done.mock.calls.length]).toEqual([0, 1]);
});

it('asks outside the page before anything may stand in for a book, and arms nothing without a yes', async () => {
  const declined = open(false);
  expect(await declined.call('arm', REST)).toMatchObject({ ok: false, error: { code: 'CANCELLED' } });
  expect(declined.done).not.toHaveBeenCalled();
  const agreed = open(true);
  expect(await agreed.call('arm', REST)).toMatchObject({ ok: true });
  const [code, facts] = agreed.ask.mock.calls[0] as unknown as ['armWithStandIn', never];
  expect(formatConfirmation(code, facts).facts).toEqual([
    ['Market', 'Rain tomorrow'],
    ['Order', expect.stringMatching(/^sell up to 100 yes, never below 0\.3/)],
    ['In place of the book', 'The exchange’s REST book'],
    [expect.any(String), 'It then sells without asking again, on prices that may be old'],
  ]);
});

it('asks again only for more than was agreed to', async () => {
  const kept = open(false, REST);
  expect(await kept.call('change', { ...REST, shares: parseShares('50') })).toMatchObject({ ok: true });
  expect(kept.ask).not.toHaveBeenCalled();
  for (const more of [
    { ...REST, shares: parseShares('200') },
    { ...REST, worst: parsePrice('0.01') },
    { ...REST, standIn: { kind: 'underlying', symbol: 'BTC-USD', crosses: 'atOrBelow', price: 1 } },
  ] as ConditionalTerms[]) {
    const { call, done } = open(false, REST);
    expect(await call('change', more)).toMatchObject({ ok: false });
    expect(done).not.toHaveBeenCalled();
  }
  const before = open(false, STOP);
  expect(await before.call('change', REST)).toMatchObject({ ok: false });
});
