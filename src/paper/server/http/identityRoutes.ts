/**
 * Identity endpoints that the interface names only in its limits.
 *
 * Shape       Rate limits apply; payloads are not stated, so each responds 422 with a code that says so. A sign-in with a
 *             two-factor code also counts for the user that it names, on every way to sign in together.
 * Source      docs/exchange-interface.md#endpoints-identity, #limits; docs/assumptions.md#identity-paths, #two-factor-code.
 */
import { readBody } from './body.ts';
import { ALLOWANCES, buildMeter, type Meter } from './limits.ts';
import { Refusal } from './refusal.ts';
import type { PrivateRoute, PublicRoute } from './route.ts';

const PERSONA = '/api/v2/persona';
const SIGN_IN = ['sessions', 'sessions/social', 'sessions/web3/nonce', 'sessions/web3'];
/** Names of the user in the ways to sign in; without one the address of the client stands for it. */
const USER_FIELDS = ['email', 'address', 'user'] as const;
const CODE_FIELD = 'otp_code';
const CODE_REQUEST = ['users', 'users/password/generate_code', 'users/email/generate_code'];
const CODE_CONFIRM = ['users/password/confirm_code', 'users/email/confirm_code'];

/** Counted by the client's address. */
export function buildIdentityRoutes(): PublicRoute[] {
  const twoFactor = buildMeter(ALLOWANCES.twoFactor);
  const group = (names: readonly string[], meter: Meter): PublicRoute[] =>
    names.map((name) => ({
      method: 'POST',
      path: `${PERSONA}/identity/${name}`,
      answer({ core, address, body }) {
        meter.count(address, core.clock.wallMs());
        const user = SIGN_IN.includes(name) && body.length > 0 ? findTwoFactorUser(readBody(body), address) : null;
        if (user !== null) twoFactor.count(user, core.clock.wallMs());
        throw new Refusal(422, 'identity.not_offered');
      },
    }));
  return [
    ...group(SIGN_IN, buildMeter(ALLOWANCES.signIn)),
    ...group(CODE_REQUEST, buildMeter(ALLOWANCES.codeRequest)),
    ...group(CODE_CONFIRM, buildMeter(ALLOWANCES.codeConfirm)),
  ];
}

/** The user of a sign-in with a two-factor code; null without a code. */
function findTwoFactorUser(body: Readonly<Record<string, unknown>>, address: string): string | null {
  if (body[CODE_FIELD] === undefined) return null;
  const named = USER_FIELDS.map((field) => body[field]).find((value) => typeof value === 'string' && value !== '');
  return typeof named === 'string' ? named.toLowerCase() : address;
}

/** Counted by member. */
export function buildPhoneRoutes(): PrivateRoute[] {
  const one = (path: string, meter: Meter): PrivateRoute => ({
    method: 'POST',
    path: `${PERSONA}/resource/${path}`,
    answer({ core }, member) {
      meter.count(`${member.id}`, core.clock.wallMs());
      throw new Refusal(422, 'identity.not_offered');
    },
  });
  const send = buildMeter(ALLOWANCES.phoneSend);
  return [one('phones', send), one('phones/send_code', send), one('phones/verify', buildMeter(ALLOWANCES.phoneVerify))];
}
