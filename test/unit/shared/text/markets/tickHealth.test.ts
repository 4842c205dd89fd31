import { expect, it } from 'vitest';
import { formatCoded } from '#shared/text/catalogue.ts';
import { TICK_TEXTS } from '#shared/text/markets/tickHealth.ts';

it('says how long a price is usually not missing', () => {
  expect(formatCoded(TICK_TEXTS, { code: 'silent', parameters: { limitMs: 3_500 } })).toContain('longer than 3.5 s');
});
