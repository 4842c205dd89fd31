import { expect, it } from 'vitest';
import { formatCoded } from '#shared/text/catalogue.ts';
import { explainSafeCode } from '#shared/text/wallet/safeCodes.ts';
import { RELAY_FAILURES } from '#shared/text/wallet/walletRefusals.ts';

it("says what a Safe's code in the reason of a relay means, and leaves every other reason as it is", () => {
  expect(explainSafeCode('account.custody.relay_call_reverted, GS020')).toContain('more owners than one');
  expect(explainSafeCode('execution reverted: GS026')).toContain('no owner');
  for (const reason of ['rate_limited', 'GS999', 'XGS0201', '']) expect(explainSafeCode(reason)).toBe(reason);
  const failure = { code: 'notRelayed', parameters: { reason: 'GS013' } } as const;
  expect(formatCoded(RELAY_FAILURES, failure)).toMatch(
    /^The call was not relayed \(GS013: a call inside it failed.*\)/,
  );
});
