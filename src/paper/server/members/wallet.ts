/**
 * The member's wallet: its record, and the relay of owner-signed transactions.
 *
 * Errors      Throws a Refusal 422 under the codes of docs/assumptions.md#relay-codes; a refused call keeps the nonce.
 * Source      docs/exchange-interface.md#endpoints-wallet; docs/assumptions.md#safe-domain.
 */
import type { BookMarket } from '../../engine/state.ts';
import {
  buildSetupCalls,
  CHAIN_ID,
  CONDITIONAL_TOKENS,
  DOMAIN_NAME,
  EXCHANGE,
  OTHER_DOMAIN_NAME,
  passkeySignerOf,
  USDC,
  type WalletCall,
} from '../chain/chain.ts';
import { isAddress, isHexBytes, keccak, sameAddress, toHex, word } from '../chain/hex.ts';
import { ChainRevert } from '../chain/port.ts';
import type { Settlement } from '../chain/settlement.ts';
import { isSignedBy } from '../chain/signatures.ts';
import { type SafeTransaction, safeTxHash } from '../chain/typedData.ts';
import type { Core } from '../core.ts';
import { Refusal } from '../http/refusal.ts';
import type { Effect } from './calldata.ts';
import { SIGNATURE_TYPE } from './memberKind.ts';
import { ALL_APPROVALS, type Member } from './members.ts';
import { buildEffects } from './walletCalls.ts';

/** Path that faults of an execution name. */
const RELAY = 'wallet/relay';
const REVERTED = 'account.custody.relay_call_reverted';
/** Number of nonces that are tried to tell an early or late signature from a wrong one. */
const NONCES_AROUND = 8;

export function encodeWallet(member: Member, { faults }: Pick<Core, 'faults'>): Record<string, unknown> {
  const { kind, owner, safe, approvals, safeNonce, setup } = member;
  if (kind === 'custodial') throw new Refusal(422, 'account.custody.no_wallet');
  const calls = buildSetupCalls(safe, approvals, safeNonce, setup === 'multisend');
  const ready = calls.length === 0;
  return {
    proxy_address: safe,
    owner_address: kind === 'passkey' ? passkeySignerOf(owner) : owner,
    signature_type: SIGNATURE_TYPE[kind],
    exchange_address: EXCHANGE,
    conditional_tokens_address: CONDITIONAL_TOKENS,
    usdc_address: USDC,
    chain_id: CHAIN_ID,
    domain_name: faults.hasOtherDomain() ? OTHER_DOMAIN_NAME : DOMAIN_NAME,
    safe_setup: { ready, calls },
    safe_status: ready ? 'ready' : 'setup_required',
    safe_nonce: safeNonce,
    safe_threshold: 1,
  };
}

export interface Relayed {
  readonly tx: string;
}

/** Executes one signed wallet transaction; returns its hash. On a chain, when it is executed there. */
export function relay(
  core: Core,
  member: Member,
  body: Readonly<Record<string, unknown>>,
  nowMs: number,
): Relayed | Promise<Relayed> {
  if (member.kind === 'custodial') throw new Refusal(422, 'account.custody.no_wallet');
  const { safe, to, value, data, operation, signature } = body;
  const isWhole = typeof value === 'string' && /^\d{1,78}$/.test(value);
  if (!isAddress(safe) || !isAddress(to) || !isWhole || !isHexBytes(data) || !isHexBytes(signature)) {
    throw new Refusal(422, 'account.custody.relay_malformed');
  }
  if (operation !== 0 && operation !== 1) throw new Refusal(422, 'account.custody.relay_malformed');
  if (!sameAddress(safe, member.safe)) throw new Refusal(422, 'account.custody.relay_safe_mismatch');
  const tx: SafeTransaction = { to, value: BigInt(value), data, operation, nonce: member.safeNonce };
  const hash = safeTxHash(CHAIN_ID, member.safe, tx);
  if (!isSignedByOwner(member, hash, signature)) {
    const first = Math.max(0, member.safeNonce - NONCES_AROUND);
    for (let nonce = first; nonce <= member.safeNonce + NONCES_AROUND; nonce += 1) {
      if (nonce === member.safeNonce) continue;
      if (isSignedByOwner(member, safeTxHash(CHAIN_ID, member.safe, { ...tx, nonce }), signature)) {
        throw new Refusal(422, 'account.custody.relay_nonce_out_of_order');
      }
    }
    throw new Refusal(422, 'account.custody.relay_signature_rejected');
  }
  const call = { to, data: data.toLowerCase(), operation: operation === 1 ? (1 as const) : (0 as const) };
  const effects = buildEffects(core, member, call, tx.value, nowMs);
  if (!effects) throw new Refusal(422, REVERTED);
  const rebuild = () => buildEffects(core, member, call, tx.value, core.clock.nowMs());
  if (core.settlement) return executeOnChain(core.settlement, { core, member, call, signature, rebuild });
  execute(core, member, effects, rebuild);
  return { tx: toHex(keccak(hash, word(tx.nonce))) };
}

