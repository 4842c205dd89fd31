/**
 * Session-key preparation: checks the P-256 point, clamps the expiry, returns the calls to sign.
 *
 * Units       Expiry in Unix seconds.
 * Errors      Throws a Refusal 400 on bad input.
 * Source      docs/exchange-interface.md#session-key; docs/assumptions.md#session-key-calls.
 */
import { createPublicKey } from 'node:crypto';
import { encodeBatch, encodeCall, numberCalls, SESSION_HANDLER, type WalletCall } from '../chain/chain.ts';
import { addressWord, fromHex, word } from '../chain/hex.ts';
import { Refusal } from '../http/refusal.ts';
import { selectorOf } from './calldata.ts';
import type { Member } from './members.ts';
import { AUTHORIZE_SESSION } from './walletCalls.ts';

/** Maximum lifetime of a session key. */
const CEILING_SECONDS = 7 * 86_400;
const DEFAULT_SECONDS = 86_400;

export function prepareSessionKey(
  member: Member,
  body: Readonly<Record<string, unknown>>,
  wallMs: number,
): Record<string, unknown> {
  if (member.kind === 'custodial') throw new Refusal(400, 'account.custody.no_wallet');
  const { x, y, expires_at: wanted } = body;
  if (!isPoint(x, y)) throw new Refusal(400, 'account.custody.session_key_invalid');
  const nowSeconds = Math.floor(wallMs / 1_000);
  if (wanted !== undefined && (!Number.isSafeInteger(wanted) || (wanted as number) <= nowSeconds)) {
    throw new Refusal(400, 'account.custody.session_key_invalid_expiry');
  }
  const asked = wanted === undefined ? nowSeconds + DEFAULT_SECONDS : (wanted as number);
  const expiresAt = Math.min(asked, nowSeconds + CEILING_SECONDS);
  const authorize: WalletCall = {
    to: SESSION_HANDLER,
    data: encodeCall(AUTHORIZE_SESSION, fromHex(x), fromHex(y as string), word(expiresAt)),
    operation: 0,
  };
  const install: WalletCall = {
    to: member.safe,
    data: encodeCall(selectorOf('setFallbackHandler(address)'), addressWord(SESSION_HANDLER)),
    operation: 0,
  };
  const calls = member.hasHandler ? [authorize] : [install, authorize];
  const isBatch = member.setup === 'multisend' && calls.length > 1;
  return {
    safe: member.safe,
    handler_installed: member.hasHandler,
    expires_at: expiresAt,
    calls: numberCalls(member.safe, isBatch ? [encodeBatch(calls)] : calls, member.safeNonce),
  };
}

/** True when both coordinates are a point of P-256; narrows their type. */
function isPoint<X, Y>(x: X, y: Y): x is X & string {
  const isCoordinate = (value: unknown): value is string =>
    typeof value === 'string' && /^0x[0-9a-fA-F]{64}$/.test(value);
  if (!isCoordinate(x) || !isCoordinate(y)) return false;
  const encode = (coordinate: string): string => Buffer.from(fromHex(coordinate)).toString('base64url');
  try {
    createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: encode(x), y: encode(y) }, format: 'jwk' });
    return true;
  } catch {
    return false;
  }
}
