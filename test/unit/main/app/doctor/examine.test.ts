import { describe, expect, it } from 'vitest';
import { type DoctorSources, examine } from '#main/app/doctor/examine.ts';
import { addressOf, signDigestHex } from '#main/vault/signing/secp256k1.ts';
import { ExchangeError, TransportError } from '#main/venue/errors.ts';
import { buildPin } from '#main/wallet/walletRecord.ts';
import { DOCTOR_CHECKS, type DoctorLine } from '#shared/ipc/doctor.ts';
import type { MarketWalletRecord } from '#shared/order/account/account.ts';
import { parseAddress, parseOrderId } from '#shared/units/ids.ts';
import { makeMarket, makeWallet } from '#test/slice/makers.ts';
import { encodeHex32 } from '#wire/eip712/bytes.ts';
import { hashOrder } from '#wire/eip712/order.ts';
import { buildOutcomeTokenIds } from '#wire/eip712/positionId.ts';
import { encodeSafeMessageData, hashSafeMessage } from '#wire/eip712/safeMessage.ts';

const KEY = Uint8Array.from({ length: 32 }, () => 7);
const OWNER = addressOf(KEY);
const PLAIN = makeWallet({ ownerAddress: OWNER, signatureType: 2 });
const TOKENS = buildOutcomeTokenIds(PLAIN.usdcAddress, PLAIN.conditionId);
const RECORD: MarketWalletRecord = { ...PLAIN, yesTokenId: TOKENS.yes, noTokenId: TOKENS.no };
const MARKET = makeMarket({ yesTokenId: TOKENS.yes, noTokenId: TOKENS.no });

function makeSources(change: Partial<DoctorSources> = {}, record = RECORD, key = KEY): DoctorSources {
  return {
    now: () => 1_000_000,
    measureClock: async () => ({ offsetMs: 12, roundTripMs: 3 }),
    readAccount: async () => null,
    isStreamOpen: () => true,
    fetchWallet: async () => record,
    fetchMarketWallet: async () => record,
    market: () => MARKET,
    pin: () => buildPin(record),
    custodial: () => null,
    keys: () => ({ own: OWNER, second: [] }),
    signer: {
      async signOrder(order, domain) {
        const digest = hashOrder(order, domain);
        return { order, digest: encodeHex32(digest), signature: signDigestHex(key, digest, addressOf(key)) };
      },
      async signSecondKeyOrder(_key, order, domain, wallet) {
        const digest = hashSafeMessage(encodeSafeMessageData(hashOrder(order, domain)), wallet);
        return { order, digest: encodeHex32(digest), signature: signDigestHex(key, digest, addressOf(key)) };
      },
    },
    ...change,
  };
}

const run = async (change: Partial<DoctorSources> = {}, record = RECORD, key = KEY): Promise<readonly DoctorLine[]> =>
  examine(makeSources(change, record, key));
const bad = (lines: readonly DoctorLine[]): unknown[] =>
  lines.filter(({ verdict }) => verdict !== 'ok').map(({ check, finding, remedy }) => [check, finding.code, remedy]);

