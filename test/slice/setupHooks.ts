/**
 * The points of a wallet's set-up at which a test kills the program, each by a hook on a real module.
 *
 * Shape       `arrange` is called before the first command. `die` never returns.
 */
import type { Trader } from '#main/app/trader.ts';
import type { StepName } from '#renderer/shell/wizard/model.ts';
import { hook } from './hook.ts';

export interface SetupHook {
  readonly arrange: (trader: Trader, die: () => never) => void;
  /** The wizard's step after the next start, once the vault is unlocked. */
  readonly resumesAt: StepName;
  /** Calls that the exchange executed before the kill. */
  readonly executed: number;
}

/** Dies before the relay with this number leaves, or once it is answered and before anything reads the answer. */
function hookRelay({ venue }: Trader, number: number, when: 'before' | 'after', die: () => never): void {
  let count = 0;
  hook(venue, 'relay', (real) => async (request) => {
    count += 1;
    if (count === number && when === 'before') die();
    const answer = await real(request);
    if (count === number) die();
    return answer;
  });
}

export const SETUP_HOOKS: Readonly<Record<string, SetupHook>> = {
  'the key is about to be saved': {
    arrange: ({ vault }, die) => hook(vault, 'create', () => die),
    resumesAt: 'key',
    executed: 0,
  },
  'the key is saved': {
    arrange: ({ vault }, die) =>
      hook(
        vault,
        'create',
        (real) =>
          (...given) =>
            real(...given).then(die),
      ),
    resumesAt: 'account',
    executed: 0,
  },
  'the exchange opened the account, and its API key is not stored': {
    arrange: ({ vault }, die) => hook(vault, 'storeApiKey', () => die),
    resumesAt: 'account',
    executed: 0,
  },
  'the API key is stored': {
    arrange: ({ vault }, die) => hook(vault, 'storeApiKey', (real) => (pair) => real(pair).then(die)),
    resumesAt: 'read',
    executed: 0,
  },
  'the wallet was read, and nothing has seen the answer': {
    arrange: ({ venue }, die) => hook(venue, 'fetchWallet', (real) => () => real().then(die)),
    resumesAt: 'read',
    executed: 0,
  },
  'the calls are about to be signed': {
    arrange: ({ vault }, die) => hook(vault, 'signSafeTxs', () => die),
    resumesAt: 'read',
    executed: 0,
  },
  'all calls are signed, and none is relayed': {
    arrange: ({ vault }, die) =>
      hook(
        vault,
        'signSafeTxs',
        (real) =>
          (...given) =>
            real(...given).then(die),
      ),
    resumesAt: 'read',
    executed: 0,
  },
  'the first call is about to be relayed': {
    arrange: (trader, die) => hookRelay(trader, 1, 'before', die),
    resumesAt: 'read',
    executed: 0,
  },
  'the first call is relayed, and nothing has read the answer': {
    arrange: (trader, die) => hookRelay(trader, 1, 'after', die),
    resumesAt: 'read',
    executed: 1,
  },
  'the second call is relayed, and nothing has read the answer': {
    arrange: (trader, die) => hookRelay(trader, 2, 'after', die),
    resumesAt: 'read',
    executed: 2,
  },
  'the last call is relayed, and nothing has read the answer': {
    arrange: (trader, die) => hookRelay(trader, 3, 'after', die),
    resumesAt: 'ready',
    executed: 3,
  },
  'the wallet is shown as ready': {
    arrange({ wallet }, die) {
      wallet.onChange(() => {
        if (wallet.view()?.status === 'ready') die();
      });
    },
    resumesAt: 'ready',
    executed: 3,
  },
};
