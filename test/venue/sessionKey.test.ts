/** The calls that the embedded exchange serves for a session key, judged as a wallet would before it signs them. */
import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addressOf } from '#main/vault/signing/secp256k1.ts';
import { evaluateSessionCalls, type SessionRules } from '#main/wallet/sessionKeyCalls.ts';
import { MULTI_SEND, SESSION_HANDLER } from '#paper/server/chain/chain.ts';
import type { WalletRecord } from '#shared/order/account.ts';
import { parseAddress, parseHex32 } from '#shared/units/ids.ts';
import type { SessionKeyGrant, SessionKeyRequest } from '#wire/messages/sessionKey.ts';
import { openPaperSetup, type PaperSetup } from './paperMember.ts';

let setup: PaperSetup;
let record: WalletRecord;
let asked: SessionKeyRequest;
let grant: SessionKeyGrant;
let rules: SessionRules;

beforeAll(async () => {
  setup = await openPaperSetup();
  record = await setup.venue.fetchWallet();
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const read = (coordinate: string) => parseHex32(`0x${Buffer.from(coordinate, 'base64url').toString('hex')}`);
  const nowMs = setup.venue.exchangeTimeMs();
  asked = { x: read(x), y: read(y), expiresAt: Math.floor(nowMs / 1000) + 3_600 };
  grant = await setup.venue.prepareSessionKey(asked);
  rules = {
    owner: addressOf(setup.privateKey),
    allowedMultiSends: [parseAddress(MULTI_SEND)],
    handler: parseAddress(SESSION_HANDLER),
    verifier: null,
    domainVersion: '1',
    exchangeTimeMs: nowMs,
  };
}, 30_000);

afterAll(() => setup.close());

it('allows them once its handler was agreed to, and only then', () => {
  expect(evaluateSessionCalls(grant, asked, record, rules)).toMatchObject({ refusal: null, changesHandler: true });
  expect(evaluateSessionCalls(grant, asked, record, { ...rules, handler: null }).refusal).not.toBeNull();
  const other = { ...rules, handler: record.exchangeAddress };
  expect(evaluateSessionCalls(grant, asked, record, other).refusal).toContain('handler is not the one');
});

it('refuses them for another key than the one that was asked for', () => {
  const another = { ...asked, x: asked.y, y: asked.x };
  expect(evaluateSessionCalls(grant, another, record, rules).refusal).toContain('another key');
});
