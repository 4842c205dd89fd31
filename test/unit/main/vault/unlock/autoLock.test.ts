import { describe, expect, it } from 'vitest';
import {
  type ClockReading,
  type LockCause,
  type LockState,
  type LockTimes,
  reduceLock,
  startLocked,
  tellCause,
} from '#main/vault/unlock/autoLock.ts';

const MINUTE = 60_000;
const times: LockTimes = { screenAfterMs: 10 * MINUTE, keysAfterMs: 30 * MINUTE };
const at = (minutes: number): ClockReading => ({ wallMs: minutes * MINUTE, steadyMs: minutes * MINUTE });
const open: LockState = reduceLock(startLocked(at(0)), { kind: 'opened' }, at(0), times);
const passTo = (state: LockState, minutes: number): LockState =>
  reduceLock(state, { kind: 'time' }, at(minutes), times);

describe('idle time', () => {
  it('locks the screen at ten minutes and the keys at thirty, not before', () => {
    expect(passTo(open, 9.99).depth).toBe('open');
    const screen = passTo(open, 10);
    expect(screen).toMatchObject({ depth: 'screen' });
    expect(screen.why).toMatch(/^nobody touched it for 10 minutes; the key itself stays in memory/);
    expect(passTo(screen, 29.99).depth).toBe('screen');
    expect(passTo(screen, 30)).toMatchObject({ depth: 'keys', why: 'nobody touched it for 30 minutes' });
  });

  it('starts anew with every act while open, and with none while the screen is locked', () => {
    const acted = reduceLock(open, { kind: 'act' }, at(9), times);
    expect(passTo(acted, 18.9).depth).toBe('open');
    expect(passTo(acted, 19).depth).toBe('screen');
    const screen = passTo(open, 10);
    const touched = reduceLock(screen, { kind: 'act' }, at(20), times);
    expect(touched).toEqual(screen);
    expect(passTo(touched, 30).depth).toBe('keys');
  });

  it('locks first when an act comes after its time was over: the first touch after a sleep opens nothing', () => {
    expect(reduceLock(open, { kind: 'act' }, at(11), times).depth).toBe('screen');
    expect(reduceLock(open, { kind: 'act' }, at(480), times).depth).toBe('keys');
  });

  it('counts sleep by the wall clock, and a wall clock that was set back by the steady one', () => {
    const slept = reduceLock(open, { kind: 'time' }, { wallMs: 45 * MINUTE, steadyMs: 5 }, times);
    expect(slept.depth).toBe('keys');
    const setBack = reduceLock(open, { kind: 'time' }, { wallMs: -900 * MINUTE, steadyMs: 12 * MINUTE }, times);
    expect(setBack.depth).toBe('screen');
  });

  it('goes straight to the keys where both times are the same, and tells one minute as one', () => {
    const short: LockTimes = { screenAfterMs: MINUTE, keysAfterMs: MINUTE };
    expect(reduceLock(open, { kind: 'time' }, at(1), short)).toMatchObject({
      depth: 'keys',
      why: 'nobody touched it for 1 minute',
    });
  });
});

describe('causes', () => {
  const causes: LockCause[] = [
    'manual',
    'suspend',
    'lock-screen',
    'last window closed',
    'renderer crash',
    'user switch',
    'quit',
  ];

  it.each(causes)('"%s" locks the keys at once, open or behind a locked screen, and says so', (cause) => {
    for (const before of [open, passTo(open, 10)]) {
      const after = reduceLock(before, { kind: 'cause', cause }, at(10), times);
      expect(after).toMatchObject({ depth: 'keys', why: tellCause(cause) });
    }
  });

  it('each have words of their own, and the first reason stays', () => {
    expect(new Set(causes.map(tellCause)).size).toBe(causes.length);
    const locked = reduceLock(open, { kind: 'cause', cause: 'suspend' }, at(1), times);
    expect(reduceLock(locked, { kind: 'cause', cause: 'last window closed' }, at(2), times)).toBe(locked);
    expect(passTo(locked, 900)).toBe(locked);
  });
});

it('opens by the password alone', () => {
  const locked = reduceLock(open, { kind: 'cause', cause: 'manual' }, at(1), times);
  expect(reduceLock(locked, { kind: 'act' }, at(2), times).depth).toBe('keys');
  expect(reduceLock(locked, { kind: 'opened' }, at(3), times)).toEqual({ depth: 'open', why: null, lastAct: at(3) });
  expect(startLocked(at(0))).toMatchObject({ depth: 'keys', why: null });
});
