/** Words for why account data is not live. */
import type { AccountReasons, AccountView } from '../ipc/views.ts';
import { type Catalogue, formatCoded } from './catalogue.ts';

export const ACCOUNT_REASONS: Catalogue<AccountReasons> = {
  streamClosed: ({ error }) => `The private stream is closed: ${error}`,
  streamNotOpen: () => 'The private stream is not open',
  readFailed: ({ error }) => error,
};

export function formatAccountReason(reason: NonNullable<AccountView['reason']>): string {
  return formatCoded(ACCOUNT_REASONS, reason);
}
