import { describe, expect, it } from 'vitest';
import {
  extraLabel,
  labelOutcome,
  nameOutcome,
  nameOutcomeBriefly,
  nameOutcomeFirst,
} from '#renderer/domain/markets/outcomes.ts';
import { checkOutcomeLabels } from '#shared/market/outcome.ts';

const marketOf = (yes: string, no: string) => ({
  outcomeLabels: [yes, no] as const,
  labelProblem: checkOutcomeLabels(yes, no),
});

describe('the name of an outcome', () => {
  it("leads with the leg and has the market's own label after it", () => {
    const market = marketOf('Up', 'Down');
    expect(nameOutcome(market, 'no')).toBe('no (Down)');
    expect(nameOutcomeFirst(market, 'yes')).toBe('Yes (Up)');
    expect(labelOutcome(market, 'yes')).toBe('Yes · Up');
  });

  it('is cut in a sentence about an order, where its label is long', () => {
    const market = marketOf('Adopted by an absolute majority of all members', 'Down');
    expect(nameOutcomeBriefly(market, 'yes')).toBe('yes (Adopted by an absolute…)');
    expect(nameOutcomeBriefly(market, 'no')).toBe('no (Down)');
    expect(nameOutcomeBriefly(marketOf('Yes', 'No'), 'yes')).toBe('yes');
  });

  it('does not repeat a label that is the name of the leg', () => {
    const market = marketOf('Yes', 'NO');
    expect(labelOutcome(market, 'yes')).toBe('Yes');
    expect(nameOutcome(market, 'no')).toBe('no');
    expect(extraLabel(null, 'no')).toBeNull();
  });

  it('marks labels that say the opposite or are alike', () => {
    expect(labelOutcome(marketOf('No', 'Yes'), 'yes')).toBe('Yes · ⚠ No');
    expect(nameOutcome(marketOf('No', 'Yes'), 'no')).toBe('no (⚠ Yes)');
    expect(nameOutcome(marketOf('Yes', 'yes'), 'yes')).toBe('yes (⚠ Yes)');
  });
});