describe('the doctor', () => {
  it('finds nothing wrong with a wallet of the own key, in the order of the checks', async () => {
    const seen: string[] = [];
    const lines = await examine(makeSources(), ({ check }) => seen.push(check));
    expect(bad(lines)).toEqual([]);
    expect(seen).toEqual(DOCTOR_CHECKS.filter((check) => check !== 'custody' && check !== 'direction'));
    expect(lines.at(-1)?.finding).toEqual({ code: 'signatureRecovered', parameters: { key: OWNER } });
  });

  it.each<[string, Partial<DoctorSources>, Partial<MarketWalletRecord>, unknown[]]>([
    [
      'a clock',
      { measureClock: async () => ({ offsetMs: 61_000, roundTripMs: 3 }) },
      {},
      [['clock', 'clock', 'setClock']],
    ],
    ['a stream', { isStreamOpen: () => false }, {}, [['stream', 'streamClosed', 'waitForStream']]],
    [
      'a key that does not own the wallet',
      { keys: () => ({ own: parseAddress(`0x${'9'.repeat(40)}`), second: [] }) },
      {},
      [
        ['owner', 'ownerIsOther', 'importOwnerKey'],
        ['signature', 'signatureNone', null],
      ],
    ],
    [
      'no key',
      { keys: () => null },
      {},
      [
        ['owner', 'keyNotGiven', 'giveKeyFile'],
        ['signature', 'signatureNone', null],
      ],
    ],
    [
      'a changed domain',
      { pin: () => ({ ...buildPin(RECORD), domainName: 'Old' }) },
      {},
      [['configuration', 'configurationChanged', 'acceptChanges']],
    ],
    ['no pin', { pin: () => null }, {}, []],
    [
      'an address in two roles',
      { pin: () => null },
      { usdcAddress: RECORD.exchangeAddress },
      [
        ['contracts', 'contractsUnfit', 'askExchange'],
        ['market', 'marketDiffers', 'askExchange'],
      ],
    ],
    [
      'a set-up that is not finished',
      {},
      { safeStatus: 'setup_required' },
      [['status', 'statusSetupRequired', 'finishSetup']],
    ],
    ['an unknown status', {}, { safeStatus: { unknown: 'frozen' } }, [['status', 'statusOther', 'askExchange']]],
    [
      'an unknown type',
      {},
      { signatureType: 4 },
      [
        ['kind', 'kindUnknown', 'askExchange'],
        ['owner', 'ownerIsOther', 'importOwnerKey'],
        ['signature', 'signatureNone', null],
      ],
    ],
    ['no market', { market: () => null }, {}, [['market', 'marketNone', 'waitForMarkets']]],
  ])('names %s, with the one thing to do', async (_name, change, record, expected) => {
    expect(bad(await run(change, { ...RECORD, ...record }))).toEqual(expected);
  });

  it('names a call of the set-up that is refused, and one that is only missing', async () => {
    const call = { to: RECORD.usdcAddress, data: '0x', operation: 0, nonce: 4, hash: `0x${'1'.repeat(64)}` } as const;
    const record = { ...RECORD, setupCalls: [call] } as unknown as MarketWalletRecord;
    expect(bad(await run({}, record))).toEqual([['approvals', 'approvalsRefused', 'askExchange']]);
    const atPasskey = { ...record, signatureType: 3 };
    expect(bad(await run({ keys: () => ({ own: null, second: [OWNER] }) }, atPasskey))).toEqual([
      ['approvals', 'approvalsMissing', 'finishSetupAtPasskey'],
    ]);
  });

  it('examines a passkey’s wallet with and without a second key', async () => {
    const record = { ...RECORD, signatureType: 3, ownerAddress: parseAddress(`0x${'8'.repeat(40)}`) };
    expect(bad(await run({ keys: () => ({ own: null, second: [OWNER] }) }, record))).toEqual([]);
    expect(bad(await run({ keys: () => ({ own: OWNER, second: [] }) }, record))).toEqual([
      ['owner', 'ownerIsPasskey', 'addSecondKey'],
      ['signature', 'signatureNone', null],
    ]);
  });

  it('names a signature of another key, and a key that does not sign', async () => {
    const other = Uint8Array.from({ length: 32 }, () => 9);
    expect(bad(await run({}, RECORD, other))).toEqual([['signature', 'signatureOther', 'restart']]);
    const failing = { ...makeSources().signer, signOrder: () => Promise.reject(new Error('broken')) };
    expect(bad(await run({ signer: failing }))).toEqual([['signature', 'signatureFailed', 'restart']]);
  });

  it('stops where the exchange does not answer, with what to do', async () => {
    const reject = (error: Error) => () => Promise.reject(error);
    const refused = (code: string) => new ExchangeError('GET /x', 401, [code]);
    const clock = await run({ measureClock: reject(new TransportError('timeout')) });
    expect(bad(clock)).toEqual([['clock', 'unread', 'checkConnection']]);
    expect(clock).toHaveLength(1);
    expect(bad(await run({ readAccount: reject(refused('authz.unexistent_apikey')) }))).toEqual([
      ['apiKey', 'unread', 'newApiKey'],
    ]);
    expect(bad(await run({ readAccount: reject(refused('authz.nonce_expired')) }))).toEqual([
      ['apiKey', 'unread', 'setClock'],
    ]);
    expect(bad(await run({ fetchMarketWallet: reject(refused('record.not_found')) }))).toEqual([
      ['market', 'unread', 'askExchange'],
    ]);
  });

  it('examines an account without a wallet: what was confirmed, and what the exchange bore out', async () => {
    const noWallet = { noWallet: { code: 'refused', parameters: { status: 422, codes: ['x'] } } } as const;
    const custodial = (view: NonNullable<ReturnType<DoctorSources['custodial']>>) =>
      run({ fetchWallet: async () => noWallet, pin: () => null, custodial: () => view });
    const open = { agreedAtMs: null, proof: { at: 'unconfirmed' } } as const;
    expect(bad(await custodial(open))).toEqual([['custody', 'custodyOpen', 'confirmCustodial']]);
    expect(bad(await custodial({ ...open, agreedAtMs: 5 }))).toEqual([
      ['direction', 'directionUnproved', 'placeFirstOrder'],
    ]);
    expect(bad(await custodial({ agreedAtMs: 5, proof: { at: 'confirmed', atMs: 6 } }))).toEqual([]);
    const contradicted = { agreedAtMs: null, proof: { at: 'contradicted', orderId: parseOrderId('7') } } as const;
    expect(bad(await custodial(contradicted))).toEqual([['direction', 'directionContradicted', 'askExchange']]);
    expect(bad(await run({ fetchWallet: async () => noWallet }))).toEqual([
      ['configuration', 'configurationChanged', 'acceptChanges'],
    ]);
  });
});
