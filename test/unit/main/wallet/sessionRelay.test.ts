import { expect, it } from 'vitest';
import type { RelayEntry } from '#main/wallet/relayLife.ts';
import { buildSessionCalls, isUnderWay, settleAuthorisation } from '#main/wallet/sessionRelay.ts';
import { parseHex32 } from '#shared/units/ids.ts';
import { emptyRecord, SAFE, STRANGER, setupCalls } from './testRecord.ts';

const x = parseHex32(`0x${'1'.repeat(64)}`);
const other = parseHex32(`0x${'2'.repeat(64)}`);
const signed = buildSessionCalls(setupCalls.slice(0, 2), emptyRecord, x, ['0x11', '0x22']);
const entriesAt = (...states: readonly RelayEntry['at'][]): readonly RelayEntry[] =>
  states.map((at, index) => ({
    ...signed[index]!,
    at,
    reason: null,
    tx: null,
    effect: null,
    createdAtMs: 1,
    sentAtMs: null,
    updatedAtMs: 1,
  }));
const known = { wallet: SAFE, expiresAt: 9, lastNonce: 5, isConfirmed: false };

it('names the key, the wallet and the own signature of each call', () => {
  expect(signed).toMatchObject([
    { hash: setupCalls[0]!.hash, wallet: SAFE, signature: '0x11', action: { kind: 'session', x }, call: { nonce: 4 } },
    { hash: setupCalls[1]!.hash, signature: '0x22', call: { nonce: 5 } },
  ]);
});

it('is under way while one call is open', () => {
  expect(isUnderWay(entriesAt('executed', 'signed'), x)).toBe(true);
  expect(isUnderWay(entriesAt('executed', 'signed'), other)).toBe(false);
  expect(isUnderWay(entriesAt('executed', 'stopped'), x)).toBe(false);
});

it('is confirmed by the last call of this key and wallet alone', () => {
  expect(settleAuthorisation(known, entriesAt('executed', 'executed'), x)).toEqual({ ...known, isConfirmed: true });
  for (const at of ['signed', 'relayed', 'unknown', 'refused', 'dropped', 'stopped', 'notExecuted'] as const) {
    expect(settleAuthorisation(known, entriesAt('executed', at), x)).toBe(known);
  }
  const executed = entriesAt('executed', 'executed');
  expect(settleAuthorisation(known, executed, other)).toBe(known);
  const foreign = { ...known, wallet: STRANGER };
  expect(settleAuthorisation(foreign, executed, x)).toBe(foreign);
  expect(settleAuthorisation({ ...known, lastNonce: 6 }, executed, x).isConfirmed).toBe(false);
});
