/**
 * Engine of conditional orders: feeds events to the pure machine, one after the other, and journals what it decides.
 *
 * Invariants  An entry is on disk before its actions are carried out. The actions of one event are carried out before the next
 *             event is fed, also of another conditional. What cannot be stored is not carried out, and the conditional stops.
 *             A replay that gives another state than the stored one stops the conditional too.
 * Errors      Never throws: a failed write goes to `onFault`.
 * Source      docs/conditionals.md#engine
 */
import { encodeMessage } from '#shared/ipc/codec.ts';
import type { ConditionalId } from '#shared/order/conditional/declaration/termsFields.ts';
import { buildEntry, type ConditionalEntry, replay } from '#shared/order/conditional/entry.ts';
import type { ConditionalAction, ConditionalEvent } from '#shared/order/conditional/events.ts';
import { openConditional, reduceConditional } from '#shared/order/conditional/reduce.ts';
import type { ConditionalState, ConditionalTerms } from '#shared/order/conditional/terms.ts';
import type { Distrust } from '#shared/order/consent.ts';
import type { AccountId } from '#shared/units/ids.ts';
import { haltOf } from './lifeOf.ts';
import type { ConditionalStore } from './ports.ts';
import { isStopped, type Run, type RunFault } from './run.ts';
import { noteStep } from './steps.ts';

/** Space of all conditional orders on the disk, and what a removal of ended ones leaves of it. */
const MAX_BYTES = 16_000_000;
const PRUNED_BYTES = 12_000_000;

export interface EngineOptions {
  readonly store: ConditionalStore;
  /** Carries out one action; its outcome comes back as events. */
  execute(action: ConditionalAction, run: Run): void;
  onChange(): void;
  onFault(where: string, error: unknown): void;
}

export interface Engine {
  /** Replaces everything by the stored conditionals of an account. */
  load(account: AccountId): void;
  /** Forgets everything: no account. */
  clear(): void;
  runs(): Iterable<Run>;
  run(id: ConditionalId): Run | undefined;
  /** False when it could not be stored, or there is no account. */
  create(id: ConditionalId, terms: ConditionalTerms, atMs: number): boolean;
  feed(id: ConditionalId, event: ConditionalEvent): void;
  /** Stored conditional orders whose terms cannot be read; `dismiss` removes them. */
  unreadable(): readonly ConditionalId[];
  /** True while those that are not ended have all the space. */
  isFull(): boolean;
  /** Stops one whose consent could not be recorded. */
  stop(id: ConditionalId, error: unknown): void;
  /** Removes an ended or unreadable conditional order; false for any other. */
  dismiss(id: ConditionalId): boolean;
}

