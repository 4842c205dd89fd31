import { expect, it, vi } from 'vitest';
import { buildConditionalCommands, type ConditionalCommandOptions } from '#main/app/commands/conditionals.ts';
import type { ConditionalTerms } from '#shared/order/conditional/terms.ts';
import { formatConfirmation } from '#shared/text/confirmations.ts';
import { formatPrice, parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { makeMarket } from '#test/slice/makers.ts';
import { ID, STOP } from '#test/unit/main/trading/conditionals/makers.ts';
import { BRACKET, OCO } from '#test/unit/shared/order/conditional/makers.ts';

const REST = { ...STOP, standIn: { kind: 'rest' } } as const satisfies ConditionalTerms;

/** As attacked: what was called its worst price was asked, and the stop sold below it. */
const OCO_REST = { ...OCO, standIn: REST.standIn } as const satisfies ConditionalTerms;
const BRACKET_REST = { ...BRACKET, standIn: REST.standIn } as const satisfies ConditionalTerms;

function open(isAgreed: boolean, before: ConditionalTerms | null = null) {
  const ask = vi.fn(async () => isAgreed);
  const done = vi.fn(() => ({ outcome: 'armed', id: ID }));
  const conditionals: { id: typeof ID; terms: ConditionalTerms }[] = before === null ? [] : [{ id: ID, terms: before }];
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
  return { call, ask, done, conditionals };
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
    ['When', 'ask ≤ 0.35'],
    ['Until', 'It is cancelled, or the market closes'],
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

it('asks when a change loosens an order without a stand-in, and shows the terms in force beside the new ones', async () => {
  const loose = { ...STOP, worst: parsePrice('0.01') } as ConditionalTerms;
  const declining = open(false, STOP);
  expect(await declining.call('change', loose)).toMatchObject({ ok: false, error: { code: 'CANCELLED' } });
  expect(declining.done).not.toHaveBeenCalled();
  const [code, facts] = declining.ask.mock.calls[0] as unknown as ['loosenConditional', never];
  expect(code).toBe('loosenConditional');
  const lines = formatConfirmation(code, facts).facts.filter(([label]) => label === 'Before' || label === 'Order');
  expect(lines).toEqual([
    ['Before', `sell up to 100 yes, never below ${formatPrice(STOP.worst)}`],
    ['Order', 'sell up to 100 yes, never below 0.01'],
  ]);
  const tighter = open(false, loose);
  expect(await tighter.call('change', STOP)).toMatchObject({ ok: true });
  expect(tighter.ask).not.toHaveBeenCalled();
});

it('asks for the worst price of every leg', async () => {
  const factsOf = async (terms: ConditionalTerms): Promise<readonly string[]> => {
    const { call, ask } = open(true);
    expect(await call('arm', terms)).toMatchObject({ ok: true });
    const [code, facts] = ask.mock.calls[0] as unknown as ['armWithStandIn', never];
    return formatConfirmation(code, facts).facts.flatMap(([label, value]) => (label === 'Order' ? [value] : []));
  };
  const stop = { ...OCO.stop, worst: parsePrice('0.57') };
  const oco = { ...OCO_REST, worst: parsePrice('0.90'), takeProfit: parsePrice('0.95'), stop };
  expect(await factsOf(oco)).toEqual(['sell up to 100 yes, never below 0.57']);
  const late = { ...BRACKET.stop!, worst: parsePrice('0.99') };
  expect(await factsOf({ ...BRACKET_REST, takeProfit: parsePrice('0.01'), stop: late })).toEqual([
    'buy up to 100 yes, never above 0.45',
    'sell up to 100 yes, never below 0.01',
  ]);
});

it('asks again when a change loosens the stop of several legs, and changes nothing without a yes', async () => {
  const stop = { ...OCO.stop, worst: parsePrice('0.10') };
  const before = { ...OCO_REST, worst: parsePrice('0.10'), stop };
  for (const more of [
    { ...before, stop: { ...stop, worst: parsePrice('0.01') } },
    { ...before, stop: { ...stop, trigger: { ...STOP.trigger, price: parsePrice('0.39') } } },
    { ...before, goodTillMs: null, startsWhen: STOP.trigger },
  ] as ConditionalTerms[]) {
    const { call, ask, done } = open(false, before);
    expect(await call('change', more)).toMatchObject({ ok: false, error: { code: 'CANCELLED' } });
    expect([ask.mock.calls.length, done.mock.calls.length]).toEqual([1, 0]);
  }
  const kept = open(false, before);
  expect(await kept.call('change', { ...before, stop: { ...stop, worst: parsePrice('0.20') } })).toMatchObject({
    ok: true,
  });
});

it('arms nothing when the page armed another order under the same id while the question was open', async () => {
  const { call, ask, done, conditionals } = open(true);
  ask.mockImplementation(async () => {
    conditionals.push({ id: ID, terms: STOP });
    return true;
  });
  expect(await call('arm', REST)).toMatchObject({ ok: false, error: { code: 'CHANGED_MEANWHILE' } });
  expect(done).not.toHaveBeenCalled();
});

it('takes an answer for the halt that it was given for, and for no later one', async () => {
  const answer = vi.fn(() => true);
  const trading = {
    conditionals: { answer, view: () => ({ conditionals: [{ id: ID, generation: 2, terms: STOP }] }) },
  };
  const commands = buildConditionalCommands({
    trader: { trading, now: () => 0 },
  } as unknown as ConditionalCommandOptions);
  const given = (generation: number) => commands['conditional.answer']({ id: ID, generation, answer: 'resume' });
  expect(await given(1)).toMatchObject({ error: { code: 'CHANGED_MEANWHILE', parameters: { what: 'halt' } } });
  expect(answer).not.toHaveBeenCalled();
  expect(await given(2)).toMatchObject({ ok: true });
});
