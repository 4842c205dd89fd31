/**
 * Operator endpoints: open members, decide markets, inject faults.
 *
 * Shape       Outside `/api/v2`, so not part of the interface; protected by loopback and token like every endpoint.
 *
 * Errors      Throws a Refusal 422 under `operator.` codes.
 */
import { UnitError } from '#shared/units/errors.ts';
import { passkeySignerOf } from '../chain/chain.ts';
import { isAddress } from '../chain/hex.ts';
import type { ChainWallet } from '../chain/port.ts';
import { parseFaults } from '../faultPlan.ts';
import { MEMBER_KINDS, SETUP_SHAPES } from '../members/memberKind.ts';
import { ALL_APPROVALS, DEPOSIT, type Member } from '../members/members.ts';
import { readBody } from './body.ts';
import { Refusal } from './refusal.ts';
import type { Call, PublicRoute, Reply } from './route.ts';

const NO_STORE = { 'Cache-Control': 'no-store' };

export const OPERATOR_ROUTES: readonly PublicRoute[] = [
  { method: 'POST', path: '/operator/members', answer: openMember },
  { method: 'POST', path: '/operator/markets/{market}/decide', answer: decideMarket },
  { method: 'GET', path: '/operator/faults', answer: ({ core }) => ({ value: core.faults.list(), headers: NO_STORE }) },
  {
    method: 'POST',
    path: '/operator/faults',
    answer({ core, body }) {
      try {
        core.faults.add(parseFaults(readBody(body)));
      } catch (error) {
        if (error instanceof UnitError) throw new Refusal(422, 'operator.invalid_faults', error.message);
        throw error;
      }
      return { status: 201, value: core.faults.list(), headers: NO_STORE };
    },
  },
  {
    method: 'DELETE',
    path: '/operator/faults',
    answer({ core }) {
      core.faults.clear();
      return { value: [], headers: NO_STORE };
    },
  },
];

function openMember({ core, body, nowMs }: Call): Reply {
  const { owner, kind = 'key', signing_key: signingKey = null, setup = 'calls', ready = false } = readBody(body);
  if (!isAddress(owner) || BigInt(owner) === 0n) throw new Refusal(422, 'operator.invalid_owner');
  const known = MEMBER_KINDS.find((one) => one === kind);
  const shape = SETUP_SHAPES.find((one) => one === setup);
  if (!known) throw new Refusal(422, 'operator.invalid_kind');
  if (!shape || typeof ready !== 'boolean') throw new Refusal(422, 'operator.invalid_setup');
  if (signingKey !== null && (!isAddress(signingKey) || known !== 'passkey')) {
    throw new Refusal(422, 'operator.invalid_signing_key');
  }
  // A passkey signs only in a browser, so its wallet counts as set up there.
  const isReady = ready || (known === 'passkey' && signingKey === null);
  const request = { owner, kind: known, signingKey, setup: shape, isReady };
  const { member, apiKey, apiSecret } = core.members.open(request, nowMs);
  core.persistence.noteMember(member);
  if (known !== 'custodial') core.settlement?.openWallet(buildChainWallet(member), BigInt(DEPOSIT) * 1_000_000n);
  core.persistence.noteKey(member, apiKey, apiSecret);
  return {
    status: 201,
    value: { api_key: apiKey, api_secret: apiSecret, safe: member.safe, deposit: `${DEPOSIT}`, currency: 'usdc' },
    headers: NO_STORE,
  };
}

function buildChainWallet({ kind, owner, signingKey, safe, approvals }: Member): ChainWallet {
  const owners = [kind === 'passkey' ? passkeySignerOf(owner) : owner];
  if (signingKey !== null) owners.push(signingKey);
  return { safe, owners, isReady: approvals === ALL_APPROVALS };
}

function decideMarket({ core, params, body }: Call): Reply {
  const market = core.markets.find(params.market!);
  const { result } = readBody(body);
  if (result !== 'yes' && result !== 'no' && result !== 'void') throw new Refusal(422, 'operator.invalid_result');
  if (!core.world.decide(market, result)) throw new Refusal(422, 'operator.already_decided');
  return { value: { market: market.slug, result }, headers: NO_STORE };
}
