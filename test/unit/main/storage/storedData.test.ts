import { expect, it } from 'vitest';
import { z } from 'zod';
import { parsedBy, parseStored, StoredDataError } from '#main/storage/storedData.ts';
import { parseUsd } from '#shared/units/usd.ts';

const schema = z.object({ limit: parsedBy(z.string(), parseUsd) });

it('parses stored data by schema and by our own parsers', () => {
  expect(parseStored(schema, { limit: '2.5' }, 'limits')).toEqual({ limit: 2_500_000n });
});

it.each([
  [{ limit: 5 }, 'expected string, received number at limit'],
  [{ limit: 'x' }, 'at limit'],
  [null, 'Expected limits: '],
])('says what was expected and where: %j', (value, text) => {
  expect(() => parseStored(schema, value, 'limits')).toThrow(StoredDataError);
  expect(() => parseStored(schema, value, 'limits')).toThrow(text);
});
