import { expect, it } from 'vitest';
import { buildFingerprint, listChanges } from '#shared/alerts/marketText.ts';
import type { TokenId } from '#shared/units/ids.ts';
import { parsePrice } from '#shared/units/price.ts';
import { marketOf } from '#test/unit/renderer/panes/facts.ts';

it('names the parts that the exchange changed, and no price', () => {
  const before = buildFingerprint(marketOf('m', { rules: 'Rain by noon' }));
  const changed = marketOf('m', { rules: 'Rain by one', closeAtMs: 5, lastPrice: parsePrice('0.9') });
  expect(listChanges(before, buildFingerprint(changed))).toEqual(['rules', 'closeAt']);
  expect(listChanges(before, before)).toEqual([]);
});

it('reports other token ids, not ones that were published for the first time', () => {
  const none = buildFingerprint(marketOf('m', { yesTokenId: null, noTokenId: null }));
  const some = buildFingerprint(marketOf('m'));
  expect(listChanges(none, some)).toEqual([]);
  expect(listChanges(some, buildFingerprint(marketOf('m', { yesTokenId: '9' as TokenId })))).toEqual(['ids']);
});
