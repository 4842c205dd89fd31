import { describe, expect, it } from 'vitest';
import { type Hex32, parseAddress, parseHex32 } from '#shared/units/ids.ts';
import vectors from '#test/fixtures/vectors/position_ids.json' with { type: 'json' };
import {
  buildCollectionId,
  buildConditionId,
  buildOutcomeTokenIds,
  buildPositionId,
  INDEX_SET_NO,
  INDEX_SET_YES,
} from '#wire/eip712/positionId.ts';

describe('position ids', () => {
  it('equals the contract for conditions, collections and positions', () => {
    for (const row of vectors.vectors) {
      const condition = buildConditionId(
        parseAddress(row.oracle),
        parseHex32(row.questionId),
        BigInt(row.outcomeSlotCount),
      );
      expect(condition).toBe(row.conditionId);
      for (const position of row.positions) {
        const collection = buildCollectionId(condition, BigInt(position.indexSet));
        expect(collection).toBe(position.collectionId);
        expect(buildPositionId(parseAddress(row.collateral), collection)).toBe(position.positionId);
      }
    }
  });

  it('adds the point of a parent collection', () => {
    const nested = vectors.vectors.flatMap((row) =>
      'nested' in row && row.nested ? [{ row, nested: row.nested }] : [],
    );
    expect(nested.length).toBeGreaterThan(0);
    for (const { row, nested: child } of nested) {
      const collection = buildCollectionId(
        parseHex32(child.conditionId),
        BigInt(child.indexSet),
        parseHex32(child.parentCollectionId),
      );
      expect(collection).toBe(child.collectionId);
      expect(buildPositionId(parseAddress(row.collateral), collection)).toBe(child.positionId);
    }
  });

  it('uses index sets 1 and 2 for YES and NO', () => {
    expect([Number(INDEX_SET_YES), Number(INDEX_SET_NO)]).toEqual([vectors.indexSetYes, vectors.indexSetNo]);
    const row = vectors.vectors[0]!;
    expect(buildOutcomeTokenIds(parseAddress(row.collateral), parseHex32(row.conditionId))).toEqual({
      yes: row.positions[0]!.positionId,
      no: row.positions[1]!.positionId,
    });
  });

  it('refuses a parent that is not a point of the curve', () => {
    const condition = parseHex32(vectors.vectors[0]!.conditionId);
    const parents = Array.from(
      { length: 12 },
      (_, index) => `0x${(index + 1).toString(16).padStart(64, '0')}` as Hex32,
    );
    const refused = parents.filter((parent) => {
      try {
        buildCollectionId(condition, 1n, parent);
        return false;
      } catch {
        return true;
      }
    });
    expect(refused.length).toBeGreaterThan(0);
    expect(() => buildCollectionId(condition, 1n, `0x3${'f'.repeat(63)}` as Hex32)).toThrow('parent collection id');
  });
});
