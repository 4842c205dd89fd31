import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchActivity } from '#renderer/act/activity.ts';

const noteAct = vi.fn(async () => ({ ok: true, value: null }));

beforeEach(() => {
  noteAct.mockClear();
  vi.stubGlobal('window', { adyton: { app: { noteAct } } });
});
afterEach(() => vi.unstubAllGlobals());

function openTarget() {
  const heard = new Map<string, (event: unknown) => void>();
  const target = {
    addEventListener: (name: string, run: (event: unknown) => void) => heard.set(name, run),
    removeEventListener: (name: string) => heard.delete(name),
  };
  const stop = watchActivity(target as never);
  const send = (name: string, timeStamp: number, isTrusted = true) => heard.get(name)?.({ isTrusted, timeStamp });
  return { send, stop, heard };
}

it('reports a person’s input at most once in ten seconds', () => {
  const { send } = openTarget();
  send('pointermove', 0);
  send('keydown', 9_999);
  expect(noteAct).toHaveBeenCalledTimes(1);
  send('wheel', 10_000);
  expect(noteAct.mock.calls).toEqual([[{}], [{}]]);
});

it('ignores events that a script made, and stops on request', () => {
  const { send, stop, heard } = openTarget();
  send('pointerdown', 0, false);
  expect(noteAct).not.toHaveBeenCalled();
  stop();
  expect(heard.size).toBe(0);
});
