/**
 * Commands of conditional orders.
 *
 * Invariants  Terms are checked by main against what the exchange listed and what is held: a request names only what main knows.
 *             What may stand in for a book that is not live is agreed outside the page, with the terms that execute, and
 *             so is every change that loosens terms.
 * Source      docs/conditionals.md#arming, docs/conditionals.md#stand-in
 */
import { openRateWindow } from '#shared/base/rateWindow.ts';
import type { ConditionalView } from '#shared/ipc/conditionals/conditionals.ts';
import type { CommandsOf } from '#shared/ipc/contract.ts';
import { fail, type Result, succeed } from '#shared/ipc/result.ts';
import { isWithinConsent } from '#shared/order/conditional/consent.ts';
import type { ConditionalId } from '#shared/order/conditional/declaration/termsFields.ts';
import type { ConditionalTerms } from '#shared/order/conditional/terms.ts';
import { formatIsoTime } from '#shared/units/time.ts';
import type { MarketData } from '../../market/marketData.ts';
import type { Trading } from '../../trading/trading.ts';
import type { Confirmations } from '../confirmations.ts';
import { declined } from './declined.ts';
import type { DryRunCommands } from './dryRun.ts';

const MAX_RESUMED_PER_MINUTE = 30;

export interface ConditionalCommandOptions {
  readonly trader: {
    readonly trading: {
      readonly conditionals: Pick<Trading['conditionals'], 'arm' | 'cancel' | 'change' | 'answer' | 'dismiss' | 'view'>;
    };
    readonly market: Pick<MarketData, 'market'>;
    now(): number;
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
  const countResume = openRateWindow({ max: MAX_RESUMED_PER_MINUTE, windowMs: 60_000, now: () => trader.now() });
  const answer = (isKnown: boolean): Result<null> =>
    isKnown ? succeed(null) : fail('NOT_FOUND', { what: 'conditional' });
  const findView = (id: ConditionalId): ConditionalView | null =>
    current()
      .view()
      .conditionals.find((one) => one.id === id) ?? null;
  const termsOf = (id: ConditionalId): ConditionalTerms | null => findView(id)?.terms ?? null;
  const describe = (terms: ConditionalTerms) => ({
    title: trader.market.market(terms.outcome.market)?.title ?? terms.outcome.market,
    terms,
    until: terms.goodTillMs === null ? null : formatIsoTime(terms.goodTillMs),
  });

  return {
    'conditional.arm': async ({ id, terms }) => {
      if (terms.standIn === undefined || termsOf(id) !== null) return succeed(current().arm(id, terms));
      if (!(await confirmations.ask('armWithStandIn', describe(terms)))) return declined();
      // The page may have armed something else under this id while the question was open.
      if (termsOf(id) !== null) return fail('CHANGED_MEANWHILE', { what: 'conditional' });
      return succeed(current().arm(id, terms));
    },
    'conditional.cancel': async ({ id }) => answer(current().cancel(id)),
    'conditional.change': async ({ id, terms }) => {
      const before = termsOf(id);
      if (before === null) return fail('NOT_FOUND', { what: 'conditional' });
      if (!isWithinConsent(terms, before)) {
        if (!(await confirmations.ask('loosenConditional', { ...describe(terms), before }))) return declined();
      }
      const receipt = current().change(id, terms);
      return receipt === null ? fail('NOT_FOUND', { what: 'conditional' }) : succeed(receipt);
    },
    'conditional.answer': async ({ id, generation, answer: given }) => {
      const view = findView(id);
      if (view !== null && view.generation !== generation) return fail('CHANGED_MEANWHILE', { what: 'halt' });
      // A resumed order can halt again, so resumes are limited; ends are not.
      const seconds = given === 'resume' ? countResume() : null;
      return seconds === null ? answer(current().answer(id, given)) : fail('TOO_OFTEN', { seconds });
    },
    'conditional.dismiss': async ({ id }) => answer(current().dismiss(id)),
  };
}
