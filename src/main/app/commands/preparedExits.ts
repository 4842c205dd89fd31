/**
 * Commands of prepared exits: sign them ahead, revoke them.
 *
 * Invariants  What is signed is the plan that the question showed. Markets and positions come from main's own records.
 * Source      docs/decisions/0029-prepared-exits.md
 */
import type { Handlers } from '#shared/ipc/contract.ts';
import { fail, succeed } from '#shared/ipc/result.ts';
import type { ExitPosition } from '#shared/order/exits/preparedExits.ts';
import type { PreparedExitFact } from '#shared/text/orders/orderQuestions.ts';
import { toShares } from '#shared/units/shares.ts';
import { formatIsoTime } from '#shared/units/time.ts';
import type { MarketData } from '../../market/marketData.ts';
import type { Trading } from '../../trading/trading.ts';
import type { Vault } from '../../vault/vault.ts';
import type { Confirmations } from '../confirmations.ts';
import type { ConsentRecord } from '../custody/consentRecord.ts';
import { declined } from './declined.ts';

export interface PreparedExitCommandOptions {
  readonly trader: {
    readonly vault: Pick<Vault, 'prepared'>;
    readonly market: Pick<MarketData, 'market'>;
    readonly trading: Pick<Trading, 'prepared'>;
    readonly consent: Pick<ConsentRecord, 'noteLots'>;
  };
  readonly confirmations: Pick<Confirmations, 'askWithPassword'>;
}

type PreparedExitCommand = 'conditional.setExitsOnly' | 'conditional.revokeExits';

export function buildPreparedExitCommands(options: PreparedExitCommandOptions): Pick<Handlers, PreparedExitCommand> {
  const { trader, confirmations } = options;
  const { vault, market: marketData, trading } = trader;

  const describe = ({ market, side, price, lots, expiresAtMs }: ExitPosition): PreparedExitFact => {
    const shares = toShares(lots.reduce((sum: number, lot) => sum + lot, 0));
    const until = formatIsoTime(expiresAtMs);
    return { title: marketData.market(market)?.title ?? market, side, price, shares, until };
  };

  return {
    'conditional.setExitsOnly': async ({ password, hours, exits }) => {
      if (exits.some(({ market }) => marketData.market(market) === null)) return fail('NOT_FOUND', { what: 'market' });
      const answer = await trading.prepared.plan(exits, hours);
      if (!('plan' in answer)) return fail('EXITS_REFUSED', answer);
      const { plan } = answer;
      const facts = plan.positions.map(describe);
      if (!(await confirmations.askWithPassword(password, 'prepareExits', { exits: facts }))) return declined();
      await vault.prepared.prepare(password, plan);
      try {
        trader.consent.noteLots(vault.prepared.pack()?.lots ?? []);
      } catch (error) {
        vault.prepared.discard('revoked');
        throw error;
      }
      // The position may have shrunk while the question was open.
      trading.prepared.recheck();
      return succeed(null);
    },
    'conditional.revokeExits': async () => {
      await trading.prepared.revoke();
      return succeed(null);
    },
  };
}