interface ChainExecution {
  readonly core: Core;
  readonly member: Member;
  readonly call: WalletCall;
  readonly signature: string;
  readonly rebuild: () => readonly Effect[] | null;
}

/** The contracts decide; the engine follows. Faults of the plan that concern a relay don't apply. */
async function executeOnChain(
  settlement: Settlement,
  { core, member, call, signature, rebuild }: ChainExecution,
): Promise<Relayed> {
  const { safe, safeNonce } = member;
  const commit = (): void => {
    const effects = member.safeNonce === safeNonce ? rebuild() : null;
    if (!effects) throw new Refusal(422, REVERTED);
    apply(core, member, effects);
  };
  try {
    return { tx: await settlement.execute({ safe, signature, ...call }, findMarkets(core, member, call.data), commit) };
  } catch (error) {
    if (error instanceof ChainRevert) throw new Refusal(422, REVERTED, ...(error.code === '' ? [] : [error.code]));
    throw error;
  }
}

/** Listed and held markets whose condition the bytes name. */
function findMarkets({ world, markets }: Core, { account }: Member, data: string): BookMarket[] {
  const owned = [...account.holdings.keys()].flatMap((id) => world.engine.markets.get(id) ?? []);
  const all = new Set([...world.markets.map(({ book }) => book), ...owned]);
  return [...all].filter((book) => data.includes(markets.ids(markets.ofBook(book)).conditionId.slice(2)));
}

/** Executes a transaction, as the faults of the plan let it. */
function execute(
  core: Core,
  member: Member,
  effects: readonly Effect[],
  rebuild: () => readonly Effect[] | null,
): void {
  const { faults } = core;
  // The operator answered, but the transaction fails on the chain: no effect, the nonce is kept.
  if (faults.isArmed && faults.take('relay_failure', RELAY)) return;
  const late = faults.isArmed ? faults.take('relay_late', RELAY) : null;
  const { safeNonce } = member;
  if (late) {
    core.later(late.ms, () => {
      if (member.safeNonce === safeNonce) apply(core, member, rebuild() ?? []);
    });
    return;
  }
  const isPartial = faults.isArmed && faults.take('relay_partial', RELAY) !== null;
  apply(core, member, isPartial ? effects.slice(0, effects.length - 1) : effects);
}

function apply(core: Core, member: Member, effects: readonly Effect[]): void {
  for (const effect of effects) effect.apply();
  member.safeNonce += 1;
  if (member.approvals === ALL_APPROVALS) member.account.canSettle = true;
  core.persistence.noteMember(member);
}

/** Owners whose signatures a program can make: a passkey's second signing key, or the own key. */
function isSignedByOwner(member: Member, hash: Uint8Array, signature: string): boolean {
  const owner = member.kind === 'passkey' ? member.signingKey : member.owner;
  return owner !== null && isSignedBy(owner, hash, signature);
}
