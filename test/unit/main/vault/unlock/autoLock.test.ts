import { describe, expect, it } from 'vitest';
import {
  type ClockReading,
  type LockCause,
  type LockState,
  type LockTimes,
  reduceLock,
  startLocked,
} from '#main/vault/unlock/autoLock.ts';

const MINUTE = 60_000;
const times: LockTimes = { screenAfterMs: 10 * MINUTE, keysAfterMs: 30 * MINUTE };
const at = (minutes: number): ClockReading => ({ wallMs: minutes * MINUTE, steadyMs: minutes * MINUTE });
const open: LockState = reduceLock(startLocked(at(0)), { kind: 'unlocked' }, at(0), times);
const passTo = (state: LockState, minutes: number): LockState =>
  reduceLock(state, { kind: 'tick' }, at(minutes), times);

describe('idle time', () => {
  it('locks the screen at ten minutes and the keys at thirty, not before', () => {
    expect(passTo(open, 9.99).depth).toBe('open');
    const screen = passTo(open, 10);
    expect(screen).toMatchObject({ depth: 'screen' });
    expect(screen.reason).toEqual({ code: 'idle', parameters: { minutes: 10 } });
    expect(passTo(screen, 29.99).depth).toBe('screen');
    expect(passTo(screen, 30)).toMatchObject({ depth: 'keys', reason: { code: 'idle', parameters: { minutes: 30 } } });
  });

  it('restarts on activity while open, and not while the screen is locked', () => {
    const acted = reduceLock(open, { kind: 'activity' }, at(9), times);
    expect(passTo(acted, 18.9).depth).toBe('open');
    expect(passTo(acted, 19).depth).toBe('screen');
    const screen = passTo(open, 10);
    const touched = reduceLock(screen, { kind: 'activity' }, at(20), times);
    expect(touched).toEqual(screen);
    expect(passTo(touched, 30).depth).toBe('keys');
  });

  it('locks before late activity counts: the first activity after a sleep does not keep it open', () => {
    expect(reduceLock(open, { kind: 'activity' }, at(11), times).depth).toBe('screen');
    expect(reduceLock(open, { kind: 'activity' }, at(480), times).depth).toBe('keys');
  });

  it('counts sleep by the wall clock, and a wall clock set back by the steady clock', () => {
    const slept = reduceLock(open, { kind: 'tick' }, { wallMs: 45 * MINUTE, steadyMs: 5 }, times);
    expect(slept.depth).toBe('keys');
    const setBack = reduceLock(open, { kind: 'tick' }, { wallMs: -900 * MINUTE, steadyMs: 12 * MINUTE }, times);
    expect(setBack.depth).toBe('screen');
  });

  it('locks the keys directly when both times are the same', () => {
    const short: LockTimes = { screenAfterMs: MINUTE, keysAfterMs: MINUTE };
    expect(reduceLock(open, { kind: 'tick' }, at(1), short)).toMatchObject({
      depth: 'keys',
      reason: { code: 'idle', parameters: { minutes: 1 } },
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

  it.each(causes)('"%s" locks the keys at once, open or behind a locked screen, and is the reason', (cause) => {
    for (const before of [open, passTo(open, 10)]) {
      const after = reduceLock(before, { kind: 'cause', cause }, at(10), times);
      expect(after).toMatchObject({ depth: 'keys', reason: { code: cause, parameters: {} } });
    }
  });

  it('do not replace the first reason', () => {
    const locked = reduceLock(open, { kind: 'cause', cause: 'suspend' }, at(1), times);
    expect(reduceLock(locked, { kind: 'cause', cause: 'last window closed' }, at(2), times)).toBe(locked);
    expect(passTo(locked, 900)).toBe(locked);
  });
});

it('opens on an unlock only', () => {
  const locked = reduceLock(open, { kind: 'cause', cause: 'manual' }, at(1), times);
  expect(reduceLock(locked, { kind: 'activity' }, at(2), times).depth).toBe('keys');
  expect(reduceLock(locked, { kind: 'unlocked' }, at(3), times)).toEqual({
    depth: 'open',
    reason: null,
    lastActivity: at(3),
  });
  expect(startLocked(at(0))).toMatchObject({ depth: 'keys', reason: null });
});
