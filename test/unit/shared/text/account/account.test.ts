import { expect, it } from 'vitest';
import { formatAccountReason } from '#shared/text/account/account.ts';

it('describes why account data is not live', () => {
  const reason = { code: 'closedByExchange', parameters: { closeCode: 1006 } } as const;
  expect(formatAccountReason({ code: 'streamClosed', parameters: { reason } })).toBe(
    'The private stream is closed: Closed by the exchange (1006)',
  );
  expect(formatAccountReason({ code: 'streamNotOpen', parameters: {} })).toBe('The private stream is not open');
  const failure = { code: 'unreachable', parameters: { fault: 'timeout' } } as const;
  expect(formatAccountReason({ code: 'readFailed', parameters: { failure } })).toBe(
    'The exchange does not answer in time',
  );
});
