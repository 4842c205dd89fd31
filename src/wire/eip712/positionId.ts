/**
 * Ids of conditional tokens: condition, collection (a point on alt_bn128) and ERC-1155 position.
 *
 * Invariants  Equal to the results of the ConditionalTokens contract 1.0.3, including its choice of square root.
 * Source      docs/assumptions.md#position-ids; test/fixtures/vectors/position_ids.json.
 */
import { quoteFound, UnitError } from '#shared/units/errors.ts';
import { type Address, type Hex32, parseTokenId, type TokenId } from '#shared/units/ids.ts';
import { readUint, WORD, writeAddress, writeHex32, writeUint } from './abiWord.ts';
import { encodeHex32, hashBytes } from './bytes.ts';

/** Index sets of the two outcomes; slot 0 is YES by docs/assumptions.md#position-ids. */
export const INDEX_SET_YES = 1n;
export const INDEX_SET_NO = 2n;
const ROOT_COLLECTION = `0x${'0'.repeat(64)}` as Hex32;

const P = 21888242871839275222246405745257275088696311157297823662689037894645226208583n;
const CURVE_B = 3n;
const ODD_BIT = 1n << 254n;

interface Point {
  readonly x: bigint;
  readonly y: bigint;
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

const modulo = (value: bigint): bigint => ((value % P) + P) % P;

/** Square root of x³ + 3 with the given parity; null when there is none. */
function findRoot(x: bigint, isOdd: boolean): bigint | null {
  const square = modulo(x * x * x + CURVE_B);
  const root = power(square, (P + 1n) / 4n);
  if ((root * root) % P !== square) return null;
  return (root % 2n === 1n) === isOdd ? root : P - root;
}

function addPoints(a: Point, b: Point): Point {
  if (a.x === b.x && modulo(a.y + b.y) === 0n) return { x: 0n, y: 0n };
  const slope =
    a.x === b.x
      ? modulo(3n * a.x * a.x * power(2n * a.y, P - 2n))
      : modulo((b.y - a.y) * power(modulo(b.x - a.x), P - 2n));
  const x = modulo(slope * slope - a.x - b.x);
  return { x, y: modulo(slope * (a.x - x) - a.y) };
}

/** keccak(oracle ‖ questionId ‖ outcomeSlotCount). */
export function buildConditionId(oracle: Address, questionId: Hex32, outcomeSlots: bigint): Hex32 {
  const bytes = new Uint8Array(3 * WORD);
  writeAddress(bytes, 0, oracle);
  writeHex32(bytes, WORD, questionId);
  writeUint(bytes, 2 * WORD, outcomeSlots);
  return encodeHex32(hashBytes(bytes.subarray(12)));
}

/** Collection of outcomes of a condition, under a parent or the root; throws UnitError for a parent that is not a point. */
export function buildCollectionId(conditionId: Hex32, indexSet: bigint, parent: Hex32 = ROOT_COLLECTION): Hex32 {
  const bytes = new Uint8Array(2 * WORD);
  writeHex32(bytes, 0, conditionId);
  writeUint(bytes, WORD, indexSet);
  const seed = readUint(hashBytes(bytes), 0);
  const isOdd = seed >> 255n !== 0n;
  let x = seed;
  let y: bigint | null = null;
  while (y === null) {
    x = modulo(x + 1n);
    y = findRoot(x, isOdd);
  }
  let point: Point = { x, y };
  writeHex32(bytes, 0, parent);
  const packed = readUint(bytes, 0);
  if (packed !== 0n) {
    const parentX = packed & (ODD_BIT - 1n);
    const parentY = parentX < P ? findRoot(parentX, packed >> 254n !== 0n) : null;
    if (parentY === null) throw new UnitError('a parent collection id', quoteFound(parent));
    point = addPoints(point, { x: parentX, y: parentY });
  }
  writeUint(bytes, 0, point.y % 2n === 1n ? point.x ^ ODD_BIT : point.x);
  return encodeHex32(bytes.subarray(0, WORD));
}

/** keccak(collateral ‖ collectionId) as the decimal text of the ERC-1155 id. */
export function buildPositionId(collateral: Address, collectionId: Hex32): TokenId {
  const bytes = new Uint8Array(2 * WORD);
  writeAddress(bytes, 0, collateral);
  writeHex32(bytes, WORD, collectionId);
  return parseTokenId(readUint(hashBytes(bytes.subarray(12)), 0).toString());
}

/** Token ids of the YES and NO outcome of a market. */
export function buildOutcomeTokenIds(
  collateral: Address,
  conditionId: Hex32,
): { readonly yes: TokenId; readonly no: TokenId } {
  return {
    yes: buildPositionId(collateral, buildCollectionId(conditionId, INDEX_SET_YES)),
    no: buildPositionId(collateral, buildCollectionId(conditionId, INDEX_SET_NO)),
  };
}
