import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  answerConditional,
  armConditional,
  cancelConditional,
  changeConditional,
  dismissConditional,
  isActive,
  isChangeable,
} from '#renderer/domain/conditionals/conditionalActs.ts';
import type { ConditionalOrderView, ConditionalView } from '#shared/ipc/conditionals/conditionals.ts';
import { fail, succeed } from '#shared/ipc/result.ts';
import { conditionalOf, stopTerms } from '../../panes/conditionals/facts.ts';

const STOP = stopTerms('0.31', '0.30');
const NAME = 'Stop: sell 500 yes at 0.30 when ask ≤ 0.31';
const main = { arm: vi.fn(), change: vi.fn(), cancel: vi.fn(), answer: vi.fn(), dismiss: vi.fn() };

beforeEach(() => vi.stubGlobal('window', { adyton: { conditional: main } }));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetAllMocks();
});

describe('a conditional order', () => {
  it('is armed under an id of its own, and main’s reason is said where it is not', async () => {
    main.arm.mockResolvedValueOnce(succeed({ outcome: 'armed', id: '1' }));
    expect(await armConditional(STOP)).toMatchObject({
      tone: 'good',
      title: `Armed: ${NAME}`,
      detail: null,
      fact: { kind: 'conditional', what: NAME },
    });
    const refusal = { outcome: 'refused', reason: { code: 'nothingHeld', parameters: {} } };
    main.arm.mockResolvedValueOnce(succeed(refusal));
    expect(await armConditional(STOP)).toMatchObject({
      tone: 'warn',
      title: `Not armed: ${NAME}`,
      detail: 'Nothing of this outcome is held',
    });
    main.arm.mockResolvedValueOnce(fail('UNREACHABLE', { what: 'main' }));
    expect(await armConditional(STOP)).toMatchObject({ tone: 'bad', title: `Not armed: ${NAME}` });
    const ids = main.arm.mock.calls.map(([input]) => (input as { id: string }).id);
    expect(new Set(ids).size).toBe(3);
  });

  it('is changed under its id', async () => {
    const { id } = conditionalOf('7');
    main.change.mockResolvedValue(succeed({ outcome: 'armed', id }));
    expect(await changeConditional(id, STOP)).toMatchObject({ tone: 'good', title: `Changed: ${NAME}` });
    expect(main.change).toHaveBeenCalledWith({ id, terms: STOP });
  });

  it('says nothing where its row says all, and what went wrong where it does not', async () => {
    const view = conditionalOf('7');
    for (const command of [main.cancel, main.answer, main.dismiss]) command.mockResolvedValue(succeed(null));
    const all = () => Promise.all([cancelConditional(view), answerConditional(view, 'end'), dismissConditional(view)]);
    expect(await all()).toEqual([null, null, null]);
    for (const command of [main.cancel, main.answer, main.dismiss])
      command.mockResolvedValue(fail('NOT_FOUND', { what: 'conditional' }));
    expect((await all()).map((report) => report?.title)).toEqual([
      `Not cancelled: ${NAME}`,
      `Not answered: ${NAME}`,
      `Not removed: ${NAME}`,
    ]);
  });

  it('is active until it ended, and changeable while nothing of it is live', () => {
    const at = (life: ConditionalView['life']): ConditionalView => conditionalOf('1', { life });
    const halted = at({ at: 'halted', reason: { code: 'restarted', parameters: {} } });
    const done = at({ at: 'done', reason: { code: 'filled', parameters: {} } });
    expect([at({ at: 'armed' }), halted, done].map(isActive)).toEqual([true, true, false]);
    expect([at({ at: 'armed' }), halted, done].map(isChangeable)).toEqual([true, false, false]);
    const order = { life: { at: 'working', orderId: '1' } } as unknown as ConditionalOrderView;
    expect(isChangeable(conditionalOf('1', { life: { at: 'armed' }, orders: [order] }))).toBe(false);
  });
});
