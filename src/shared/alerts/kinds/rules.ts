/** Rules: the exchange changes what it publishes about a market. */
import { choice, list } from '../../units/fields.ts';
import { defineAlert } from '../kind.ts';
import type { RuleField } from '../marketText.ts';

const RULE_NAMES = {
  title: 'title',
  description: 'description',
  rules: 'rules',
  outcomeLabels: 'outcome labels',
  resolutionSource: 'resolution source',
  closeAt: 'close',
  determinationAt: 'determination time',
  priceTarget: 'price target',
  terms: 'terms',
  settlementPanel: 'settlement panel',
  ids: 'token ids',
} as const satisfies Record<RuleField, string>;

export const rules = defineAlert({
  name: 'Rules',
  fields: {},
  fact: { fields: list(choice(RULE_NAMES), 0, Number.MAX_SAFE_INTEGER) },
  tone: 'alert',
  watches: () => 'record',
  onRecord: (_condition, fields) => ({ fields }),
  formatCondition: () => 'The exchange changes the rules of a market',
  formatFact: ({ fields }) => `Changed by the exchange: ${fields.map((field) => RULE_NAMES[field]).join(', ')}`,
});
