import { expect, it, vi } from 'vitest';
import { type AccountsCommandOptions, buildAccountsCommands } from '#main/app/commands/accounts.ts';
import { makeOrder } from '#test/slice/makers.ts';

it('does not leave an account with more open orders than the question named', async () => {
  const orders = [makeOrder('7')];
  const select = vi.fn(async () => undefined);
  let whileAsked = (): void => undefined;
  const one = { label: 'Main', colour: 'orange', owner: '0xab', isBackedUp: true };
  const options = {
    trader: {
      account: 'first',
      vault: { accounts: () => ['first', 'second'].map((id) => ({ ...one, id })) },
      trading: {
        view: () => ({ reconciledAtMs: 1, orders: orders.map((order) => ({ ...order, life: { at: 'resting' } })) }),
      },
    },
    accounts: { select },
    confirmations: {
      askWithPassword: async () => {
        whileAsked();
        return true;
      },
    },
  } as unknown as AccountsCommandOptions;
  const call = () => buildAccountsCommands(options)['accounts.select']({ password: 'pw', id: 'second' });
  whileAsked = () => void orders.push(makeOrder('8'));
  expect(await call()).toMatchObject({ error: { code: 'CHANGED_MEANWHILE', parameters: { what: 'openOrders' } } });
  expect(select).not.toHaveBeenCalled();
  whileAsked = () => void orders.pop();
  expect(await call()).toMatchObject({ ok: true });
  expect(select).toHaveBeenCalledOnce();
});
