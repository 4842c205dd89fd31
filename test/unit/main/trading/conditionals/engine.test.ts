import { describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '#main/trading/conditionals/engine.ts';
import type { ConditionalAction } from '#shared/order/conditional/events.ts';
import { SAFE } from '#test/slice/makers.ts';
import { BASE, START } from '#test/unit/shared/order/conditional/makers.ts';
import { ID, makeStore, STOP } from './makers.ts';

function open(store = makeStore()) {
  const log: string[] = [];
  const faults: string[] = [];
  const actions: ConditionalAction[] = [];
  const append = store.append;
  store.append = (account, stored) => {
    append(account, stored);
    log.push(`entry ${stored.entry.kind === 'event' ? stored.entry.event.kind : 'created'}`);
  };
  const engine: Engine = createEngine({
    store,
    execute(action) {
      actions.push(action);
      log.push(`action ${action.kind}`);
      // What an action finds out is fed after it, not inside the step that made it.
      if (action.kind === 'notify') engine.feed(ID, { kind: 'time', atMs: START + 1 });
    },
    onChange: () => {},
    onFault: (where) => void faults.push(where),
  });
  engine.load(SAFE);
  return { engine, store, log, faults, actions };
}

describe('the engine', () => {
  it('has an entry on the disk before its actions are carried out, and stores nothing for what is only known', () => {
    const { engine, log } = open();
    expect(engine.create(ID, STOP, START)).toBe(true);
    engine.feed(ID, { kind: 'arm', atMs: START });
    engine.feed(ID, { kind: 'clock', atMs: START, offsetMs: 3 });
    engine.feed(ID, { kind: 'cancel', atMs: START });
    expect(log.slice(0, 2)).toEqual(['entry created', 'entry arm']);
    expect(log.filter((one) => one.includes('clock'))).toEqual([]);
    expect(log.indexOf('action notify')).toBeGreaterThan(log.indexOf('entry arm'));
    expect(log.at(-1)).toBe('action notify');
    expect(log.at(-2)).toBe('entry cancel');
    expect(engine.run(ID)!.state.life.at).toBe('cancelled');
  });

  it('removes ended ones, the oldest first, once all have more than their space, and then is full', () => {
    const { engine, store } = open();
    const ids = [0, 1, 2].map((at) => `${ID.slice(0, -1)}${at}` as typeof ID);
    let bytes = 0;
    store.bytes = () => bytes;
    const dismiss = store.dismiss;
    store.dismiss = (id) => {
      dismiss(id);
      bytes -= 3_000_000;
    };
    for (const id of ids) {
      engine.create(id, STOP, START);
      engine.feed(id, { kind: 'arm', atMs: START });
    }
    engine.feed(ids[0]!, { kind: 'cancel', atMs: START });
    engine.feed(ids[1]!, { kind: 'cancel', atMs: START });
    bytes = 17_000_000;
    engine.feed(ids[2]!, { kind: 'cancel', atMs: START });
    expect([...engine.runs()].map(({ id }) => id)).toEqual([ids[2]]);
    expect(engine.isFull()).toBe(false);
    bytes = 17_000_000;
    expect(engine.isFull()).toBe(true);
  });

  it('carries out nothing that could not be stored, and feeds that conditional no more', () => {
    const { engine, store, actions, faults } = open();
    engine.create(ID, STOP, START);
    engine.feed(ID, { kind: 'arm', atMs: START });
    store.isFull = true;
    engine.feed(ID, { kind: 'cancel', atMs: START });
    expect(engine.run(ID)).toMatchObject({ fault: 'notStored', state: { ending: null } });
    expect(actions.filter(({ kind }) => kind !== 'notify')).toEqual([]);
    const reason = { code: 'invariant', parameters: { rule: 'notStored' } };
    expect(actions.at(-1)).toMatchObject({ notice: { code: 'halted', parameters: { reason } } });
    store.isFull = false;
    engine.feed(ID, { kind: 'cancel', atMs: START });
    expect(engine.run(ID)!.state.ending).toBeNull();
    expect(faults).toEqual(['conditional journal']);
  });

  it('is rebuilt from its entries, without their actions', () => {
    const first = open();
    first.engine.create(ID, STOP, START);
    first.engine.feed(ID, { kind: 'arm', atMs: START });
    const second = open(first.store);
    const { known: _known, ...durable } = first.engine.run(ID)!.state;
    expect(second.engine.run(ID)!.state).toMatchObject(durable);
    expect(second.actions).toEqual([]);
    expect(second.engine.run(ID)!.steps).toEqual(first.engine.run(ID)!.steps);
  });

  it('reports one whose terms cannot be read until a person removes it, and carries out nothing of it', () => {
    const { engine, store } = open();
    engine.create(ID, STOP, START);
    engine.feed(ID, { kind: 'arm', atMs: START });
    store.entries.shift();
    const next = open(store);
    expect([next.engine.unreadable(), next.engine.run(ID), next.faults]).toEqual([
      [ID],
      undefined,
      ['conditional journal'],
    ]);
    expect(next.engine.dismiss(ID)).toBe(true);
    expect([next.engine.unreadable(), next.engine.dismiss(ID)]).toEqual([[], false]);
    expect(open(store).engine.unreadable()).toEqual([]);
  });

  it('stops a conditional whose entries give another state than the stored one', () => {
    const { engine, store } = open();
    engine.create(ID, STOP, START);
    engine.feed(ID, { kind: 'arm', atMs: START });
    const [created] = store.entries;
    const changed = { ...STOP, limit: BASE.worst };
    store.entries[0] = { ...created!, entry: { kind: 'created', id: ID, atMs: START, terms: changed } };
    const next = open(store);
    expect(next.engine.run(ID)).toMatchObject({ fault: 'storedDiffers' });
    expect(next.faults).toEqual(['conditional journal']);
    next.engine.feed(ID, { kind: 'cancel', atMs: START });
    expect(next.engine.run(ID)!.state.ending).toBeNull();
    expect(next.engine.dismiss(ID)).toBe(true);
  });

  it('dismisses only what ended', () => {
    const { engine } = open();
    engine.create(ID, STOP, START);
    engine.feed(ID, { kind: 'arm', atMs: START });
    expect(engine.dismiss(ID)).toBe(false);
    engine.feed(ID, { kind: 'cancel', atMs: START });
    expect(engine.dismiss(ID)).toBe(true);
    expect([...engine.runs()]).toEqual([]);
  });
});
