import { describe, expect, it } from 'vitest';
import { parseTypedSize, type SizeFacts } from '#renderer/domain/orders/typedSize.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { parseUsd } from '#shared/units/usd.ts';

const buy: SizeFacts = {
  direction: 'buy',
  price: parsePrice('0.61'),
  feeRateMicros: 20_000,
  sellable: parseShares('250.5'),
  available: parseUsd('1000'),
};
const sell: SizeFacts = { ...buy, direction: 'sell' };

function contractsOf(text: string, facts: SizeFacts = buy): number | null | string {
  const typed = parseTypedSize(text, 'contracts', facts);
  return typed.ok ? typed.value.shares : (typed.hint ?? 'empty');
}

describe('the size field in contracts', () => {
  it.each([
    ['500', '500'],
    ['1,000.5', '1000.5'],
    ['2k', '2000'],
    ['1.5K', '1500'],
    ['.5k', '500'],
    [' 3 m ', '3000000'],
  ])('reads %s', (text, contracts) => {
    expect(contractsOf(text)).toBe(parseShares(contracts));
  });

  it.each(['0', '-5', 'ten', '0.1234567', '1e3', '2kk', '.'])('says what it expects instead of %s', (text) => {
    expect(contractsOf(text)).toBe(
      `Size must be a number of contracts above 0 such as 1500, 2k or 50%, found “${text}”`,
    );
  });

  it('is empty without text, and bounded', () => {
    expect(contractsOf(' ')).toBe('empty');
    expect(contractsOf('99999999999m')).toContain('at most a billion contracts');
  });

  it('takes a per cent of what can be sold, in whole contracts, and all of it to the last millionth', () => {
    expect(contractsOf('50%', sell)).toBe(parseShares('125'));
    expect(contractsOf('100%', sell)).toBe(parseShares('250.5'));
    expect(contractsOf('0.1%', sell)).toBe('0.1% of what can be sold is no whole contract');
    expect(contractsOf('50%', { ...sell, sellable: parseShares('0') })).toBe('Nothing of it can be sold');
    expect(contractsOf('50%', { ...sell, sellable: null })).toBe('What can be sold is not known yet');
    expect(contractsOf('101%', sell)).toBe('Per cent must be above 0 and at most 100, found “101%”');
  });

  it('takes a per cent of the free collateral for a buy, with the fee reserve inside it', () => {
    const typed = parseTypedSize('50%', 'contracts', buy);
    // 500 / (0.61 + 0.02 × 0.61 × 0.39)
    expect(typed).toMatchObject({ ok: true, value: { shares: parseShares('813') } });
    expect(typed).toMatchObject({ value: { budget: { amount: parseUsd('500'), withFee: true } } });
    expect(contractsOf('50%', { ...buy, available: null })).toBe('The free collateral is not known yet');
  });
});

describe('the size field in dollars', () => {
  it('converts to whole contracts, rounded down, and keeps the amount for another price', () => {
    expect(parseTypedSize('305', 'dollars', buy)).toEqual({
      ok: true,
      value: { shares: parseShares('500'), budget: { amount: parseUsd('305'), withFee: false } },
    });
    expect(parseTypedSize('304.99', 'dollars', buy)).toMatchObject({ value: { shares: parseShares('499') } });
    expect(parseTypedSize('1k', 'loss', buy)).toMatchObject({
      value: { budget: { amount: parseUsd('1000'), withFee: true } },
    });
  });

  it('needs no price: the contracts follow from the one that is clicked', () => {
    expect(parseTypedSize('100', 'dollars', { ...buy, price: null })).toEqual({
      ok: true,
      value: { shares: null, budget: { amount: parseUsd('100'), withFee: false } },
    });
  });

  it('has a hint when the amount does not pay for one contract', () => {
    expect(parseTypedSize('0.60', 'dollars', buy)).toEqual({
      ok: false,
      hint: '0.60 does not pay for one contract at 0.61',
    });
  });
});
