/**
 * The points of a withdrawal or redemption at which a test kills the program, each by a hook on a real module.
 *
 * Shape       `arrange` is called once the wallet is read and nothing is planned. `die` never returns.
 */
import type { Trader } from '#main/app/trader.ts';
import type { RelayStates } from '#shared/ipc/wallet/relay.ts';
import { hook } from './hook.ts';

export interface MoneyHook {
  readonly arrange: (trader: Trader, die: () => never) => void;
  /**
   * What the next start finds: nothing, so that the action is done again; a stored call that the queue sends; one that may have
   * been sent and was not, so that a person stops waiting and does it again; or one that was executed.
   */
  readonly left: 'nothing' | 'queued' | 'unsent' | 'executed';
}

/** Once a new call is stored in this state. */
function whenStored({ relays }: Trader, at: RelayStates, die: () => never): void {
  const known = new Set(relays.entries().map(({ hash }) => hash));
  relays.onChange(() => {
    if (relays.entries().some((entry) => !known.has(entry.hash) && entry.at === at)) die();
  });
}

export const MONEY_HOOKS: Readonly<Record<string, MoneyHook>> = {
  'the wallet is being read for the plan': {
    arrange: ({ wallet }, die) => hook(wallet, 'readRecord', () => die),
    left: 'nothing',
  },
  'the plan is shown, and its password is being checked': {
    arrange: ({ vault }, die) => hook(vault, 'checkPassword', () => die),
    left: 'nothing',
  },
  'the call is about to be signed': {
    arrange: ({ vault }, die) => hook(vault, 'signSafeTxs', () => die),
    left: 'nothing',
  },
  'the call is signed, and not stored': {
    arrange: ({ relays }, die) => hook(relays, 'add', () => die),
    left: 'nothing',
  },
  'the call is stored, and nothing was read': {
    arrange: (trader, die) => whenStored(trader, 'signed', die),
    left: 'queued',
  },
  'the balances before it are being read': {
    arrange({ relays, venue }, die) {
      hook(relays, 'add', (add) => (calls) => {
        hook(venue, 'listBalances', () => die);
        add(calls);
      });
    },
    left: 'queued',
  },
  'the call is stored as being sent, and no byte has left': {
    arrange: (trader, die) => whenStored(trader, 'sending', die),
    left: 'unsent',
  },
  'the exchange relayed the call, and nothing has read the answer': {
    arrange: ({ venue }, die) => hook(venue, 'relay', (real) => (request) => real(request).then(die)),
    left: 'executed',
  },
  'the answer is stored': {
    arrange: (trader, die) => whenStored(trader, 'relayed', die),
    left: 'executed',
  },
  'the answer was lost, and the wallet is being read': {
    arrange({ venue }, die) {
      hook(venue, 'relay', (real) => async (request) => {
        await real(request);
        hook(venue, 'fetchWallet', () => die);
        throw new Error('the answer was lost');
      });
    },
    left: 'executed',
  },
  'the call is shown as executed': {
    arrange: (trader, die) => whenStored(trader, 'executed', die),
    left: 'executed',
  },
};