export function createEngine(options: EngineOptions): Engine {
  const { store, execute, onChange, onFault } = options;
  const runs = new Map<ConditionalId, Run>();
  const queue: { readonly run: Run; readonly event: ConditionalEvent }[] = [];
  const unreadable = new Set<ConditionalId>();
  let account: AccountId | null = null;
  let isFeeding = false;

  function append(run: Run, entry: ConditionalEntry, state: ConditionalState): boolean {
    if (account === null) return false;
    try {
      store.append(account, { entry, after: encodeDurable(state) });
      prune(run.id);
      return true;
    } catch (error) {
      stop(run, 'notStored', error);
      onChange();
      return false;
    }
  }

  /** Removes ended ones, the oldest first, while all together have more than their space. */
  function prune(except: ConditionalId): void {
    if (store.bytes() <= MAX_BYTES) return;
    for (const run of runs.values()) {
      if (store.bytes() <= PRUNED_BYTES) return;
      if (!isStopped(run) || run.id === except) continue;
      store.dismiss(run.id);
      runs.delete(run.id);
    }
  }

  /** A stopped conditional order protects nothing any more, so it notifies as a halt does. */
  function stop(run: Run, fault: RunFault, error: unknown): void {
    run.fault = fault;
    onFault('conditional journal', error);
    const { id, generation, step } = run.state;
    execute(
      {
        kind: 'notify',
        key: { id, generation, step },
        notice: { code: 'halted', parameters: { reason: haltOf(fault) } },
      },
      run,
    );
  }

  function apply(run: Run, event: ConditionalEvent): void {
    if (run.fault !== null || runs.get(run.id) !== run) return;
    const before = run.state;
    const step = reduceConditional(before, event);
    const { state, actions } = step;
    if (state === before && actions.length === 0) return;
    const entry = buildEntry(before, event, step);
    if (entry !== null && !append(run, entry, state)) return;
    run.state = state;
    if (entry !== null) noteStep(run, before, state, event.atMs);
    const isShown = state.known.gates !== before.known.gates || state.known.isReconciled !== before.known.isReconciled;
    if (entry !== null || isShown) onChange();
    for (const action of actions) execute(action, run);
  }

  function drain(): void {
    if (isFeeding) return;
    isFeeding = true;
    try {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) apply(next.run, next.event);
    } finally {
      isFeeding = false;
    }
  }

  function restore({ id, entries, problem, distrust }: ReturnType<ConditionalStore['load']>[number]): void {
    const [first] = entries;
    if (first === undefined || first.entry.kind !== 'created') {
      unreadable.add(id);
      const found = problem ?? 'another entry first';
      onFault('conditional journal', new Error(`Expected conditional ${id} to begin with its terms: ${found}`));
      return;
    }
    const run = buildRun(openConditional(id, first.entry.terms), first.entry.atMs);
    runs.set(id, run);
    try {
      const steps = replay(entries.map(({ entry }) => entry));
      for (const [at, { state, entry }] of steps.entries()) {
        noteStep(run, run.state, state, entry.atMs);
        run.state = state;
        if (encodeDurable(state) === entries[at]?.after) continue;
        stop(
          run,
          distrust === 'stepsAltered' ? distrust : 'storedDiffers',
          new Error(`Expected entry ${at} of conditional ${id} to give its stored state, found another`),
        );
        return;
      }
      if (problem !== null) throw new Error(problem);
      const why = distrust ?? (store.areOrdersLost() && hasOpenOrder(run) ? 'ordersLost' : null);
      // What ended acts no more: only steps that another program wrote or removed make its row untrue.
      if (why !== null && (why === 'stepsAltered' || why === 'olderCopy' || !isStopped(run)))
        stop(run, why, new Error(`Expected conditional ${id} as it was stored here, found otherwise: ${why}`));
    } catch (error) {
      stop(run, distrust === 'stepsAltered' ? distrust : 'storedDiffers', error);
    }
  }

  function clear(): void {
    account = null;
    runs.clear();
    unreadable.clear();
    queue.length = 0;
  }

  return {
    load(next) {
      clear();
      account = next;
      try {
        for (const stored of store.load(next)) restore(stored);
        store.noteDistrusted([...runs.values()].flatMap(({ fault }) => (isDistrust(fault) ? [fault] : [])));
      } catch (error) {
        onFault('conditional journal', error);
      }
      onChange();
    },
    clear() {
      clear();
      onChange();
    },
    runs: () => runs.values(),
    run: (id) => runs.get(id),
    unreadable: () => [...unreadable],
    create(id, terms, atMs) {
      const run = buildRun(openConditional(id, terms), atMs);
      if (!append(run, { kind: 'created', id, atMs, terms }, run.state)) return false;
      runs.set(id, run);
      onChange();
      return true;
    },
    feed(id, event) {
      const run = runs.get(id);
      if (run === undefined) return;
      queue.push({ run, event });
      drain();
    },
    isFull: () => store.bytes() > MAX_BYTES,
    stop(id, error) {
      const run = runs.get(id);
      if (run === undefined) return;
      stop(run, 'notStored', error);
      onChange();
    },
    dismiss(id) {
      const run = runs.get(id);
      if (!unreadable.has(id) && (run === undefined || !isStopped(run))) return false;
      store.dismiss(id);
      runs.delete(id);
      unreadable.delete(id);
      onChange();
      return true;
    },
  };
}

function hasOpenOrder({ state }: Run): boolean {
  return state.children.some(({ life }) => life.at !== 'ended');
}

function isDistrust(fault: RunFault | null): fault is Distrust {
  return fault !== null && fault !== 'notStored' && fault !== 'storedDiffers';
}

function buildRun(state: ConditionalState, createdAtMs: number): Run {
  return { id: state.id, state, createdAtMs, updatedAtMs: createdAtMs, fault: null, denials: null, steps: [] };
}

/** What a replay must give: everything but what was observed. */
function encodeDurable({ known: _known, ...durable }: ConditionalState): string {
  return encodeMessage(durable);
}
