import { expect, it, vi } from 'vitest';
import { buildPreparedExitCommands, type PreparedExitCommandOptions } from '#main/app/commands/preparedExits.ts';
import type { ExitPlan } from '#shared/order/exits/preparedExits.ts';
import { formatConfirmation } from '#shared/text/confirmations.ts';
import { parseMarketId } from '#shared/units/ids.ts';
import { toPrice } from '#shared/units/price.ts';
import { makeMarket } from '#test/slice/makers.ts';
import { HOUR_MS, makePlan, NOW_MS } from '#test/unit/main/vault/prepared/makePlan.ts';

const exits = [{ market: parseMarketId('rain-tomorrow'), side: 'yes', price: toPrice(310_000), shares: null }] as const;
const input = { password: 'pw', hours: 6, exits: [...exits] };

function openCommands(answer: object = { plan: makePlan() }, isAgreed = true) {
  const calls: unknown[] = [];
  const prepare = vi.fn(async (_password: string, _plan: ExitPlan) => void calls.push('prepare'));
  const ask = vi.fn(async () => {
    calls.push('ask');
    return isAgreed;
  });
  const options = {
    trader: {
      vault: { prepared: { prepare, pack: () => null, discard: () => calls.push('discard') } },
      consent: { noteLots: () => void calls.push('record') },
      market: { market: (id: string) => (id === 'rain-tomorrow' ? makeMarket({ title: 'Rain tomorrow' }) : null) },
      trading: {
        prepared: {
          plan: async () => answer,
          recheck: () => calls.push('recheck'),
          revoke: async () => void calls.push('revoke'),
        },
      },
    },
    confirmations: { ask, askWithPassword: ask },
  } as unknown as PreparedExitCommandOptions;
  return { commands: buildPreparedExitCommands(options), calls, prepare, ask };
}

it('signs the plan that the question showed, after the password and a yes', async () => {
  const plan = makePlan();
  const { commands, calls, prepare, ask } = openCommands({ plan });
  expect(await commands['conditional.setExitsOnly'](input)).toEqual({ ok: true, value: null });
  expect(calls).toEqual(['ask', 'prepare', 'record', 'recheck']);
  expect(prepare.mock.calls[0]![1]).toBe(plan);
  const [password, code, facts] = ask.mock.calls[0] as unknown as [string, 'prepareExits', never];
  expect([password, code]).toEqual(['pw', 'prepareExits']);
  const text = formatConfirmation(code, facts);
  expect(text.facts[0]).toEqual([
    'Rain tomorrow',
    `Sell up to 100 YES at 0.31 or more, until ${new Date(NOW_MS + 6 * HOUR_MS).toISOString()}`,
  ]);
  expect(text.facts.find(([label]) => label === 'Worst case')).toEqual([
    'Worst case',
    'All of it is sold, for at least 86.00 before fees',
  ]);
  expect(text.facts.at(-1)![1]).toContain('a standing offer to whoever holds it until it expires');
});

it('signs nothing after a no, for a market that is not listed, or without a plan', async () => {
  const declined = openCommands(undefined, false);
  expect(await declined.commands['conditional.setExitsOnly'](input)).toMatchObject({
    error: { code: 'CANCELLED' },
  });
  const unknown = openCommands();
  const other = { ...input, exits: [{ ...exits[0], market: parseMarketId('other') }] };
  expect(await unknown.commands['conditional.setExitsOnly'](other)).toMatchObject({
    error: { code: 'NOT_FOUND' },
  });
  const refused = openCommands({ fault: 'custodial' });
  expect(await refused.commands['conditional.setExitsOnly'](input)).toMatchObject({
    error: { code: 'EXITS_REFUSED', parameters: { fault: 'custodial' } },
  });
  for (const { prepare } of [declined, unknown, refused]) expect(prepare).not.toHaveBeenCalled();
});

it('revokes them at once', async () => {
  const { commands, calls } = openCommands();
  expect(await commands['conditional.revokeExits']({})).toEqual({ ok: true, value: null });
  expect(calls).toEqual(['revoke']);
});
