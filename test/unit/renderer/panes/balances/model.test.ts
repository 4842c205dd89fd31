import { expect, it } from 'vitest';
import { isOff, listAssets, lockedPart } from '#renderer/panes/balances/model.ts';
import type { Balance } from '#shared/order/account.ts';
import { parseUsd } from '#shared/units/usd.ts';

function balanceOf(total: string, locked: string, available: string): Balance {
  return {
    currency: 'usdc',
    total: parseUsd(total),
    locked: parseUsd(locked),
    available: parseUsd(available),
    exchangeTimeMs: null,
  };
}

it('detects that total less locked differs from free', () => {
  expect(isOff(balanceOf('100', '40', '60'))).toBe(false);
  expect(isOff(balanceOf('100', '40', '100'))).toBe(true);
});

it('keeps the bar between 0 and 1', () => {
  expect(lockedPart(balanceOf('100', '25', '75'))).toBe(0.25);
  expect(lockedPart(balanceOf('0', '0', '0'))).toBe(0);
  expect(lockedPart(balanceOf('10', '20', '0'))).toBe(1);
});

it('lists the collateral first, and rewards with the amount that the exchange sent', () => {
  const balance = balanceOf('1000', '25', '975');
  expect(listAssets(balance, [{ currency: 'usdc', amount: '1.2500' }])).toEqual([
    { key: 'collateral', name: 'USDC', balance, amount: '1,000.00' },
    { key: 'reward 0', name: 'USDC', balance: null, amount: '1.2500' },
  ]);
});
