import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildLifeTable, replaceLifeTable } from '../../tools/docs/lifeTable.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/life-of-an-order.md'), 'utf8');

describe('the table of transitions in docs/life-of-an-order.md', () => {
  it('is the one that the reducer gives (npm run docs:order-life writes it)', () => {
    expect(page).toBe(replaceLifeTable(page));
  });

  it('lets nothing but the exchange’s own data leave a terminal state, and only from absent', () => {
    const [head = [], ...rows] = buildLifeTable();
    for (const state of ['done', 'cancelled', 'rejected']) {
      const column = head.indexOf(state);
      expect(rows.map((row) => row[column])).toEqual(rows.map(() => ''));
    }
    const absent = head.indexOf('absent');
    const leaving = rows.filter((row) => row[absent] !== '').map((row) => row[0]);
    expect(leaving.every((event) => event?.startsWith('exchange: '))).toBe(true);
    expect(leaving.length).toBeGreaterThan(0);
  });

  it('fails on a page without its marks', () => {
    expect(() => replaceLifeTable('')).toThrow('Expected the marks');
  });
});
