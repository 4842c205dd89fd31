import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LAUNCHER_VARIABLE, type LaunchedProcess, watchLauncher } from '#main/shell/launcher.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

function open(platform: NodeJS.Platform, launcher: string | undefined) {
  const state = { ppid: 40, alive: new Set([40]), gone: 0 };
  const launched: LaunchedProcess = {
    platform,
    get ppid() {
      return state.ppid;
    },
    env: launcher === undefined ? {} : { [LAUNCHER_VARIABLE]: launcher },
    kill(pid) {
      if (!state.alive.has(pid)) throw new Error('ESRCH');
    },
  };
  watchLauncher(launched, () => {
    state.gone += 1;
  });
  return { state, launched };
}

it('ends the program once when its launcher has left it to another parent', () => {
  const { state, launched } = open('linux', '40');
  expect(launched.env).toEqual({});
  vi.advanceTimersByTime(2_000);
  expect(state.gone).toBe(0);
  state.ppid = 1;
  vi.advanceTimersByTime(2_000);
  expect(state.gone).toBe(1);
});

it('asks Windows, which gives an orphan no other parent, whether the launcher is there', () => {
  const { state } = open('win32', '40');
  vi.advanceTimersByTime(2_000);
  expect(state.gone).toBe(0);
  state.alive.clear();
  vi.advanceTimersByTime(2_000);
  expect(state.gone).toBe(1);
});

it.each([undefined, '', 'x', '-1'])('leaves a program alone whose launcher is %j', (launcher) => {
  const { state } = open('linux', launcher);
  state.ppid = 1;
  vi.advanceTimersByTime(2_000);
  expect(state.gone).toBe(0);
});
