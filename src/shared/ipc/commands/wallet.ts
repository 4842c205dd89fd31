/** Commands of the wallet and its session keys. */
import { z } from 'zod';
import type { MarketIds } from '../../order/wallet/pins.ts';
import { answer, defineCommands } from '../command.ts';
import {
  address,
  hash32,
  hashes,
  MAX_SESSION_HOURS,
  marketId,
  nothing,
  password,
  walletIntent,
} from '../inputSchemas.ts';
import type { SessionKeysView, SetupView } from '../views.ts';
import type { ActionPlanView } from '../wallet/relay.ts';

export const walletCommands = defineCommands('wallet', {
  read: {
    input: nothing,
    output: answer<SetupView>(),
    lock: 'open',
  },
  setup: {
    input: z.strictObject({ password, hashes }),
    output: answer<SetupView>(),
    lock: 'open',
    isStepUp: true,
    logged: 'Wallet calls were signed',
  },
  /** Step-up: accepts the changes that `wallet.read` answered with WALLET_CHANGED. */
  acceptChanges: {
    input: z.strictObject({ password }),
    output: answer<null>(),
    lock: 'open',
    isStepUp: true,
    logged: 'Changes of the wallet were accepted',
  },
  /** Step-up: accepts the ids of a market in `changedMarkets`, read again. */
  acceptMarket: {
    input: z.strictObject({ password, market: marketId }),
    output: answer<null>(),
    lock: 'open',
    isStepUp: true,
    logged: 'Changed ids of a market were accepted',
  },
  /** The pinned ids of a market; asks the exchange nothing. */
  readMarketIds: {
    input: z.strictObject({ market: marketId }),
    output: answer<{ readonly pinned: MarketIds | null }>(),
    lock: 'open',
  },
  /** Reads the account and plans the action; the answer is what `wallet.runAction` signs. `nonce` only where nothing states it. */
  planAction: {
    input: z.strictObject({ intent: walletIntent, nonce: z.number().int().nonnegative().nullable() }),
    /** Null while the market is not pinned. */
    output: answer<ActionPlanView>(),
    lock: 'open',
  },
  /** Step-up: signs the planned action with this hash, and sends it. */
  runAction: {
    input: z.strictObject({ password, hash: hash32 }),
    output: answer<null>(),
    lock: 'open',
    isStepUp: true,
    logged: 'A wallet call was signed',
  },
  /** Reads the calls under way again, now. */
  checkRelays: {
    input: nothing,
    output: answer<null>(),
    lock: 'open',
  },
  /** Stops waiting for a call. A call that was sent may still be executed. */
  stopRelay: {
    input: z.strictObject({ hash: hash32 }),
    output: answer<null>(),
    lock: 'open',
  },
  /** Step-up: a withdrawal may go to this address from now on. */
  addAddress: {
    input: z.strictObject({ password, address: z.string().max(80), label: z.string().max(80) }),
    output: answer<null>(),
    lock: 'open',
    isStepUp: true,
    logged: 'A withdrawal address was added',
  },
  /** Step-up. */
  removeAddress: {
    input: z.strictObject({ password, address }),
    output: answer<null>(),
    lock: 'open',
    isStepUp: true,
    logged: 'A withdrawal address was removed',
  },
});

export const sessionCommands = defineCommands('sessions', {
  /** Step-up: the calls that authorise a session key of the vault, or (null) a new one, for so many hours; signs nothing. */
  prepare: {
    input: z.strictObject({
      password,
      keyId: z.uuid().nullable(),
      hours: z.int().min(1).max(MAX_SESSION_HOURS),
    }),
    output: answer<SessionKeysView>(),
    lock: 'open',
    isStepUp: true,
    logged: 'Calls of a session key were prepared',
  },
  /** Step-up: signs and relays the prepared calls with these hashes. */
  authorise: {
    input: z.strictObject({ password, hashes }),
    output: answer<SessionKeysView>(),
    lock: 'open',
    isStepUp: true,
    logged: 'A session key was authorised',
  },
  /** Step-up. `handler` is the contract that checks this wallet's signatures; `verifier` stores session keys, null when `handler` does. */
  confirmHandler: {
    input: z.strictObject({ password, handler: address, verifier: address.nullable() }),
    output: answer<null>(),
    lock: 'open',
    isStepUp: true,
    logged: 'A signature handler was confirmed',
  },
});
