import { describe, expect, it } from 'vitest';
import { createEmitter } from '#shared/base/emitter.ts';

describe('emitter', () => {
  it('calls every listener in order although one throws, and reports what was thrown', () => {
    const errors: unknown[] = [];
    const calls: string[] = [];
    const emitter = createEmitter<number>((error) => errors.push(error));
    emitter.on((value) => calls.push(`first ${value}`));
    emitter.on(() => {
      throw new Error('broken');
    });
    emitter.on((value) => calls.push(`last ${value}`));
    emitter.emit(7);
    expect(calls).toEqual(['first 7', 'last 7']);
    expect(errors).toEqual([new Error('broken')]);
  });

  it('throws the first exception after every listener ran, where nobody handles it', () => {
    const calls: string[] = [];
    const emitter = createEmitter();
    emitter.on(() => {
      throw new Error('one');
    });
    emitter.on(() => {
      throw new Error('two');
    });
    emitter.on(() => calls.push('last'));
    expect(() => emitter.emit()).toThrow('one');
    expect(calls).toEqual(['last']);
  });

  it('does not call a listener that another one removed during the same emit', () => {
    const calls: string[] = [];
    const emitter = createEmitter();
    emitter.on(() => stop());
    const stop = emitter.on(() => calls.push('removed'));
    emitter.emit();
    expect(calls).toEqual([]);
    expect(emitter.count()).toBe(1);
  });

  it('keeps one registration when the same function was added twice and removed once', () => {
    let count = 0;
    const emitter = createEmitter();
    const listener = (): void => {
      count += 1;
    };
    const stop = emitter.on(listener);
    emitter.on(listener);
    stop();
    stop();
    emitter.emit();
    expect(count).toBe(1);
    emitter.close();
    emitter.emit();
    expect(count).toBe(1);
  });
});
