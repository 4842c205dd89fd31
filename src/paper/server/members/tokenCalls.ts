/**
 * Effects of calls to the conditional tokens: split, merge and redeem of one condition.
 *
 * Units       Amounts in millionths.
 * Shape       `(usdc, 0, conditionId, index sets)`; a split and a merge have the amount behind the offset of the index sets.
 * Errors      Returns null where the contract would revert.
 * Source      docs/assumptions.md#conditional-tokens.
 */
import { toNumber } from '#shared/units/numbers.ts';
import type { PaperMarket } from '../../simulation/world.ts';
import { APPROVALS, USDC } from '../chain/chain.ts';
import type { Core } from '../core.ts';
import { type Effect, free, selectorOf, splitWords } from './calldata.ts';
import type { Member } from './members.ts';

const REDEEM = selectorOf('redeemPositions(address,bytes32,bytes32,uint256[])');
const SPLIT = selectorOf('splitPosition(address,bytes32,bytes32,uint256[],uint256)');
const MERGE = selectorOf('mergePositions(address,bytes32,bytes32,uint256[],uint256)');
/** The allowance that lets the conditional tokens take the collateral of a split. */
const SPLIT_APPROVAL = APPROVALS[1]!.bit;
const MAX_AMOUNT = BigInt(Number.MAX_SAFE_INTEGER);

export function buildTokenEffect(core: Core, member: Member, data: string, nowMs: number): Effect | null {
  if (data.length % 64 !== 10) return null;
  const selector = data.slice(0, 10);
  const words = splitWords(data);
  if (selector === REDEEM) {
    const [collateral, parent, condition, offset, ...sets] = words;
    if (!isOwnCollateral(collateral, parent) || offset !== 128n) return null;
    return buildRedemption(core, member, condition, sets, nowMs);
  }
  if (selector !== SPLIT && selector !== MERGE) return null;
  const [collateral, parent, condition, offset, amount, ...sets] = words;
  const market = findMarket(core, condition);
  const isWhole = offset === 160n && isPartition(sets) && isOwnCollateral(collateral, parent);
  if (!market || !isWhole || amount === undefined || amount <= 0n || amount > MAX_AMOUNT) return null;
  return buildConversion(core, member, market, selector === SPLIT, toNumber(amount), nowMs);
}

function buildConversion(
  { world: { engine } }: Core,
  { account, approvals }: Member,
  { book }: PaperMarket,
  isSplit: boolean,
  amount: number,
  nowMs: number,
): Effect | null {
  if (isSplit) {
    if ((approvals & SPLIT_APPROVAL) === 0 || amount > account.balance - account.locked) return null;
    return { spends: true, apply: () => void engine.split(account, book, amount, nowMs) };
  }
  const pair = account.holdings.get(book.id);
  const isHeld = pair && [pair.yes, pair.no].every(({ quantity, locked }) => quantity - locked >= amount);
  return isHeld ? { spends: true, apply: () => void engine.merge(account, book, amount, nowMs) } : null;
}

/** Reverts before the result is reported, and pays nothing the second time. */
function buildRedemption(
  { world, markets }: Core,
  { account }: Member,
  condition: bigint | undefined,
  [count, ...sets]: readonly bigint[],
  nowMs: number,
): Effect | null {
  if (count !== BigInt(sets.length) || !sets.every((set) => set === 1n || set === 2n)) return null;
  // Held markets too: one that is no longer listed can still be redeemed.
  for (const id of account.holdings.keys()) {
    const book = world.engine.markets.get(id);
    if (!book || BigInt(markets.ids(markets.ofBook(book)).conditionId) !== condition) continue;
    return book.result === '' ? null : free(() => void world.engine.redeem(account, book, nowMs));
  }
  const listed = findMarket({ world, markets }, condition);
  return listed && listed.book.result !== '' ? free(() => undefined) : null;
}

function findMarket(
  { world, markets }: Pick<Core, 'world' | 'markets'>,
  condition: bigint | undefined,
): PaperMarket | null {
  return world.markets.find((market) => BigInt(markets.ids(market).conditionId) === condition) ?? null;
}

function isOwnCollateral(collateral: bigint | undefined, parent: bigint | undefined): boolean {
  return collateral === BigInt(USDC) && parent === 0n;
}

/** Both index sets of two outcomes, once each. */
function isPartition([count, ...sets]: readonly bigint[]): boolean {
  return count === 2n && sets.length === 2 && sets.includes(1n) && sets.includes(2n);
}
