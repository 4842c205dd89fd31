/**
 * Effects of wallet transactions: approvals, transfers, conditional tokens, session handler, batches.
 *
 * Errors      buildEffects returns null where the chain would revert.
 * Source      docs/assumptions.md#conditional-tokens, #multisend-layout, #session-key-calls.
 */
import { toNumber } from '#shared/units/numbers.ts';
import {
  APPROVALS,
  CONDITIONAL_TOKENS,
  decodeBatch,
  MULTI_SEND,
  SESSION_HANDLER,
  USDC,
  type WalletCall,
} from '../chain/chain.ts';
import { sameAddress } from '../chain/hex.ts';
import type { Core } from '../core.ts';
import { type Effect, free, selectorOf, splitWords } from './calldata.ts';
import type { Member } from './members.ts';
import { buildTokenEffect } from './tokenCalls.ts';

const TRANSFER = '0xa9059cbb';
const SET_FALLBACK_HANDLER = '0xf08a0323';
export const AUTHORIZE_SESSION = selectorOf('authorizeSessionKey(uint256,uint256,uint256)');

/** The effects of a whole transaction, in order; null where the chain would revert. */
export function buildEffects(
  core: Core,
  member: Member,
  call: WalletCall,
  value: bigint,
  nowMs: number,
): readonly Effect[] | null {
  if (value !== 0n) return null;
  if (call.operation === 0) {
    const effect = effectOf(core, member, call, nowMs);
    return effect && [effect];
  }
  const batch = sameAddress(call.to, MULTI_SEND) ? decodeBatch(call.data) : null;
  if (!batch || batch.length === 0) return null;
  const effects: Effect[] = [];
  for (const inner of batch) {
    const effect = inner.value === 0n && inner.call.operation === 0 ? effectOf(core, member, inner.call, nowMs) : null;
    if (!effect) return null;
    effects.push(effect);
  }
  // Each effect was checked against the balances before the first one.
  return effects.filter(({ spends }) => spends).length > 1 ? null : effects;
}

function effectOf(core: Core, member: Member, call: WalletCall, nowMs: number): Effect | null {
  const data = call.data.toLowerCase();
  const approval = APPROVALS.find((one) => sameAddress(one.call.to, call.to) && one.call.data.toLowerCase() === data);
  if (approval) {
    return free(() => {
      member.approvals |= approval.bit;
    });
  }
  const words = data.length % 64 === 10 ? splitWords(data) : [];
  if (sameAddress(call.to, USDC) && data.startsWith(TRANSFER) && words.length === 2) {
    const amount = words[1]!;
    const available = BigInt(member.account.balance - member.account.locked);
    if (amount > available || words[0]! >> 160n !== 0n) return null;
    return {
      spends: true,
      apply: () => void core.world.engine.withdraw(member.account, toNumber(amount), nowMs),
    };
  }
  if (sameAddress(call.to, CONDITIONAL_TOKENS)) return buildTokenEffect(core, member, data, nowMs);
  if (sameAddress(call.to, member.safe) && data.startsWith(SET_FALLBACK_HANDLER) && words.length === 1) {
    if (words[0] !== BigInt(SESSION_HANDLER)) return null;
    return free(() => {
      member.hasHandler = true;
    });
  }
  const isSession = sameAddress(call.to, SESSION_HANDLER) && data.startsWith(AUTHORIZE_SESSION) && words.length === 3;
  return isSession ? free(() => undefined) : null;
}
