import { describe, expect, it } from 'vitest';
import type { RelayStates, RelayView } from '#shared/ipc/wallet/relay.ts';
import { formatCoded } from '#shared/text/catalogue.ts';
import {
  ACTION_BLOCKS,
  ACTION_ERRORS,
  ACTION_WARNINGS,
  describeRelay,
  formatAction,
  formatChange,
} from '#shared/text/wallet/walletActions.ts';
import { parseAddress, parseHex32, parseMarketId } from '#shared/units/ids.ts';
import { parseUsd } from '#shared/units/usd.ts';

const condition = parseHex32(`0x${'7'.repeat(64)}`);
const market = parseMarketId('rain');
const view: RelayView = {
  hash: condition,
  nonce: 4,
  action: { kind: 'withdraw', to: parseAddress(`0x${'9e'.repeat(20)}`), amount: 12_500_000n },
  at: 'relayed',
  reason: null,
  tx: null,
  lines: [],
  effect: null,
  isLate: false,
  waitsFor: null,
  createdAtMs: 0,
  updatedAtMs: 0,
};

it('names the actions with their exact amounts', () => {
  expect(formatAction(view.action!)).toBe('Withdraw 12.50');
  expect(formatAction({ kind: 'redeem', conditionIds: [condition] })).toBe('Redeem 1 market');
  expect(formatAction({ kind: 'redeem', conditionIds: [condition, condition] })).toBe('Redeem 2 markets');
  expect(formatAction({ kind: 'split', conditionId: condition, amount: 1n })).toBe('Split 0.000001 into sets');
  expect(formatAction({ kind: 'merge', conditionId: condition, amount: 40_500_000n })).toBe('Merge 40.5 sets');
});

it('signs the changes of balances', () => {
  expect(formatChange({ share: null, change: -12_500_000n })).toBe('−12.50');
  expect(formatChange({ share: { market, outcome: 'yes' }, change: 40_000_000n })).toBe('+40 yes');
});

describe('the state of a call', () => {
  const sentenceOf = (change: Partial<RelayView>) => describeRelay({ ...view, ...change });

  it.each<[RelayStates, string]>([
    ['signed', 'busy'],
    ['sending', 'busy'],
    ['relayed', 'busy'],
    ['unknown', 'busy'],
    ['refused', 'bad'],
    ['notExecuted', 'bad'],
    ['superseded', 'bad'],
    ['dropped', 'bad'],
    ['stopped', 'quiet'],
  ])('%s is %s, and every failure says what to do', (at, tone) => {
    const found = sentenceOf({ at });
    expect(found.tone).toBe(tone);
    expect(found.advice === null).toBe(tone !== 'bad');
  });

  it('is good only with the whole effect', () => {
    expect(sentenceOf({ at: 'executed', effect: 'full' })).toMatchObject({ tone: 'good', advice: null });
    for (const effect of ['partial', 'zero', 'other'] as const) {
      expect(sentenceOf({ at: 'executed', effect })).toMatchObject({ tone: 'bad', advice: expect.any(String) });
    }
    expect(sentenceOf({ at: 'executed', action: null })).toMatchObject({ tone: 'good' });
  });

  it('is loud when it is late, and warns against signing again', () => {
    expect(sentenceOf({ isLate: true })).toMatchObject({ tone: 'bad', advice: expect.stringContaining('Do not sign') });
  });

  it('points to the other owners where the exchange refuses the signature', () => {
    const refused = sentenceOf({ at: 'refused', reason: 'account.custody.relay_signature_rejected' });
    expect(refused.text).toContain('relay_signature_rejected');
    expect(refused.advice).toContain('several owners');
  });
});

it('says what is free, what is wrong and what to do', () => {
  const free = { free: 7_250_000n } as const;
  const of = (code: 'collateral' | 'sets') =>
    formatCoded(ACTION_ERRORS, { code: 'moreThanFree', parameters: { ...free, of: code } });
  expect(of('collateral')).toContain('7.25');
  expect(of('sets')).toContain('7.25 complete sets');
  const block = { code: 'passkeyWallet', parameters: {} } as const;
  expect(formatCoded(ACTION_ERRORS, { code: 'blocked', parameters: { block } })).toBe(
    formatCoded(ACTION_BLOCKS, block),
  );
  const refusal = { market, refusal: { code: 'otherTokens', parameters: {} } } as const;
  expect(formatCoded(ACTION_ERRORS, { code: 'marketRefused', parameters: refusal })).toContain('not safe');
  expect(formatCoded(ACTION_WARNINGS, { code: 'lockedStays', parameters: { locked: parseUsd('3.5') } })).toContain(
    '3.50 stays',
  );
  expect(formatCoded(ACTION_WARNINGS, { code: 'lookAlike', parameters: { other: '0x12…', name: 'Cold' } })).toContain(
    'Cold (0x12…)',
  );
});

describe('what a call waits for', () => {
  const untilMs = Date.UTC(2026, 0, 1, 12, 0, 0);
  const adviceOf = (waitsFor: RelayView['waitsFor']) => describeRelay({ ...view, at: 'signed', waitsFor }).advice;

  it('names the earlier call, when it ends and what a person can do', () => {
    const parameters = { nonce: 4, at: 'unknown', untilMs } as const;
    expect(adviceOf({ code: 'earlierCall', parameters })).toMatch(
      /^Waits for the call with nonce 4, which was sent and has no answer: it ends at \d\d:00:00 at the latest\. .*stop waiting for it/,
    );
    expect(adviceOf({ code: 'earlierCall', parameters: { ...parameters, untilMs: null } })).not.toContain(
      'at the latest',
    );
  });

  it.each<NonNullable<RelayView['waitsFor']>>([
    { code: 'budget', parameters: { untilMs } },
    { code: 'account', parameters: {} },
    { code: 'alarm', parameters: {} },
    { code: 'reads', parameters: { untilMs } },
    { code: 'reads', parameters: { untilMs: null } },
    { code: 'chain', parameters: { untilMs } },
    { code: 'chain', parameters: { untilMs: null } },
  ])('has words for $code', (waitsFor) => {
    expect(adviceOf(waitsFor)).toMatch(/^[A-Z].{20,}[^.]$/);
  });
});
