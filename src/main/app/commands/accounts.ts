/**
 * Commands of the vault's accounts: add, name, select, remove.
 *
 * Invariants  Each is a step-up. What an account leaves behind is asked with the numbers that main knows, whatever the page shows.
 */
import { isAccountLabel } from '#shared/ipc/accounts.ts';
import type { CommandsOf } from '#shared/ipc/contract.ts';
import { fail, succeed } from '#shared/ipc/result.ts';
import { countOpenOrders } from '#shared/order/openOrders.ts';
import type { ConfirmKey } from '../../vault/vault.ts';
import type { AccountSwitch } from '../account/accountSwitch.ts';
import type { Confirmations } from '../confirmations.ts';
import type { Trader } from '../trader.ts';
import { answerDeclined, declined } from './declined.ts';

export interface AccountsCommandOptions {
  readonly trader: Pick<Trader, 'account' | 'vault'> & { readonly trading: Pick<Trader['trading'], 'view'> };
  readonly accounts: Pick<AccountSwitch, 'select' | 'leftBehind'>;
  readonly confirmations: Pick<Confirmations, 'askWithPassword' | 'askAfterPassword'>;
}

export function buildAccountsCommands(options: AccountsCommandOptions): CommandsOf<'accounts'> {
  const { trader, accounts, confirmations } = options;
  const { account: selected, vault, trading } = trader;
  const find = (id: string) => vault.accounts().find((one) => one.id === id) ?? null;
  return {
    'accounts.add': async ({ password, label, colour, key }) => {
      if (!isAccountLabel(label)) return fail('DENIED', { reason: 'accountLabel' });
      // Main shows the address itself: a page could hand over a key that the person did not enter.
      const confirm: ConfirmKey = (found) => confirmations.askAfterPassword('addAccount', { ...found, label });
      return vault.addAccount(password, { label, colour }, key, confirm).then((id) => succeed({ id }), answerDeclined);
    },
    'accounts.rename': async ({ password, id, label, colour }) => {
      if (!isAccountLabel(label)) return fail('DENIED', { reason: 'accountLabel' });
      const before = find(id);
      if (before === null) return fail('NOT_FOUND', { what: 'account' });
      const change = {
        label: { before: before.label, after: label },
        colour: { before: before.colour, after: colour },
      };
      if (!(await confirmations.askWithPassword(password, 'nameAccount', change))) return declined();
      await vault.nameAccount(password, id, { label, colour });
      return succeed(null);
    },
    'accounts.select': async ({ password, id }) => {
      const next = find(id);
      const from = find(selected);
      if (next === null || from === null || id === selected) return fail('NOT_FOUND', { what: 'account' });
      const question = {
        from: from.label,
        to: next.label,
        owner: next.owner ?? '',
        orders: countOpenOrders(trading.view()),
      };
      if (!(await confirmations.askWithPassword(password, 'selectAccount', question))) return declined();
      // The page may have placed more orders while the question was open; nobody would watch them.
      const orders = countOpenOrders(trading.view());
      if (orders !== null && question.orders !== null && orders > question.orders) {
        return fail('CHANGED_MEANWHILE', { what: 'openOrders' });
      }
      await accounts.select(password, id);
      return succeed(null);
    },
    'accounts.remove': async ({ password, id }) => {
      const removed = find(id);
      if (removed === null) return fail('NOT_FOUND', { what: 'account' });
      if (id === selected) return fail('DENIED', { reason: 'selectedAccount' });
      const { label, owner, isBackedUp } = removed;
      const question = { label, owner: owner ?? '', isBackedUp, ...accounts.leftBehind(id) };
      if (!(await confirmations.askWithPassword(password, 'removeAccount', question))) return declined();
      await vault.removeAccount(password, id);
      return succeed(null);
    },
    'accounts.readLeft': async ({ id }) => {
      if (find(id) === null || id === selected) return fail('NOT_FOUND', { what: 'account' });
      return succeed(accounts.leftBehind(id));
    },
  };
}
