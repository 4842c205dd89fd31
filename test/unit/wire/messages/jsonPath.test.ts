import { expect, it } from 'vitest';
import { JsonPath } from '#wire/messages/jsonPath.ts';
import { createSchemaDrift } from '#wire/messages/schemaDrift.ts';

it('formats fields and indices', () => {
  expect(new JsonPath('markets').at(3).at('terms').at('kind').toString()).toBe('markets[3].terms.kind');
  expect(new JsonPath('order').toString()).toBe('order');
});

it('passes the schema drift of the response to every path below', () => {
  const drift = createSchemaDrift();
  expect(new JsonPath('markets', null, drift).at(3).at('id').drift).toBe(drift);
  expect(new JsonPath('markets').at(3).drift).toBeNull();
});
