import { describe, expect, it } from 'vitest';
import { isJournalled, openConditional, reduceConditional } from '#shared/order/conditional/reduce.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { CALM, CLOSE, ID, LOW, OCO, openBench, priceTrigger, readAll, START, STOP, YES } from './makers.ts';

const open = { at: 'open' } as const;

describe('the common machine', () => {
  it('sends one order at the limit once the trigger is confirmed, and never a second one', () => {
    const bench = openBench(STOP);
    bench.book(CALM);
    expect(bench.at()).toBe('armed');
    const actions = bench.confirm(LOW);
    expect(actions).toMatchObject([
      {
        kind: 'place',
        urgency: 'exit',
        intent: { direction: 'sell', price: parsePrice('0.32'), shares: parseShares('100'), postOnly: false },
      },
    ]);
    expect(bench.at()).toBe('placing');
    bench.rests(bench.children()[0]);
    expect(bench.at()).toBe('working');
    expect([...bench.confirm(CALM), ...bench.confirm(LOW)]).toEqual([]);
    bench.ends(bench.children()[0], 'filled', '100');
    expect(bench.at()).toBe('done');
    expect([...bench.confirm(LOW), ...bench.position('100')]).toEqual([]);
  });

  it('names an order by id, generation and step, so that the same order can be found after a crash', () => {
    const bench = openBench(STOP);
    bench.book(CALM);
    const [action] = bench.confirm(LOW);
    expect(action).toMatchObject({ key: { id: ID, generation: 1 } });
    expect(bench.children()[0]!.intentId).toBe(`${ID}-1-${action!.key.step}`);
  });

  it('counts an order without an answer as live and places nothing beside it', () => {
    const bench = openBench(STOP);
    bench.book(CALM);
    bench.confirm(LOW);
    bench.child(bench.children()[0], { at: 'unknown', filled: parseShares('0') });
    expect(bench.at()).toBe('waiting');
    expect(bench.state().life).toMatchObject({ reason: { code: 'orderUnknown' } });
    expect([...bench.position('100'), ...bench.confirm(LOW), ...bench.wait(60_000)]).toEqual([]);
    bench.feed({ kind: 'cancel', atMs: bench.now() });
    expect(bench.at()).toBe('waiting');
    bench.ends(bench.children()[0], 'filled', '100');
    expect(bench.at()).toBe('done');
  });

  it('sells no more than what may be sold, and the rest as soon as it may', () => {
    const bench = openBench(STOP);
    bench.position('100', '40');
    bench.book(CALM);
    expect(bench.confirm(LOW)).toMatchObject([{ intent: { shares: parseShares('40') } }]);
    bench.rests(bench.children()[0]);
    expect(bench.position('100', '60')).toMatchObject([{ intent: { shares: parseShares('60') } }]);
  });

  it('says loudly that what it would sell is locked elsewhere', () => {
    const bench = openBench(STOP);
    bench.position('100', '0');
    bench.book(CALM);
    expect(bench.confirm(LOW)).toEqual([]);
    expect(bench.state().life).toMatchObject({ at: 'waiting', reason: { code: 'nothingSellable' } });
    expect(bench.notices()).toContain('waiting');
  });

  it('ends when the position is gone for longer than a late event takes', () => {
    const bench = openBench(STOP);
    bench.book(CALM);
    bench.position('0');
    bench.wait(2_999);
    expect(bench.at()).toBe('armed');
    bench.wait(1);
    expect(bench.state().life).toMatchObject({ at: 'ended', reason: { code: 'positionGone' } });
  });

  it('goes on buying when what it bought is sold by hand', () => {
    const worst = parsePrice('0.50');
    const trigger = priceTrigger('bid', 'atOrAbove', '0.40');
    const walk = { ticks: 1, everyMs: 5_000 };
    const bench = openBench({ ...STOP, direction: 'buy', limit: parsePrice('0.45'), worst, trigger, walk });
    bench.confirm(CALM);
    bench.rests(bench.children()[0], '30');
    bench.wait(5_000);
    bench.ends(bench.children()[0], 'cancelled', '30');
    bench.child(bench.children()[1], {
      at: 'ended',
      end: { kind: 'notSent', codes: ['budget'], retryAtMs: bench.now() + 60_000 },
      filled: parseShares('0'),
    });
    bench.position('30');
    bench.position('0');
    bench.wait(3_000);
    expect(bench.state().ending).toBeNull();
  });

  it('cancels a resting sale that is for more than what is held, once that is no late event', () => {
    const bench = openBench(OCO);
    bench.rests(bench.children('takeProfit')[0]);
    expect(bench.position('60', '0')).toEqual([]);
    expect(bench.wait(3_000)).toMatchObject([{ kind: 'cancel' }]);
    bench.position('60', '60');
    expect(bench.ends(bench.children('takeProfit')[0], 'cancelled', '0')).toMatchObject([
      { kind: 'place', intent: { shares: parseShares('60') } },
    ]);
  });

  it('does not fire while its order could not be sent: later it fires late, or not at all', () => {
    const bench = openBench(STOP);
    const locked = { at: 'locked' } as const;
    bench.book(CALM);
    bench.feed({ kind: 'gates', atMs: bench.now(), gates: { entries: locked, exits: locked } });
    bench.confirm(LOW);
    expect(bench.state().fired).toEqual({});
    expect(bench.state().missedAtMs).toBe(bench.now());
    bench.confirm(CALM);
    bench.feed({ kind: 'gates', atMs: bench.now(), gates: { entries: open, exits: open } });
    expect(bench.state().fired).toEqual({});
    bench.feed({ kind: 'gates', atMs: bench.now(), gates: { entries: locked, exits: locked } });
    bench.confirm(LOW);
    bench.feed({ kind: 'gates', atMs: bench.now(), gates: { entries: open, exits: open } });
    expect(bench.state().fired.stop).toMatchObject({ isLate: true });
    expect(bench.children()).toHaveLength(1);
  });

  it('waits on a book without proof of life, and says so', () => {
    const bench = openBench(STOP);
    bench.book(CALM);
    bench.wait(5_001);
    expect(bench.state().life).toMatchObject({
      at: 'waiting',
      reason: { code: 'stale', parameters: { problem: 'old' } },
    });
    bench.book(CALM);
    expect(bench.at()).toBe('armed');
    expect(bench.notices()).toContain('goesOn');
  });

  it('halts on a definite refusal, tries again after one with a time, and a bounded number of times', () => {
    const bench = openBench(STOP);
    bench.book(CALM);
    bench.confirm(LOW);
    const refused = (retryAtMs: number | null) => {
      const actions = bench.child(bench.children().at(-1), {
        at: 'ended',
        end: { kind: 'rejected', codes: ['x'], retryAtMs },
        filled: parseShares('0'),
      });
      // The lease ended with it.
      return [...actions, ...bench.position('100')];
    };
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect(refused(bench.now() + 1_000)).toEqual([]);
      expect(bench.wait(1_000)).toMatchObject([{ kind: 'place' }]);
    }
    refused(bench.now() + 1_000);
    expect(bench.state().life).toMatchObject({ at: 'halted', reason: { code: 'retriesUsed' } });
    expect(bench.wait(60_000)).toEqual([]);
    expect(bench.feed({ kind: 'answer', atMs: bench.now(), answer: 'resume' })).toMatchObject([{ kind: 'place' }]);
    expect(bench.state().generation).toBe(2);
    refused(null);
    expect(bench.state().life).toMatchObject({ at: 'halted', reason: { code: 'rejected' } });
  });

  it('halts when somebody else cancels its order, or when it never arrived', () => {
    for (const [end, code] of [
      ['cancelled', 'orderCancelled'],
      ['absent', 'orderAbsent'],
    ] as const) {
      const bench = openBench(OCO);
      bench.rests(bench.children()[0]);
      expect(bench.ends(bench.children()[0], end, '0')).toEqual([]);
      expect(bench.state().life).toMatchObject({ at: 'halted', reason: { code } });
    }
  });

  it('cancels its order at the end and ends only when that is proved', () => {
    const bench = openBench(OCO);
    bench.rests(bench.children()[0]);
    expect(bench.feed({ kind: 'cancel', atMs: bench.now() })).toMatchObject([{ kind: 'cancel' }]);
    expect(bench.at()).toBe('releasing');
    expect(bench.wait(4_999)).toEqual([]);
    expect(bench.wait(1)).toMatchObject([{ kind: 'cancel' }]);
    bench.ends(bench.children()[0], 'cancelled', '30');
    expect(bench.state().life).toMatchObject({ at: 'partial', reason: { code: 'person' } });
  });

  it('says loudly when a cancel is not proved however often it is asked for', () => {
    const bench = openBench(OCO);
    bench.rests(bench.children()[0]);
    bench.feed({ kind: 'cancel', atMs: bench.now() });
    const later = [1, 2, 3, 4, 5, 6, 7].flatMap(() => bench.wait(5_000));
    expect(later).toHaveLength(4);
    expect(bench.state().life).toMatchObject({ at: 'waiting', reason: { code: 'cancelNotProved' } });
  });

  it('expires at its deadline, ends at the close, and at neither by a clock that jumped', () => {
    const bench = openBench({ ...STOP, goodTillMs: START + 10_000 });
    bench.feed({ kind: 'clock', atMs: START + 9_000, offsetMs: 60_000 });
    bench.feed({ kind: 'time', atMs: START + 69_000 });
    expect(bench.at()).toBe('waiting');
    bench.feed({ kind: 'clock', atMs: START + 9_500, offsetMs: 12 });
    bench.feed({ kind: 'clock', atMs: START + 9_600, offsetMs: 12 });
    bench.feed({ kind: 'time', atMs: START + 9_700 });
    expect(bench.at()).toBe('waiting');
    bench.feed({ kind: 'time', atMs: START + 10_000 });
    expect(bench.at()).toBe('expired');
    const other = openBench(STOP);
    other.feed({ kind: 'time', atMs: CLOSE });
    expect(other.state().life).toMatchObject({ at: 'ended', reason: { code: 'marketClosed' } });
  });

  it('takes new terms as a new generation while nothing of it is live', () => {
    const bench = openBench(STOP);
    const terms = { ...STOP, limit: parsePrice('0.31') };
    bench.feed({ kind: 'change', atMs: bench.now(), terms });
    expect(bench.state()).toMatchObject({ generation: 2, terms, isPositionSeen: true });
    const other = { ...terms, outcome: { ...YES, side: 'no' } } as const;
    bench.feed({ kind: 'change', atMs: bench.now(), terms: other });
    expect(bench.state()).toMatchObject({ generation: 3, isPositionSeen: false, peak: null });
    const busy = openBench(OCO);
    const dearer = { ...OCO, takeProfit: parsePrice('0.70') };
    busy.feed({ kind: 'change', atMs: busy.now(), terms: dearer });
    expect(busy.state().generation).toBe(1);
  });
});

