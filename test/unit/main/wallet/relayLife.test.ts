import { describe, expect, it } from 'vitest';
import {
  classifyEffect,
  EFFECT_AFTER_MS,
  FAILED_AFTER_MS,
  isLate,
  isOpen,
  isWatched,
  LATE_AFTER_MS,
  LOST_AFTER_MS,
  type Observation,
  type RelayEntry,
  type RelayEvent,
  reduceRelay,
  SETUP_LOST_AFTER_MS,
  WATCH_AFTER_MS,
} from '#main/wallet/relayLife.ts';
import type { EffectLine } from '#shared/ipc/wallet/relay.ts';
import { parseHex32 } from '#shared/units/ids.ts';
import { SAFE, STRANGER, USDC } from './testRecord.ts';

const START = 1_000_000;
const cash = (change: bigint, before: bigint | null = null, found: bigint | null = null): EffectLine => ({
  share: null,
  change,
  before,
  found,
});
const entry: RelayEntry = {
  hash: parseHex32(`0x${'7'.repeat(64)}`),
  wallet: SAFE,
  chainId: 137,
  call: { to: USDC, data: '0xa9059cbb', operation: 0, nonce: 4 },
  signature: '0x11',
  action: { kind: 'withdraw', to: STRANGER, amount: 100n },
  lines: [cash(-100n)],
  at: 'signed',
  reason: null,
  tx: null,
  effect: null,
  createdAtMs: START,
  sentAtMs: null,
  updatedAtMs: START,
};
const seen = (balance: bigint, nextNonce: number | null, isListed: boolean | null = null): Observation => ({
  nextNonce,
  isListed,
  balanceOf: () => balance,
});
const prepared: RelayEvent = { kind: 'prepared', seen: seen(500n, 4) };
const relayed: RelayEvent = { kind: 'relayed', tx: '0xabc' };
const lost: RelayEvent = { kind: 'lost', reason: 'timeout' };
const observed = (...parameters: Parameters<typeof seen>): RelayEvent => ({
  kind: 'observed',
  seen: seen(...parameters),
});

/** Applies events one ms apart, or at the given times. */
function play(...events: readonly (RelayEvent | [RelayEvent, number])[]): RelayEntry {
  let next = entry;
  let atMs = START;
  for (const one of events) {
    const [event, at] = Array.isArray(one) ? one : [one, atMs + 1];
    atMs = at;
    next = reduceRelay(next, event, atMs);
  }
  return next;
}

describe('a call that is executed', () => {
  it('is sent once, and compares the balances before and after', () => {
    const done = play(prepared, { kind: 'sending' }, relayed, observed(500n, 4), observed(400n, 5));
    expect(done).toMatchObject({ at: 'executed', effect: 'full', signature: null, tx: '0xabc' });
    expect(done.lines).toEqual([cash(-100n, 500n, 400n)]);
    expect(isOpen(done)).toBe(false);
    expect(isWatched(done, START)).toBe(false);
  });

  it.each<[string, bigint, string]>([
    ['partial', 460n, 'partial'],
    ['zero', 500n, 'zero'],
    ['too large', 300n, 'other'],
    ['in the other direction', 510n, 'other'],
  ])('shows an effect that is %s, and watches it until it is whole or old', (_name, balance, effect) => {
    const done = play(prepared, { kind: 'sending' }, relayed, observed(balance, 5));
    expect(done).toMatchObject({ at: 'executed', effect });
    expect(isWatched(done, done.updatedAtMs + EFFECT_AFTER_MS - 1)).toBe(true);
    expect(isWatched(done, done.updatedAtMs + EFFECT_AFTER_MS)).toBe(false);
    const later = reduceRelay(done, observed(400n, 5), START + 50);
    expect(later).toMatchObject({ at: 'executed', effect: 'full', updatedAtMs: done.updatedAtMs });
    expect(reduceRelay(later, observed(300n, 5), START + 60)).toBe(later);
  });

  it('is proved by its whole effect alone where the exchange states no nonce', () => {
    const open = play(prepared, { kind: 'sending' }, relayed, observed(450n, null));
    expect(open.at).toBe('relayed');
    expect(reduceRelay(open, observed(450n, null), START + FAILED_AFTER_MS * 2).at).toBe('relayed');
    expect(reduceRelay(open, observed(400n, null), START + 9)).toMatchObject({ at: 'executed', effect: 'full' });
  });

  it('is a call of the set-up when the set-up does not list it any more', () => {
    const setup = { ...entry, action: null, lines: [] };
    expect(reduceRelay(setup, { kind: 'prepared', seen: seen(0n, 4, false) }, START).at).toBe('executed');
    const sent = { ...setup, at: 'relayed' as const, sentAtMs: START };
    expect(reduceRelay(sent, observed(0n, 4, true), START + 1).at).toBe('relayed');
    expect(reduceRelay(sent, observed(0n, null, false), START + 1)).toMatchObject({ at: 'executed', effect: null });
  });
});

