/**
 * Commands of conditional orders.
 *
 * Invariants  Terms are checked by main against what the exchange listed and what is held: a request names only what main knows.
 *             What may stand in for a book that is not live is agreed outside the page, once for what it was agreed to.
 * Source      docs/conditionals.md#arming
 */
import type { CommandsOf } from '#shared/ipc/contract.ts';
import { fail, type Result, succeed } from '#shared/ipc/result.ts';
import type { ConditionalId, ConditionalTerms } from '#shared/order/conditional/terms.ts';
import type { Price } from '#shared/units/price.ts';
import type { MarketData } from '../../market/marketData.ts';
import type { Trading } from '../../trading/trading.ts';
import type { Confirmations } from '../confirmations.ts';
import { declined } from './declined.ts';
import type { DryRunCommands } from './dryRun.ts';

export interface ConditionalCommandOptions {
  readonly trader: {
    readonly trading: {
      readonly conditionals: Pick<Trading['conditionals'], 'arm' | 'cancel' | 'change' | 'answer' | 'dismiss' | 'view'>;
    };
    readonly market: Pick<MarketData, 'market'>;
  };
  readonly confirmations: Pick<Confirmations, 'ask'>;
}

/** Without those of prepared exits, which are step-ups, and of dry runs. */
type ConditionalCommands = Omit<
  CommandsOf<'conditional'>,
  'conditional.setExitsOnly' | 'conditional.revokeExits' | keyof DryRunCommands
>;

export function buildConditionalCommands({ trader, confirmations }: ConditionalCommandOptions): ConditionalCommands {
  const current = () => trader.trading.conditionals;
  const answer = (isKnown: boolean): Result<null> =>
    isKnown ? succeed(null) : fail('NOT_FOUND', { what: 'conditional' });
  /** True where nothing stands in, or a person agreed to it: now, or before to no less than this. */
  async function isAgreed(id: ConditionalId, terms: ConditionalTerms): Promise<boolean> {
    const { standIn, outcome, shares } = terms;
    if (standIn === undefined) return true;
    const before = current()
      .view()
      .conditionals.find((one) => one.id === id)?.terms;
    if (before !== undefined && isWithin(terms, before)) return true;
    const title = trader.market.market(outcome.market)?.title ?? outcome.market;
    const symbol = standIn.kind === 'rest' ? null : standIn.symbol;
    return confirmations.ask('armWithStandIn', { title, side: outcome.side, shares, worst: worstSale(terms), symbol });
  }

  return {
    'conditional.arm': async ({ id, terms }) => {
      if (!(await isAgreed(id, terms))) return declined();
      return succeed(current().arm(id, terms));
    },
    'conditional.cancel': async ({ id }) => answer(current().cancel(id)),
    'conditional.change': async ({ id, terms }) => {
      if (!(await isAgreed(id, terms))) return declined();
      const receipt = current().change(id, terms);
      return receipt === null ? fail('NOT_FOUND', { what: 'conditional' }) : succeed(receipt);
    },
    'conditional.answer': async ({ id, answer: given }) => answer(current().answer(id, given)),
    'conditional.dismiss': async ({ id }) => answer(current().dismiss(id)),
  };
}

/** The same outcome and stand-in, for no more and at no worse a price. */
function isWithin(terms: ConditionalTerms, before: ConditionalTerms): boolean {
  const isSame =
    JSON.stringify(terms.standIn) === JSON.stringify(before.standIn) &&
    JSON.stringify(terms.outcome) === JSON.stringify(before.outcome);
  return isSame && terms.shares <= before.shares && worstSale(terms) >= worstSale(before);
}

/** The lowest price at which it may sell. */
function worstSale(terms: ConditionalTerms): Price {
  return terms.kind === 'bracket' ? (terms.stop?.worst ?? terms.takeProfit ?? terms.worst) : terms.worst;
}
