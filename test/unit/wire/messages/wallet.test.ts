import { describe, expect, it } from 'vitest';
import { parseMarketWallet, parseWallet, parseWalletAnswer } from '#wire/messages/wallet.ts';

const address = (digit: string) => `0x${digit.repeat(40)}`;
const record = {
  proxy_address: `0x${'Ab'.repeat(20)}`,
  owner_address: address('2'),
  signature_type: 2,
  exchange_address: address('3'),
  conditional_tokens_address: address('4'),
  usdc_address: address('5'),
  chain_id: 8453,
  domain_name: 'Any Exchange Ünïcode',
  safe_setup: {
    ready: false,
    calls: [{ to: address('5'), data: '0x095ea7b3', operation: 0, nonce: 0, hash: `0x${'A'.repeat(64)}` }],
  },
  safe_status: 'setup_required',
  something_new: true,
};

describe('wallet configuration', () => {
  it('reads the record with its calls, addresses in lower case and the exact domain name', () => {
    expect(parseWallet(record)).toEqual({
      proxyAddress: `0x${'ab'.repeat(20)}`,
      ownerAddress: address('2'),
      signatureType: 2,
      exchangeAddress: address('3'),
      conditionalTokensAddress: address('4'),
      usdcAddress: address('5'),
      chainId: 8453,
      domainName: 'Any Exchange Ünïcode',
      nextNonce: null,
      threshold: null,
      setupReady: false,
      setupCalls: [{ to: address('5'), data: '0x095ea7b3', operation: 0, nonce: 0, hash: `0x${'a'.repeat(64)}` }],
      safeStatus: 'setup_required',
    });
  });

  it.each([
    [{ safe_nonce: 7 }, 7],
    [{ nonce: '12' }, 12],
    [{ safe_nonce: 0, nonce: 3 }, 0],
    [{ safe_nonce: -1 }, null],
    [{ nonce: { of: 'something else' } }, null],
  ])('reads the next nonce from %j, if it is one', (fields, expected) => {
    expect(parseWallet({ ...record, ...fields }).nextNonce).toBe(expected);
  });

  it('reads the threshold, and each of both under the names of the setting alone', () => {
    const served = { ...record, safe_nonce: 7, safe_threshold: '2' };
    expect(parseWallet(served)).toMatchObject({ nextNonce: 7, threshold: 2 });
    expect(parseWallet({ ...record, threshold: 3 }).threshold).toBe(3);
    const names = { nonce: [], threshold: ['owners_needed'] };
    const parse = parseWalletAnswer({ signatureTypes: [0], isAbsentType: true, isWordType: true }, names);
    expect(parse({ ...served, owners_needed: 4 })).toMatchObject({ nextNonce: null, threshold: 4 });
  });

  it('keeps an unknown status as raw text', () => {
    expect(parseWallet({ ...record, safe_status: 'frozen' }).safeStatus).toEqual({ unknown: 'frozen' });
  });

  it('reads a record without set-up as not ready', () => {
    expect(parseWallet({ ...record, safe_setup: null })).toMatchObject({ setupReady: false, setupCalls: [] });
  });

  it('refuses a call with an unknown operation and shows its path', () => {
    const calls = [{ ...record.safe_setup.calls[0], operation: 2 }];
    expect(() => parseWallet({ ...record, safe_setup: { ready: false, calls } })).toThrow(
      'Expected 0 or 1 at wallet.safe_setup.calls[0].operation, found 2',
    );
    expect(() => parseWallet({ ...record, usdc_address: '0x12' })).toThrow('at wallet.usdc_address');
    expect(() => parseWallet({ ...record, chain_id: -1 })).toThrow('at wallet.chain_id');
  });

  it('reads the record of a market with its condition and tokens', () => {
    const market = { ...record, condition_id: `0x${'c'.repeat(64)}`, yes_token_id: '12', no_token_id: '0x0d' };
    expect(parseMarketWallet(market)).toMatchObject({
      conditionId: `0x${'c'.repeat(64)}`,
      yesTokenId: '12',
      noTokenId: '13',
      chainId: 8453,
    });
    expect(() => parseMarketWallet(record)).toThrow('condition_id');
  });
});

describe('an account without a wallet', () => {
  const read = parseWalletAnswer({ signatureTypes: [0], isAbsentType: true, isWordType: true });
  const type = (found: string) => ({ noWallet: { code: 'signatureType', parameters: { found } } });
  const { signature_type: _type, ...untyped } = record;

  it.each([
    [{ ...record, signature_type: 0 }, type('0')],
    [{ ...record, signature_type: '0' }, type('0')],
    [{ ...record, signature_type: null }, type('none')],
    [{ ...record, signature_type: '' }, type('none')],
    [untyped, type('none')],
    [{ ...record, signature_type: 'custodial', proxy_address: null }, type('custodial')],
    [{ signature_type: 1, proxy_address: null }, { noWallet: { code: 'noAddress', parameters: {} } }],
    [{ signature_type: 9, proxy_address: address('0') }, { noWallet: { code: 'noAddress', parameters: {} } }],
    [null, { noWallet: { code: 'empty', parameters: {} } }],
    [{}, { noWallet: { code: 'empty', parameters: {} } }],
    [[], { noWallet: { code: 'empty', parameters: {} } }],
  ])('is told by its answer, whatever its shape: %j', (answer, expected) => {
    expect(read(answer)).toEqual(expected);
  });

  it('is none with a wallet, with a wallet of an unknown type, and with a wallet that is not readable', () => {
    expect(read(record)).toMatchObject({ signatureType: 2 });
    expect(read({ ...record, signature_type: 4 })).toMatchObject({ signatureType: 4 });
    expect(() => read({ ...record, proxy_address: null })).toThrow('proxy_address');
    expect(() => read('custodial')).toThrow('an object');
  });

  it('is told by the signs of the profile alone', () => {
    const strict = parseWalletAnswer({ signatureTypes: [7], isAbsentType: false, isWordType: false });
    expect(strict({ ...record, signature_type: 7 })).toEqual(type('7'));
    expect(strict({ ...record, signature_type: 0 })).toMatchObject({ signatureType: 0 });
    expect(() => strict({ ...record, signature_type: 'custodial' })).toThrow('signature_type');
  });
});
