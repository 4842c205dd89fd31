/**
 * Condition, collection and position ids as in the conditional-tokens contract.
 *
 * Source      ConditionalTokens CTHelpers (alt_bn128: y² = x³ + 3); checked against test/fixtures/vectors/position_ids.json.
 */
import { addressWord, bytesToBig, fromHex, keccak, toHex, word } from './hex.ts';

const P = 21888242871839275222246405745257275088696311157297823662689037894645226208583n;
const OUTCOME_SLOTS = 2;
const INDEX_SET = { yes: 1, no: 2 } as const;

export interface ConditionIds {
  /** 0x and 64 hex digits. */
  readonly conditionId: string;
  /** Decimal text. */
  readonly yesTokenId: string;
  readonly noTokenId: string;
}

export function buildConditionId(oracle: string, questionId: string, slots = OUTCOME_SLOTS): string {
  return toHex(keccak(fromHex(oracle), fromHex(questionId), word(slots)));
}

/** Decimal text of the ERC-1155 id of one outcome of a condition, without a parent collection. */
export function buildPositionId(collateral: string, conditionId: string, indexSet: number): string {
  return bytesToBig(keccak(fromHex(collateral), fromHex(buildCollectionId(conditionId, indexSet)))).toString();
}

export function buildCollectionId(conditionId: string, indexSet: number): string {
  const hash = bytesToBig(keccak(fromHex(conditionId), word(indexSet)));
  const odd = hash >> 255n !== 0n;
  let x = hash;
  let y: bigint;
  let squared: bigint;
  do {
    x = (x + 1n) % P;
    squared = (x * x * x + 3n) % P;
    y = power(squared, (P + 1n) / 4n);
  } while ((y * y) % P !== squared);
  if (odd !== (y % 2n === 1n)) y = P - y;
  return toHex(word(y % 2n === 1n ? x ^ (1n << 254n) : x));
}

export function buildConditionIds(oracle: string, questionId: string, collateral: string): ConditionIds {
  const conditionId = buildConditionId(oracle, questionId);
  return {
    conditionId,
    yesTokenId: buildPositionId(collateral, conditionId, INDEX_SET.yes),
    noTokenId: buildPositionId(collateral, conditionId, INDEX_SET.no),
  };
}

/** Question id derived from the market's name. */
export function buildQuestionId(slug: string): string {
  return toHex(keccak(Buffer.from(`adyton paper question ${slug}`, 'utf8'), addressWord('0x00')));
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  let square = base % P;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % P;
    square = (square * square) % P;
  }
  return result;
}
