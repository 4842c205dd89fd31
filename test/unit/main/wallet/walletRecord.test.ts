import { expect, it } from 'vitest';
import { buildPin, checkMarketRecord, checkRecord, listChanges } from '#main/wallet/walletRecord.ts';
import type { Market } from '#shared/market/market.ts';
import type { MarketWalletRecord, WalletRecord } from '#shared/order/account.ts';
import { parseAddress, parseHex32, parseTokenId, ZERO_ADDRESS } from '#shared/units/ids.ts';
import vectors from '#test/fixtures/vectors/position_ids.json' with { type: 'json' };
import { EXCHANGE, emptyRecord, OWNER, STRANGER } from './testRecord.ts';

const row = vectors.vectors[0]!;
const yesTokenId = parseTokenId(row.positions[0]!.positionId);
const noTokenId = parseTokenId(row.positions[1]!.positionId);
const account: WalletRecord = { ...emptyRecord, usdcAddress: parseAddress(row.collateral) };
const record: MarketWalletRecord = { ...account, conditionId: parseHex32(row.conditionId), yesTokenId, noTokenId };
const market = { yesTokenId, noTokenId } as Market;

it('takes a record of our own key with five different addresses', () => {
  expect(checkRecord(account, OWNER)).toBeNull();
});

it.each<[string, Partial<WalletRecord>, string]>([
  ['another owner', { ownerAddress: STRANGER }, 'another key'],
  ['a passkey wallet', { signatureType: 3 }, 'where the passkey is'],
  ['a wallet of an unknown type', { signatureType: 7 }, 'type 7'],
  ['no chain', { chainId: 0 }, 'no chain'],
  ['no domain', { domainName: '' }, 'no signing domain'],
  ['an empty exchange', { exchangeAddress: ZERO_ADDRESS }, 'empty address'],
  ['the exchange as wallet', { proxyAddress: EXCHANGE }, 'two different things'],
])('refuses a record with %s', (_title, change, words) => {
  expect(checkRecord({ ...account, ...change }, OWNER)).toContain(words);
});

it('refuses any record while there is no key', () => {
  expect(checkRecord(account, null)).toContain('import a key');
});

it('names each pinned fact that changed', () => {
  const pin = buildPin(account);
  expect(listChanges(pin, buildPin({ ...account, setupReady: false, safeStatus: 'setup_required' }))).toEqual([]);
  expect(listChanges(pin, { ...pin, domainName: 'Other', chainId: 1 })).toEqual([
    'chain was 137 and is now 1',
    'signing domain was Example Exchange and is now Other',
  ]);
});

it('lets a market’s record sign when account, market and condition agree', () => {
  expect(checkMarketRecord(account, record, market)).toBeNull();
  expect(checkMarketRecord(account, record, { ...market, yesTokenId: null, noTokenId: null })).toBeNull();
});

it.each<[string, Partial<MarketWalletRecord>, string]>([
  ['another domain', { domainName: 'Other' }, 'signing domain'],
  ['another exchange', { exchangeAddress: STRANGER }, 'exchange contract'],
  ['another chain', { chainId: 1 }, 'chain'],
  ['another wallet', { proxyAddress: STRANGER }, 'wallet'],
  ['another collateral', { usdcAddress: STRANGER }, 'USDC contract'],
  ['one token for both', { noTokenId: yesTokenId }, 'one token'],
  ['another token', { yesTokenId: parseTokenId('7') }, 'different tokens'],
  ['another condition', { conditionId: parseHex32(`0x${'7'.repeat(64)}`) }, 'not those of the market’s condition'],
])('refuses a market record with %s', (_title, change, words) => {
  expect(checkMarketRecord(account, { ...record, ...change }, market)).toContain(words);
});

it('takes exchanged legs only when the market names them the same way', () => {
  const exchanged = { ...record, yesTokenId: noTokenId, noTokenId: yesTokenId };
  expect(checkMarketRecord(account, exchanged, { ...market, yesTokenId: noTokenId, noTokenId: yesTokenId })).toBeNull();
  expect(checkMarketRecord(account, exchanged, market)).toContain('different tokens');
  expect(checkMarketRecord(account, exchanged, { ...market, yesTokenId: null })).toContain('condition');
});

it('signs nothing before wallet and market are known', () => {
  expect(checkMarketRecord(null, record, market)).toContain('not been read');
  expect(checkMarketRecord(account, record, null)).toContain('not known');
});
