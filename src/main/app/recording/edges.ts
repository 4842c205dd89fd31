/**
 * Edges of main at which the recorder listens: timers, reads and commands.
 *
 * Invariants  A wrapped function does and answers the same. Of a command only the fields that its declaration names are recorded,
 *             of a read what the exchange answered, never a request.
 * Source      docs/recording.md#records
 */
import type { Now, Scheduler } from '#shared/base/clock.ts';
import { rulesOf } from '#shared/ipc/commands.ts';
import type { Handlers } from '#shared/ipc/contract.ts';
import type { Preferences } from '#shared/ipc/preferences.ts';
import { buildHandlers, handlerOf } from '../../ipc/anyHandler.ts';
import type { Recorder } from '../../storage/recording/recorder.ts';
import type { ProtectedSettings } from '../../storage/settings/protectedSettings.ts';
import type { ConditionalStore } from '../../trading/conditionals/ports.ts';
import type { Gateway } from '../../trading/ports.ts';
import { toBridgeError } from '../bridgeError.ts';

type Notes = Pick<Recorder, 'note' | 'isRecording'>;

/** The scheduler of a part of main, with its timers recorded where they decide something. */
export function recordTimers(
  schedule: Scheduler,
  part: string,
  recorder: Pick<Recorder, 'runTimer'> | null,
): Scheduler {
  if (recorder === null) return schedule;
  return (delayMs, run) => schedule(delayMs, () => recorder.runTimer(part, run));
}

/** The account's requests, with their answers recorded. */
export function recordReads(gateway: Gateway, recorder: Notes | null): Gateway {
  if (recorder === null) return gateway;
  const recorded =
    <A extends readonly unknown[], R>(name: string, run: (...inputs: A) => Promise<R>) =>
    async (...inputs: A): Promise<R> => {
      try {
        const answer = await run(...inputs);
        recorder.note('read', { name, answer, failure: null });
        return answer;
      } catch (error) {
        const failure = error instanceof Error ? error.name : 'unknown';
        recorder.note('read', { name, answer: null, failure });
        throw error;
      }
    };
  return {
    ...gateway,
    postOrder: recorded('postOrder', gateway.postOrder),
    postPrepared: recorded('postPrepared', gateway.postPrepared),
    cancelOrder: recorded('cancelOrder', gateway.cancelOrder),
    listOrders: recorded('listOrders', gateway.listOrders),
    fetchOrder: recorded('fetchOrder', gateway.fetchOrder),
    listBalances: recorded('listBalances', gateway.listBalances),
    listFills: recorded('listFills', gateway.listFills),
    listPositions: recorded('listPositions', gateway.listPositions),
    listPendingRewards: recorded('listPendingRewards', gateway.listPendingRewards),
  };
}

/** The store of conditional orders, with their steps recorded before they are written. */
export function recordSteps(store: ConditionalStore, recorder: Notes | null): ConditionalStore {
  if (recorder === null) return store;
  return {
    ...store,
    append(account, stored) {
      recorder.note('step', stored.entry);
      store.append(account, stored);
    },
  };
}

/** The handlers, with their calls and answers recorded. */
export function recordCommands(handlers: Handlers, recorder: Notes, now: Now): Handlers {
  let calls = 0;
  return buildHandlers((name) => {
    const handle = handlerOf(handlers, name);
    const { recorded } = rulesOf(name);
    return async (input, caller) => {
      if (!recorder.isRecording()) return handle(input, caller);
      calls += 1;
      const number = calls;
      recorder.note('command', { number, name, window: caller.window, fields: pick(input, recorded?.input) });
      try {
        const result = await handle(input, caller);
        const code = result.ok ? null : result.error.code;
        recorder.note('answer', { number, code, fields: result.ok ? pick(result.value, recorded?.answer) : {} });
        return result;
      } catch (error) {
        recorder.note('answer', { number, code: toBridgeError(error, now).code, fields: {} });
        throw error;
      }
    };
  });
}

function pick(value: unknown, names: readonly string[] = []): Record<string, unknown> {
  const picked: Record<string, unknown> = {};
  if (typeof value !== 'object' || value === null) return picked;
  for (const name of names) if (Object.hasOwn(value, name)) picked[name] = (value as Record<string, unknown>)[name];
  return picked;
}

/** Preferences without what a person typed: templates of orders, and keys. */
export function pickSettings({ templates: _typed, keys: _keys, ...settings }: Preferences): Record<string, unknown> {
  return { ...settings };
}

/** Limits and lock times of the protected settings; no pin, address or consent. */
export function pickLimits(settings: ProtectedSettings): Record<string, unknown> {
  const { maxOrderCost, risk, screenLockMinutes, keysLockMinutes, panicFlattens } = settings;
  return { maxOrderCost, risk, screenLockMinutes, keysLockMinutes, panicFlattens };
}
