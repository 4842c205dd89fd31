/** Actions that export trading records, for the palette and for keys. */

import { type ExportSubject, requestExport } from '../../domain/exportRequests.ts';
import type { Action } from '../../domain/keys/actions.ts';
import { feed } from '../../feed/feed.ts';

const TITLES: Readonly<Record<ExportSubject, string>> = {
  orders: 'Export orders…',
  fills: 'Export fills…',
  pnl: 'Export profit and loss…',
  conditionals: 'Export conditional orders…',
};

export const EXPORT_ACTIONS: readonly Action[] = (Object.keys(TITLES) as ExportSubject[]).map((what) => ({
  id: `export.${what}`,
  title: TITLES[what],
  group: 'View',
  defaultKeys: [],
  blockedBy: () => (feed.wallet()?.vault === 'unlocked' ? null : 'Unlock first: the export is of your account'),
  run: () => requestExport(what),
}));
