/** Commands of alerts. */
import type { CommandsOf } from '#shared/ipc/contract.ts';
import { fail, succeed } from '#shared/ipc/result.ts';
import type { Alerts } from '../../alerts/alertsApi.ts';

export interface AlertCommandOptions {
  readonly trader: {
    readonly alerts: Pick<
      Alerts,
      'create' | 'change' | 'remove' | 'setPaused' | 'rearm' | 'clearLog' | 'markSeen' | 'setMuted'
    >;
  };
}

export function buildAlertCommands({ trader: { alerts } }: AlertCommandOptions): CommandsOf<'alerts'> {
  const answer = (isKnown: boolean) => (isKnown ? succeed(null) : fail('NOT_FOUND', { what: 'alert' }));
  return {
    'alerts.create': async ({ terms }) => {
      const created = alerts.create(terms);
      return 'id' in created ? succeed(created) : fail('BAD_INPUT', { reason: 'alert', problem: created.problem });
    },
    'alerts.change': async ({ id, terms }) => {
      const changed = alerts.change(id, terms);
      if (changed === null) return answer(false);
      return changed.problem === null
        ? succeed(null)
        : fail('BAD_INPUT', { reason: 'alert', problem: changed.problem });
    },
    'alerts.remove': async ({ id }) => answer(alerts.remove(id)),
    'alerts.setPaused': async ({ id, isPaused }) => answer(alerts.setPaused(id, isPaused)),
    'alerts.rearm': async ({ id }) => answer(alerts.rearm(id)),
    'alerts.clearLog': async () => {
      alerts.clearLog();
      return succeed(null);
    },
    'alerts.markSeen': async () => {
      alerts.markSeen();
      return succeed(null);
    },
    'alerts.setMuted': async ({ workspace, isMuted }) => {
      alerts.setMuted(workspace, isMuted);
      return succeed(null);
    },
  };
}