describe('a call of a session key', () => {
  const session: RelayEntry = { ...entry, action: { kind: 'session', x: entry.hash }, lines: [] };
  const sent: RelayEntry = { ...session, at: 'relayed', sentAtMs: START };

  it('is executed when the wallet passed its nonce, and has no effect of its own', () => {
    expect(reduceRelay(sent, observed(0n, 4), START + 1).at).toBe('relayed');
    expect(reduceRelay(sent, observed(0n, 5), START + 1)).toMatchObject({ at: 'executed', effect: null });
    const unknown = reduceRelay({ ...sent, at: 'sending' }, lost, START);
    expect(reduceRelay(unknown, observed(0n, 5), START + 1).at).toBe('executed');
    expect(reduceRelay(unknown, observed(0n, 4), START + LOST_AFTER_MS).at).toBe('notExecuted');
  });

  it('is proved by the answer alone where the exchange states no nonce; a lost one stays open', () => {
    expect(reduceRelay(sent, observed(0n, null), START + 1).at).toBe('executed');
    const unknown = reduceRelay({ ...sent, at: 'sending' }, lost, START);
    expect(reduceRelay(unknown, observed(0n, null), START + FAILED_AFTER_MS).at).toBe('unknown');
  });
});

describe('a call without its effect', () => {
  it('is late after a while, and not executed when the nonce stays', () => {
    const sentAtMs = START + 2;
    const open = play(prepared, [{ kind: 'sending' }, sentAtMs], relayed, observed(500n, 4));
    expect(isLate(open, sentAtMs + LATE_AFTER_MS - 1)).toBe(false);
    expect(isLate(open, sentAtMs + LATE_AFTER_MS)).toBe(true);
    expect(reduceRelay(open, observed(500n, 4), sentAtMs + FAILED_AFTER_MS).at).toBe('relayed');
    const failed = reduceRelay(open, observed(500n, 4), sentAtMs + 1 + FAILED_AFTER_MS);
    expect(failed).toMatchObject({ at: 'notExecuted' });
    expect(isWatched(failed, failed.updatedAtMs + WATCH_AFTER_MS - 1)).toBe(true);
    expect(isWatched(failed, failed.updatedAtMs + WATCH_AFTER_MS)).toBe(false);
    expect(reduceRelay(failed, observed(500n, 4), failed.updatedAtMs + 9)).toBe(failed);
    const late = reduceRelay(failed, observed(400n, 5), failed.updatedAtMs + 9);
    expect(late).toMatchObject({ at: 'executed', effect: 'full' });
    expect(reduceRelay(failed, { kind: 'replace' }, START)).toMatchObject({ at: 'superseded' });
  });

  it('is decided by reads after a lost answer, in both directions', () => {
    const sentAtMs = START + 2;
    const open = play(prepared, [{ kind: 'sending' }, sentAtMs], lost);
    expect(open).toMatchObject({ at: 'unknown', reason: 'timeout', signature: null });
    expect(reduceRelay(open, observed(400n, 5), START + 9)).toMatchObject({ at: 'executed', effect: 'full' });
    expect(reduceRelay(open, observed(500n, 4), sentAtMs + LOST_AFTER_MS).at).toBe('unknown');
    expect(reduceRelay(open, observed(500n, 4), sentAtMs + 1 + LOST_AFTER_MS).at).toBe('notExecuted');
    const setup = { ...open, action: null, lines: [] };
    expect(reduceRelay(setup, observed(0n, 4, true), sentAtMs + 1 + SETUP_LOST_AFTER_MS).at).toBe('notExecuted');
  });

  it('is not sent when another transaction used its nonce', () => {
    expect(play({ kind: 'prepared', seen: seen(500n, 5) })).toMatchObject({ at: 'superseded', signature: null });
  });

  it('keeps no signature when it is refused, dropped or stopped', () => {
    const refused = play(prepared, { kind: 'sending' }, { kind: 'refused', reason: 'a.b' });
    expect(refused).toMatchObject({ at: 'refused', reason: 'a.b', signature: null });
    expect(play({ kind: 'drop' })).toMatchObject({ at: 'dropped', signature: null });
    expect(play(prepared, { kind: 'sending' }, lost, { kind: 'stop' })).toMatchObject({
      at: 'stopped',
      signature: null,
    });
  });
});

it('returns to its turn only when it was certainly not sent', () => {
  const again = play(prepared, { kind: 'sending' }, { kind: 'notSent' });
  expect(again).toMatchObject({ at: 'signed', signature: '0x11', sentAtMs: null });
  for (const ended of [play(prepared, { kind: 'sending' }, relayed), play(prepared, { kind: 'sending' }, lost)]) {
    expect(reduceRelay(ended, { kind: 'notSent' }, START + 9)).toBe(ended);
    expect(reduceRelay(ended, { kind: 'sending' }, START + 9)).toBe(ended);
    expect(reduceRelay(ended, { kind: 'drop' }, START + 9)).toBe(ended);
  }
  const sending = play(prepared, { kind: 'sending' });
  expect(reduceRelay(sending, { kind: 'stop' }, START + 9)).toBe(sending);
});

it('classifies several lines together', () => {
  const full = cash(10n, 0n, 10n);
  const none = cash(-5n, 7n, 7n);
  expect(classifyEffect([full, cash(0n, 3n, 9n), cash(4n)])).toBe('full');
  expect(classifyEffect([full, none])).toBe('partial');
  expect(classifyEffect([none])).toBe('zero');
  expect(classifyEffect([full, cash(1n, 0n, 2n)])).toBe('other');
});
