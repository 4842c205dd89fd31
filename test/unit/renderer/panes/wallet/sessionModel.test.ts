import { expect, it } from 'vitest';
import {
  canHaveSessionKeys,
  formatGrant,
  isAddressText,
  listSessionRows,
  parseHours,
} from '#renderer/panes/wallet/sessionModel.ts';
import type { SessionKeysView, SessionKeyView } from '#shared/ipc/views.ts';
import { parseHex32 } from '#shared/units/ids.ts';
import { walletOf } from '../facts.ts';

const NOW = new Date(2026, 6, 27, 14, 2).getTime();
const HOUR = 3_600_000;
const x = parseHex32(`0x${'ab'.repeat(32)}`);

function rowOf(authorised: SessionKeyView['authorised']) {
  const keys = [{ id: 'k', x, authorised }];
  const sessionKeys: SessionKeysView = { handler: null, verifier: null, signing: 'off', keys, grant: null };
  return listSessionRows({ sessionKeys }, NOW)[0]!;
}

it('lists each key with what it is authorised for', () => {
  expect(rowOf(null)).toMatchObject({ state: 'not authorised', tone: 'idle', isPrepared: false });
  expect(rowOf({ untilMs: NOW + HOUR, isConfirmed: true, isUnderWay: false })).toMatchObject({
    state: 'authorised until today 15:02',
    tone: 'good',
  });
  expect(rowOf({ untilMs: NOW + HOUR, isConfirmed: false, isUnderWay: false })).toMatchObject({ tone: 'warn' });
  expect(rowOf({ untilMs: NOW + HOUR, isConfirmed: false, isUnderWay: true })).toMatchObject({
    state: 'being authorised until today 15:02: see Calls',
    tone: 'idle',
  });
  expect(rowOf({ untilMs: NOW, isConfirmed: true, isUnderWay: false })).toMatchObject({
    state: 'expired today 14:02',
    tone: 'idle',
  });
});

it('shows when the exchange granted less than was requested', () => {
  const grant = { requestedUntilMs: NOW + 5 * HOUR, grantedUntilMs: NOW + HOUR };
  expect(formatGrant(grant, NOW)).toBe('until today 15:02: the exchange’s policy shortened the requested today 19:02');
  expect(formatGrant({ ...grant, grantedUntilMs: grant.requestedUntilMs }, NOW)).toBe(
    'until today 19:02, as requested',
  );
});

it('takes whole hours up to ninety days', () => {
  expect(['1', ' 24 ', '2160'].map(parseHours)).toEqual([1, 24, 2160]);
  expect(['', '0', '1.5', '2161', '-1', '1e3'].map(parseHours)).toEqual([null, null, null, null, null, null]);
});

it('knows an address by its form', () => {
  expect(isAddressText(` 0x${'aB'.repeat(20)} `)).toBe(true);
  expect(isAddressText('0x12')).toBe(false);
});

it('is offered for a ready wallet of an own key only', () => {
  expect(canHaveSessionKeys(walletOf())).toBe(false);
  const setup = { status: 'ready', signatureType: 2 } as never;
  expect(canHaveSessionKeys(walletOf({ setup }))).toBe(true);
  expect(canHaveSessionKeys({ setup: { status: 'ready', signatureType: 3 } as never })).toBe(false);
  expect(canHaveSessionKeys({ setup: { status: 'setup_required', signatureType: 2 } as never })).toBe(false);
});
