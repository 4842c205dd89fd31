import { expect, it } from 'vitest';
import type { UnreadableRow } from '#shared/order/account/account.ts';
import type { UnreadableRows } from '#shared/order/account/unreadableRows.ts';
import { formatUnreadableRows } from '#shared/text/account/unreadableRows.ts';

const row: UnreadableRow = {
  id: '7',
  market: null,
  outcome: null,
  problem: { path: 'contracts[3].price (7)', expected: 'text', found: '1' },
};
const rows: UnreadableRows = { balances: [row, row], positions: [row], fills: [row, row], lastKnown: [] };

it('says what can’t be read, where, and what that affects', () => {
  const problem = 'Expected text at contracts[3].price (7), found 1';
  expect(formatUnreadableRows(rows, 'balances')).toBe(
    `The balance can’t be read: ${problem}. Its amounts are the last known ones, and nothing can be bought until it is readable.`,
  );
  expect(formatUnreadableRows(rows, 'positions')).toContain(`One position can’t be read: ${problem}. `);
  expect(formatUnreadableRows(rows, 'fills')).toBe(
    `2 fills can’t be read: ${problem}. No result includes what can’t be read.`,
  );
});

it('says nothing when all rows could be read', () => {
  expect(formatUnreadableRows(undefined, 'fills')).toBeNull();
  expect(formatUnreadableRows({ ...rows, fills: [] }, 'fills')).toBeNull();
});
