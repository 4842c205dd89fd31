import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { SchemaDriftNote } from '#shared/market/schemaDrift.ts';
import { formatCoded } from '#shared/text/catalogue.ts';
import { SCHEMA_DRIFT } from '#shared/text/schemaDrift.ts';
import { parseMarketId } from '#shared/units/ids.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { parseUsd } from '#shared/units/usd.ts';

const format = (note: SchemaDriftNote): string => formatCoded(SCHEMA_DRIFT, note);

it('names a row of docs/assumptions.md by every code', () => {
  const page = readFileSync(new URL('../../../../docs/assumptions.md', import.meta.url), 'utf8');
  expect(Object.keys(SCHEMA_DRIFT).filter((code) => !page.includes(`<a id="${code}"></a>`))).toEqual([]);
});

it('shows both sides of a contradicting book', () => {
  const conflict = {
    market: parseMarketId('101'),
    array: 'yes_bids',
    price: parsePrice('0.6'),
    mirrored: parseShares('7'),
  } as const;
  expect(format({ code: 'book-mirrors', parameters: { ...conflict, served: parseShares('10') } })).toBe(
    "Market 101: yes_bids at 0.60 is 10, the other outcome's array says 7",
  );
  expect(format({ code: 'book-mirrors', parameters: { ...conflict, served: null } })).toContain('is absent');
});

it('counts unknown fields', () => {
  const count = (path: string | null, count: number): string =>
    format({ code: 'unknown-fields', parameters: { path, count } });
  expect(count('order.mood', 1)).toBe('Field order.mood, seen once');
  expect(count('order.mood', 3)).toBe('Field order.mood, seen 3 times');
  expect(count(null, 21)).toBe('Other fields, seen 21 times');
});

it('shows amounts as decimal text and tells the two problems of a list apart', () => {
  const reserve = { stake: parseUsd('5'), locked: parseUsd('5.2') };
  expect(format({ code: 'fee-reserve', parameters: reserve })).toBe('A purchase of 5.00 locked 5.20');
  expect(format({ code: 'paging', parameters: { page: 2 } })).toContain('Page 2');
});
