/** Commands of the wallet: read, set up, accept changes; plan and run actions; the relay queue and the address book. */
import type { CommandsOf } from '#shared/ipc/contract.ts';
import { fail, succeed } from '#shared/ipc/result.ts';
import type { Confirmations } from '../confirmations.ts';
import type { Trader } from '../trader.ts';
import { declined } from './declined.ts';

export interface WalletCommandOptions {
  readonly trader: Pick<Trader, 'wallet' | 'market' | 'trading' | 'actions' | 'relays' | 'addresses'> & {
    readonly venue: Pick<Trader['venue'], 'health' | 'measureClock'>;
  };
  readonly confirmations: Pick<Confirmations, 'askWithPassword'>;
}

export function buildWalletCommands({ trader, confirmations }: WalletCommandOptions): CommandsOf<'wallet'> {
  const { wallet, venue, market: marketData, trading, actions, relays, addresses } = trader;
  return {
    'wallet.read': async () => {
      if (venue.health().clock === null) await venue.measureClock();
      return succeed(await wallet.read());
    },
    'wallet.setup': async ({ password, hashes }) => {
      // The question and the signatures are made from this plan alone.
      const plan = wallet.planSetup(hashes);
      const { proxyAddress, chainId } = plan.record;
      const calls = plan.calls.map(({ nonce, effects }) => ({ nonce, effects }));
      const question = { wallet: proxyAddress, chainId, calls };
      if (!(await confirmations.askWithPassword(password, 'signWalletCalls', question))) return declined();
      return succeed(await wallet.setup(password, plan));
    },
    'wallet.acceptChanges': async ({ password }) => {
      const changes = wallet.changes();
      if (changes.length === 0) {
        return fail('SETUP_REFUSED', { code: 'noChanges', parameters: {} });
      }
      if (!(await confirmations.askWithPassword(password, 'acceptWalletChanges', { changes }))) {
        return declined();
      }
      wallet.acceptChanges(changes);
      return succeed(null);
    },
    'wallet.acceptMarket': async ({ password, market }) => {
      // Only a market that main pinned itself is read again.
      if (!trading.marketPins.listChanges().some((change) => change.market === market)) {
        return fail('NOT_FOUND', { what: 'marketChange' });
      }
      const change = await trading.marketPins.read(market);
      if (change === null) return fail('NOT_FOUND', { what: 'marketChange' });
      if ('code' in change) return fail('MARKET_REFUSED', { refusal: change });
      const title = marketData.market(market)?.title ?? market;
      if (!(await confirmations.askWithPassword(password, 'acceptMarket', { title, change }))) return declined();
      if (!trading.marketPins.accept(change)) return fail('MARKET_REFUSED', { refusal: null });
      return succeed(null);
    },
    'wallet.planAction': async ({ intent, nonce }) => succeed((await actions.plan(intent, nonce)).view),
    'wallet.runAction': async ({ password, hash }) => {
      // The question and the signature are made from this plan alone.
      const plan = actions.find(hash);
      const shares = plan.view.lines.flatMap(({ share }) => (share === null ? [] : [share.market]));
      const titles = [...new Set(shares)].map((id) => marketData.market(id)?.title ?? id);
      if (!(await confirmations.askWithPassword(password, 'signWalletAction', { plan: plan.view, titles }))) {
        return declined();
      }
      await actions.run(password, plan);
      return succeed(null);
    },
    'wallet.checkRelays': async () => {
      relays.resume();
      return succeed(null);
    },
    'wallet.stopRelay': async ({ hash }) => (relays.stop(hash) ? succeed(null) : fail('NOT_FOUND', { what: 'relay' })),
    'wallet.addAddress': async ({ password, address, label }) => {
      const entry = addresses.prepare(address, label);
      const { text, hadChecksum, lookAlikes } = entry;
      const question = { address: text, label: entry.label, hadChecksum, lookAlikes };
      if (!(await confirmations.askWithPassword(password, 'addWithdrawalAddress', question))) return declined();
      addresses.add(entry);
      return succeed(null);
    },
    'wallet.removeAddress': async ({ password, address }) => {
      const listed = addresses.find(address);
      if (listed === null) return fail('NOT_FOUND', { what: 'address' });
      const question = { address: listed.text, label: listed.label };
      if (!(await confirmations.askWithPassword(password, 'removeWithdrawalAddress', question))) return declined();
      addresses.remove(address);
      return succeed(null);
    },
    'wallet.readMarketIds': async ({ market }) => succeed({ pinned: trading.marketPins.findPinned(market) }),
  };
}
