import { expect, it } from 'vitest';
import { buildPin, checkMarketRecord, checkRecord, listChanges } from '#main/wallet/walletRecord.ts';
import type { WalletRefusal } from '#shared/ipc/wallet/walletCodes.ts';
import type { Market } from '#shared/market/market.ts';
import type { MarketWalletRecord, WalletRecord } from '#shared/order/account/account.ts';
import { parseAddress, parseHex32, parseTokenId, ZERO_ADDRESS } from '#shared/units/ids.ts';
import vectors from '#test/fixtures/vectors/position_ids.json' with { type: 'json' };
import { EXCHANGE, emptyRecord, OWNER, STRANGER } from './testRecord.ts';

const row = vectors.vectors[0]!;
const yesTokenId = parseTokenId(row.positions[0]!.positionId);
const noTokenId = parseTokenId(row.positions[1]!.positionId);
const account: WalletRecord = { ...emptyRecord, usdcAddress: parseAddress(row.collateral) };
const record: MarketWalletRecord = { ...account, conditionId: parseHex32(row.conditionId), yesTokenId, noTokenId };
const market = { yesTokenId, noTokenId } as Market;

it('accepts a record of the own key with five different addresses', () => {
  expect(checkRecord(account, OWNER)).toBeNull();
});

it.each<[string, Partial<WalletRecord>, WalletRefusal]>([
  ['another owner', { ownerAddress: STRANGER }, { code: 'otherOwner', parameters: {} }],
  ['a passkey wallet', { signatureType: 3 }, { code: 'passkeyWallet', parameters: {} }],
  [
    'a wallet of an unknown type',
    { signatureType: 7 },
    { code: 'unsupportedWalletType', parameters: { signatureType: 7 } },
  ],
  ['no chain', { chainId: 0 }, { code: 'noChain', parameters: {} }],
  ['no domain', { domainName: '' }, { code: 'noDomain', parameters: {} }],
  ['an empty exchange', { exchangeAddress: ZERO_ADDRESS }, { code: 'zeroAddress', parameters: {} }],
  ['the exchange as wallet', { proxyAddress: EXCHANGE }, { code: 'repeatedAddress', parameters: {} }],
])('refuses a record with %s', (_title, change, refusal) => {
  expect(checkRecord({ ...account, ...change }, OWNER)).toEqual(refusal);
});

it('refuses any record while there is no key', () => {
  expect(checkRecord(account, null)?.code).toBe('noKey');
});

it('lists each pinned value that changed, with both values', () => {
  const pin = buildPin(account);
  expect(listChanges(pin, buildPin({ ...account, setupReady: false, safeStatus: 'setup_required' }))).toEqual([]);
  expect(listChanges(pin, { ...pin, domainName: 'Other', chainId: 1 })).toEqual([
    { code: 'chain', parameters: { before: 137, now: 1 } },
    { code: 'signingDomain', parameters: { before: 'Example Exchange', now: 'Other' } },
  ]);
});

it('accepts a market’s record that agrees with account, market and condition', () => {
  expect(checkMarketRecord(account, record, market)).toBeNull();
  const unnamed = { ...market, yesTokenId: null, noTokenId: null };
  expect(checkMarketRecord(account, record, unnamed)).toEqual({ code: 'tokensNotNamed', parameters: {} });
});

it.each<[string, Partial<MarketWalletRecord>, string]>([
  ['another domain', { domainName: 'Other' }, 'signingDomain'],
  ['another exchange', { exchangeAddress: STRANGER }, 'exchangeContract'],
  ['another chain', { chainId: 1 }, 'chain'],
  ['another wallet', { proxyAddress: STRANGER }, 'wallet'],
  ['another collateral', { usdcAddress: STRANGER }, 'usdcContract'],
  ['one token for both', { noTokenId: yesTokenId }, 'oneToken'],
  ['another token', { yesTokenId: parseTokenId('7') }, 'otherTokens'],
  ['another condition', { conditionId: parseHex32(`0x${'7'.repeat(64)}`) }, 'foreignTokens'],
])('refuses a market record with %s', (_title, change, code) => {
  const refusal = checkMarketRecord(account, { ...record, ...change }, market);
  const codes =
    refusal?.code === 'differsFromAccount' ? refusal.parameters.changes.map((each) => each.code) : [refusal?.code];
  expect(codes).toEqual([code]);
});

it('accepts exchanged legs only when the market names them the same way', () => {
  const exchanged = { ...record, yesTokenId: noTokenId, noTokenId: yesTokenId };
  expect(checkMarketRecord(account, exchanged, { ...market, yesTokenId: noTokenId, noTokenId: yesTokenId })).toBeNull();
  expect(checkMarketRecord(account, exchanged, market)?.code).toBe('otherTokens');
  expect(checkMarketRecord(account, exchanged, { ...market, yesTokenId: null })?.code).toBe('tokensNotNamed');
});

it('refuses to sign before wallet and market are known', () => {
  expect(checkMarketRecord(null, record, market)?.code).toBe('walletNotRead');
  expect(checkMarketRecord(account, record, null)?.code).toBe('marketUnknown');
});

it('derives the tokens of a record once, and those of another record of the same market again', () => {
  let reads = 0;
  const watch = (served: MarketWalletRecord): MarketWalletRecord =>
    Object.defineProperty({ ...served }, 'conditionId', {
      get() {
        reads += 1;
        return served.conditionId;
      },
    });
  const watched = watch(record);
  for (let order = 0; order < 3; order += 1) expect(checkMarketRecord(account, watched, market)).toBeNull();
  expect(reads).toBe(1);
  // The derived tokens belong to the record: one that names another condition is refused, and stays refused.
  const foreign = watch({ ...record, conditionId: parseHex32(`0x${'7'.repeat(64)}`) });
  for (let order = 0; order < 2; order += 1)
    expect(checkMarketRecord(account, foreign, market)?.code).toBe('foreignTokens');
  expect(reads).toBe(2);
  // What is compared with account and market is compared every time.
  expect(checkMarketRecord({ ...account, chainId: 1 }, watched, market)?.code).toBe('differsFromAccount');
  expect(checkMarketRecord(account, watched, { ...market, yesTokenId: noTokenId })?.code).toBe('otherTokens');
});