describe('after a restart', () => {
  it('places nothing before everything is read, and fires on two new observations', () => {
    const bench = openBench(STOP);
    bench.book(CALM);
    bench.feed({ kind: 'restart', atMs: bench.now(), isProgram: true });
    bench.confirm(LOW);
    expect(bench.state().fired).toEqual({});
    readAll(bench, STOP);
    bench.feed({ kind: 'gates', atMs: bench.now(), gates: { entries: open, exits: open } });
    expect(bench.children()).toHaveLength(1);
    expect(bench.state().fired.stop).toMatchObject({ isLate: true });
  });

  it('asks before it sells far beyond the worst price, and goes on when a person says so', () => {
    const bench = openBench(STOP);
    bench.book(CALM);
    bench.feed({ kind: 'restart', atMs: bench.now(), isProgram: true });
    readAll(bench, STOP);
    bench.feed({ kind: 'gates', atMs: bench.now(), gates: { entries: open, exits: open } });
    const far: typeof LOW = [[['0.20', '100']], [['0.22', '100']]];
    expect(bench.confirm(far)).toEqual([]);
    expect(bench.state().life).toMatchObject({ at: 'halted', reason: { code: 'beyondWorst' } });
    expect(bench.feed({ kind: 'answer', atMs: bench.now(), answer: 'resume' })).toMatchObject([
      { kind: 'place', intent: { price: parsePrice('0.32') } },
    ]);
  });

  it('keeps what it filled and takes its orders for unknown until the exchange names them', () => {
    const bench = openBench(OCO);
    bench.rests(bench.children()[0], '30');
    bench.feed({ kind: 'restart', atMs: bench.now(), isProgram: true });
    expect(bench.children()[0]!.life.at).toBe('unknown');
    readAll(bench, OCO, '70');
    bench.feed({ kind: 'gates', atMs: bench.now(), gates: { entries: open, exits: open } });
    bench.confirm(LOW);
    expect(bench.children()).toHaveLength(1);
    bench.rests(bench.children()[0], '40');
    expect(bench.children()[0]!.cancel).not.toBeNull();
    bench.position('60', '60');
    expect(bench.ends(bench.children()[0], 'cancelled', '40')).toMatchObject([
      { kind: 'place', intent: { shares: parseShares('60') } },
    ]);
  });

  it('asks about a buy, whose condition may have passed', () => {
    const buy = { ...STOP, direction: 'buy', worst: parsePrice('0.50'), limit: parsePrice('0.45') } as const;
    const bench = openBench(buy);
    bench.feed({ kind: 'restart', atMs: bench.now(), isProgram: true });
    expect(bench.state().life).toMatchObject({ at: 'halted', reason: { code: 'restarted' } });
  });
});

it('journals what is durable, and not what is only known', () => {
  const state = openConditional(ID, STOP);
  const armed = reduceConditional(state, { kind: 'arm', atMs: START });
  expect(isJournalled(state, armed)).toBe(true);
  const clock = reduceConditional(armed.state, { kind: 'clock', atMs: START, offsetMs: 1 });
  expect(isJournalled(armed.state, clock)).toBe(false);
});
