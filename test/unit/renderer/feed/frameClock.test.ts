import { describe, expect, it } from 'vitest';
import { openFrameClock } from '#renderer/feed/frameClock.ts';

function openBench() {
  const requested: (() => void)[] = [];
  const runs: string[] = [];
  const clock = openFrameClock(
    (run) => requested.push(run),
    (run) => {
      runs.push('begin');
      run();
      runs.push('end');
    },
  );
  const showFrame = (): void => {
    for (const run of requested.splice(0)) run();
  };
  return { clock, requested, runs, showFrame };
}

describe('openFrameClock', () => {
  it('runs each listener once per screen frame, whatever was marked how often, inside one call of `runAll`', () => {
    const { clock, requested, runs, showFrame } = openBench();
    clock.subscribe(['a', 'b'], () => runs.push('both'));
    clock.subscribe(['b'], () => runs.push('b'));
    for (const key of ['a', 'b', 'a', 'b']) clock.mark(key);
    expect(requested).toHaveLength(1);
    expect(runs).toEqual([]);
    expect(clock.isDue()).toBe(true);
    showFrame();
    expect(clock.isDue()).toBe(false);
    expect(runs).toEqual(['begin', 'both', 'b', 'end']);
    showFrame();
    expect(runs).toHaveLength(4);
  });

  it('asks for no screen frame for a key that nobody reads', () => {
    const { clock, requested, runs, showFrame } = openBench();
    const stop = clock.subscribe(['a'], () => runs.push('a'));
    clock.mark('other');
    expect(requested).toHaveLength(0);
    stop();
    clock.mark('a');
    expect(requested).toHaveLength(0);
    showFrame();
    expect(runs).toEqual([]);
  });

  it('runs what joins the next screen frame once, before what writes, and asks for none for it', () => {
    const { clock, requested, runs, showFrame } = openBench();
    clock.subscribeWriter(['a'], () => runs.push('write'));
    clock.subscribe(['a'], () => runs.push('draw'));
    clock.onNext(() => runs.push('joined'));
    const stop = clock.onNext(() => runs.push('stopped'));
    stop();
    expect(requested).toHaveLength(0);
    for (let frame = 0; frame < 2; frame += 1) {
      clock.mark('a');
      showFrame();
    }
    expect(runs).toEqual(['begin', 'draw', 'joined', 'write', 'end', 'begin', 'draw', 'write', 'end']);
  });

  it('lets what writes into elements run after everything that draws', () => {
    const { clock, runs, showFrame } = openBench();
    const stop = clock.subscribeWriter(['a'], () => runs.push('write'));
    clock.subscribe(['a'], () => runs.push('draw'));
    clock.mark('a');
    showFrame();
    expect(runs).toEqual(['begin', 'draw', 'write', 'end']);
    stop();
    clock.mark('a');
    showFrame();
    expect(runs.slice(4)).toEqual(['begin', 'draw', 'end']);
  });

  it('goes on after a listener that throws', () => {
    const { clock, runs, showFrame } = openBench();
    const stop = clock.subscribe(['a'], () => {
      throw new Error('broken');
    });
    clock.mark('a');
    expect(showFrame).toThrow('broken');
    stop();
    clock.subscribe(['a'], () => runs.push('a'));
    clock.mark('a');
    showFrame();
    expect(runs).toContain('a');
  });
});
