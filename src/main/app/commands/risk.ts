/**
 * Commands of risk: limits, exclusive events, and a new start of the day's loss.
 *
 * Invariants  What lets more orders through needs the password and a question outside the page; what refuses more needs
 *             neither. Exclusive events and limits are read again after the question.
 * Source      docs/risk.md
 */
import type { CommandsOf } from '#shared/ipc/contract.ts';
import { fail, succeed } from '#shared/ipc/result.ts';
import { isInBounds, isLooser, LIMIT_NAMES, type LimitName } from '#shared/order/risk/limits.ts';
import type { Trading } from '../../trading/trading.ts';
import type { Confirmations } from '../confirmations.ts';
import { declined } from './declined.ts';

/** Marks kept; the exchange lists far fewer events at a time. */
const MAX_EXCLUSIVE_EVENTS = 500;

export interface RiskCommandOptions {
  readonly trader: { readonly trading: Pick<Trading, 'view' | 'changeRisk' | 'planDayStart' | 'restartDay'> };
  readonly confirmations: Pick<Confirmations, 'askWithPassword'>;
}

export function buildRiskCommands({ trader: { trading }, confirmations }: RiskCommandOptions): CommandsOf<'risk'> {
  return {
    'risk.setLimits': async ({ password, limits }) => {
      const before = trading.view().risk.limits;
      const changed = LIMIT_NAMES.flatMap((limit) => {
        const after = limits[limit];
        return after === undefined || after === before[limit] ? [] : [{ limit, before: before[limit], after }];
      });
      const outside = changed.find(({ limit, after }) => !isInBounds(limit, after));
      if (outside) return fail('BAD_INPUT', { reason: 'limit', limit: outside.limit });
      const isLoosened = changed.some(({ limit, before: old, after }) => isLooser(limit, old, after));
      if (isLoosened) {
        if (password === null) return fail('BAD_INPUT', { reason: 'passwordNeeded' });
        if (!(await confirmations.askWithPassword(password, 'setLimits', { changes: changed }))) return declined();
        // Tightening asks nothing: a limit that was tightened meanwhile is not what the question named as the value before.
        const now = trading.view().risk.limits;
        if (changed.some(({ limit, before: old }) => now[limit] !== old)) {
          return fail('CHANGED_MEANWHILE', { what: 'limits' });
        }
      }
      const values = Object.fromEntries(changed.map(({ limit, after }) => [limit, after])) as Record<LimitName, bigint>;
      trading.changeRisk({ limits: { ...trading.view().risk.limits, ...values } }, isLoosened);
      return succeed(null);
    },
    'risk.markExclusive': async ({ password, eventId, isExclusive }) => {
      if (isExclusive) {
        if (password === null) return fail('BAD_INPUT', { reason: 'passwordNeeded' });
        if (trading.view().risk.exclusiveEvents.length >= MAX_EXCLUSIVE_EVENTS) {
          return fail('BAD_INPUT', { reason: 'tooManyEvents' });
        }
        if (!(await confirmations.askWithPassword(password, 'markExclusive', { eventId }))) return declined();
      }
      const others = trading.view().risk.exclusiveEvents.filter((id) => id !== eventId);
      trading.changeRisk({ exclusiveEvents: isExclusive ? [...others, eventId] : others }, isExclusive);
      return succeed(null);
    },
    'risk.restartDay': async ({ password }) => {
      const start = trading.planDayStart();
      if (start === null) return fail('BAD_INPUT', { reason: 'accountNotRead' });
      if (!(await confirmations.askWithPassword(password, 'restartDay', { loss: start.loss }))) return declined();
      return trading.restartDay(start) ? succeed(null) : fail('BAD_INPUT', { reason: 'accountNotRead' });
    },
  };
}
