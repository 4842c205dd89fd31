import { expect, it } from 'vitest';
import type { Readiness } from '#shared/order/account/readiness.ts';
import { formatReadiness } from '#shared/text/account/readiness.ts';

const ALL: readonly Readiness[] = [
  { code: 'noWallet', parameters: {} },
  { code: 'locked', parameters: {} },
  { code: 'readOnly', parameters: { reason: { code: 'noSecondKey', parameters: {} } } },
  { code: 'setupRequired', parameters: { gap: 'calls' } },
  { code: 'setupRequired', parameters: { gap: 'reading' } },
  { code: 'setupRequired', parameters: { gap: 'apiKey' } },
  { code: 'setupRequired', parameters: { gap: 'unreadable' } },
  { code: 'setupRequired', parameters: { gap: 'keyRefused' } },
  { code: 'setupRequired', parameters: { gap: 'changed' } },
  { code: 'clockOffset', parameters: { offsetMs: 7_200_000 } },
  { code: 'clockOffset', parameters: { offsetMs: -7_200_000 } },
  { code: 'disarmed', parameters: {} },
  { code: 'armed', parameters: {} },
];

it('words every readiness differently, without a final period', () => {
  const texts = ALL.map(formatReadiness);
  expect(new Set(texts).size).toBe(ALL.length);
  for (const text of texts) expect(text).toMatch(/^[A-Z].*[^.]$/);
});
