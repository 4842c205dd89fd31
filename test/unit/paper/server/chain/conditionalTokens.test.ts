import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { buildCollectionId, buildConditionId, buildPositionId } from '#paper/server/chain/conditionalTokens.ts';

interface Vector {
  oracle: string;
  questionId: string;
  outcomeSlotCount: string;
  conditionId: string;
  collateral: string;
  positions: { indexSet: string; collectionId: string; positionId: string }[];
}

const file = new URL('../../../../fixtures/vectors/position_ids.json', import.meta.url);
const { vectors } = JSON.parse(readFileSync(file, 'utf8')) as { vectors: Vector[] };

test('derives condition, collection and position ids as the real contract does', () => {
  expect(vectors.length).toBeGreaterThan(2);
  for (const { oracle, questionId, outcomeSlotCount, conditionId, collateral, positions } of vectors) {
    expect(buildConditionId(oracle, questionId, Number(outcomeSlotCount))).toBe(conditionId);
    for (const { indexSet, collectionId, positionId } of positions) {
      expect(buildCollectionId(conditionId, Number(indexSet))).toBe(collectionId);
      expect(buildPositionId(collateral, conditionId, Number(indexSet))).toBe(positionId);
    }
  }
});
