import { expect, it } from 'vitest';
import { PACK_ENDS, PLAN_FAULTS } from '#shared/text/exits/preparedExits.ts';

it('has words for each fault of a plan and each end of a pack, to be put into a sentence', () => {
  for (const text of [...Object.values(PLAN_FAULTS), ...Object.values(PACK_ENDS)]) {
    expect(text).toMatch(/^[a-zA-Z].*[^.]$/);
  }
});
