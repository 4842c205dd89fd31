import { expect, it } from 'vitest';
import { formatAccountReason } from '#shared/text/account.ts';

it('describes why account data is not live', () => {
  const error = 'closed with 1006';
  expect(formatAccountReason({ code: 'streamClosed', parameters: { error } })).toBe(
    'The private stream is closed: closed with 1006',
  );
  expect(formatAccountReason({ code: 'streamNotOpen', parameters: {} })).toBe('The private stream is not open');
  expect(formatAccountReason({ code: 'readFailed', parameters: { error: 'connection refused' } })).toBe(
    'connection refused',
  );
});
