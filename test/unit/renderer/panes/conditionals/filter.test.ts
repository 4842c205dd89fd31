import { describe, expect, it } from 'vitest';
import { filterConditionals } from '#renderer/panes/conditionals/filter.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { conditionalOf } from './facts.ts';

const ARMED = conditionalOf('armed');
const DONE = conditionalOf('done', { life: { at: 'done', reason: { code: 'filled', parameters: {} } } });
const HALTED = conditionalOf('halted', { life: { at: 'halted', reason: { code: 'restarted', parameters: {} } } });
const ALL = [ARMED, DONE, HALTED];

const filter = (part: object) => ({ state: 'all', market: null, text: '', ...part }) as const;

describe('filters of conditional orders', () => {
  it('never hide one that needs an answer', () => {
    expect(filterConditionals(ALL, filter({ state: 'ended' }), [])).toEqual([DONE, HALTED]);
    expect(filterConditionals(ALL, filter({ market: 'other' as MarketId }), [])).toEqual([HALTED]);
    expect(filterConditionals(ALL, filter({ text: 'nothing has these words' }), [])).toEqual([HALTED]);
  });

  it('find words of terms and state', () => {
    expect(filterConditionals([ARMED, DONE], filter({ text: 'stop armed' }), [])).toEqual([ARMED]);
  });
});
