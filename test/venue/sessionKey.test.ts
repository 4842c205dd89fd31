/** The session-key calls that the embedded exchange serves, checked as a wallet checks them before it signs. */
import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addressOf } from '#main/vault/signing/secp256k1.ts';
import { loadCallCodec } from '#main/wallet/callCodec.ts';
import { evaluateSessionCalls, type SessionRules } from '#main/wallet/sessionKeyCalls.ts';
import { MULTI_SEND, SESSION_HANDLER } from '#paper/server/chain/chain.ts';
import type { WalletRecord } from '#shared/order/account/account.ts';
import { parseAddress, parseHex32 } from '#shared/units/ids.ts';
import type { SessionKeyGrant, SessionKeyRequest } from '#wire/messages/sessionKey.ts';
import { fetchWalletRecord, openPaperSetup, type PaperSetup } from './paperMember.ts';

const codec = await loadCallCodec();
let setup: PaperSetup;
let record: WalletRecord;
let request: SessionKeyRequest;
let grant: SessionKeyGrant;
let rules: SessionRules;

beforeAll(async () => {
  setup = await openPaperSetup();
  record = await fetchWalletRecord(setup.venue);
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const read = (coordinate: string) => parseHex32(`0x${Buffer.from(coordinate, 'base64url').toString('hex')}`);
  const nowMs = setup.venue.exchangeTimeMs();
  request = { x: read(x), y: read(y), expiresAt: Math.floor(nowMs / 1000) + 3_600 };
  grant = await setup.venue.prepareSessionKey(request);
  rules = {
    owner: addressOf(setup.privateKey),
    allowedMultiSends: [parseAddress(MULTI_SEND)],
    handler: parseAddress(SESSION_HANDLER),
    verifier: null,
    domainVersion: '1',
    exchangeTimeMs: nowMs,
  };
});

afterAll(() => setup.close());

it('allows the calls only once the handler is confirmed', () => {
  expect(evaluateSessionCalls(grant, request, record, rules, codec)).toMatchObject({
    refusal: null,
    changesHandler: true,
  });
  expect(evaluateSessionCalls(grant, request, record, { ...rules, handler: null }, codec).refusal).not.toBeNull();
  const other = { ...rules, handler: record.exchangeAddress };
  expect(evaluateSessionCalls(grant, request, record, other, codec).refusal?.code).toBe('otherHandler');
});

it('refuses the calls for another key than the requested one', () => {
  const another = { ...request, x: request.y, y: request.x };
  expect(evaluateSessionCalls(grant, another, record, rules, codec).refusal?.code).toBe('otherKey');
});
