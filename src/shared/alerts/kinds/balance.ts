/** Balance: the free collateral is below a level. */
import { MEASURED } from '../../units/fields.ts';
import { defineAlert, level } from '../kind.ts';
import { whyNotOpen } from '../readings.ts';

export const balance = defineAlert({
  name: 'Balance',
  fields: { level: level('Free below', 'Dollars such as 500') },
  fact: { level: MEASURED, value: MEASURED },
  tone: 'warning',
  watches: () => 'account',
  check: ({ level }) => (level <= 0 ? { field: 'level', problem: 'level' } : null),
  value: {
    read: (_condition, { account, available }) =>
      whyNotOpen(account) ?? available() ?? { code: 'account', parameters: { at: 'loading' } },
    fact: ({ level }, value) => ({ level, value }),
    isMet: ({ level }, value) => value < level,
    isCrossing: false,
    rearm: {
      isBack: ({ level }, value, rearmBy) => value >= level + rearmBy,
      greatest: () => Number.MAX_SAFE_INTEGER,
    },
  },
  formatCondition: ({ level }, formats) => `Free collateral below ${formats.money(level)}`,
  formatFact: ({ level, value }, formats) =>
    `Free collateral ${formats.exactMoney(value)}, below ${formats.money(level)}`,
  formatPrivately: () => 'Free collateral is below its level',
});
