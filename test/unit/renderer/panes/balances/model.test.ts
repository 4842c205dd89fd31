import { expect, it } from 'vitest';
import { isOff, listRewards, lockedPart } from '#renderer/panes/balances/model.ts';
import type { Balance } from '#shared/order/account/account.ts';
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

it('lists pending rewards by currency, with the amounts that the exchange sent', () => {
  const reward = (currency: string, amount: string) => ({ currency, amount });
  expect(listRewards([reward('usdc', '1.2500'), reward('points', '3'), reward('USDC', '0.1')])).toEqual([
    { currency: 'USDC', amounts: '1.2500 + 0.1' },
    { currency: 'POINTS', amounts: '3' },
  ]);
});
