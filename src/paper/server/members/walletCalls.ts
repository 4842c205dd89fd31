/**
 * Executes wallet transactions: approvals, transfers, redemptions, session handler, batches.
 *
 * Errors      executeCall returns false where the chain would revert, without any effect.
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
import { bytesToBig, fromHex, keccak, sameAddress, toHex } from '../chain/hex.ts';
import type { Core } from '../core.ts';
import type { Member } from './members.ts';

const TRANSFER = '0xa9059cbb';
const REDEEM = '0x01b7037c';
const SET_FALLBACK_HANDLER = '0xf08a0323';
export const AUTHORIZE_SESSION = selectorOf('authorizeSessionKey(uint256,uint256,uint256)');

export function selectorOf(signature: string): string {
  return toHex(keccak(Buffer.from(signature, 'utf8')).subarray(0, 4));
}

type Effect = () => void;

/** Checks a whole transaction, then executes it. */
export function executeCall(core: Core, member: Member, call: WalletCall, value: bigint, nowMs: number): boolean {
  if (value !== 0n) return false;
  const effects: Effect[] = [];
  if (call.operation === 1) {
    const batch = sameAddress(call.to, MULTI_SEND) ? decodeBatch(call.data) : null;
    if (!batch || batch.length === 0) return false;
    for (const inner of batch) {
      const effect =
        inner.value === 0n && inner.call.operation === 0 ? effectOf(core, member, inner.call, nowMs) : null;
      if (!effect) return false;
      effects.push(effect);
    }
  } else {
    const effect = effectOf(core, member, call, nowMs);
    if (!effect) return false;
    effects.push(effect);
  }
  for (const effect of effects) effect();
  return true;
}

function effectOf(core: Core, member: Member, call: WalletCall, nowMs: number): Effect | null {
  const data = call.data.toLowerCase();
  const approval = APPROVALS.find((one) => sameAddress(one.call.to, call.to) && one.call.data.toLowerCase() === data);
  if (approval) {
    return () => {
      member.approvals |= approval.bit;
    };
  }
  const words = data.length % 64 === 10 ? splitWords(data) : [];
  if (sameAddress(call.to, USDC) && data.startsWith(TRANSFER) && words.length === 2) {
    const amount = words[1]!;
    const free = BigInt(member.account.balance - member.account.locked);
    if (amount > free || words[0]! >> 160n !== 0n) return null;
    return () => void core.world.engine.withdraw(member.account, toNumber(amount), nowMs);
  }
  if (sameAddress(call.to, CONDITIONAL_TOKENS) && data.startsWith(REDEEM)) return redemption(core, member, data, nowMs);
  if (sameAddress(call.to, member.safe) && data.startsWith(SET_FALLBACK_HANDLER) && words.length === 1) {
    if (words[0] !== BigInt(SESSION_HANDLER)) return null;
    return () => {
      member.hasHandler = true;
    };
  }
  const isSession = sameAddress(call.to, SESSION_HANDLER) && data.startsWith(AUTHORIZE_SESSION) && words.length === 3;
  return isSession ? () => undefined : null;
}

/** `redeemPositions(usdc, 0, conditionId, [1, 2])`: reverts before the result is reported, pays nothing the second time. */
function redemption(core: Core, member: Member, data: string, nowMs: number): Effect | null {
  const words = splitWords(data);
  const [collateral, parent, condition, offset, count, ...sets] = words;
  if (collateral !== BigInt(USDC) || parent !== 0n || offset !== 128n || count !== BigInt(sets.length)) return null;
  if (!sets.every((set) => set === 1n || set === 2n)) return null;
  for (const book of member.account.holdings.keys()) {
    const market = core.world.engine.markets.get(book);
    if (!market || BigInt(core.markets.ids(core.markets.ofBook(market)).conditionId) !== condition) continue;
    if (market.result === '') return null;
    return () => void core.world.engine.redeem(member.account, market, nowMs);
  }
  const listed = core.world.markets.find((market) => BigInt(core.markets.ids(market).conditionId) === condition);
  return listed && listed.book.result !== '' ? () => undefined : null;
}

function splitWords(data: string): bigint[] {
  const bytes = fromHex(`0x${data.slice(10)}`);
  const words: bigint[] = [];
  for (let at = 0; at + 32 <= bytes.length; at += 32) words.push(bytesToBig(bytes.subarray(at, at + 32)));
  return words;
}
