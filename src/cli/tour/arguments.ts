/** Arguments of the tour: which specifications take pictures, and of which panes. */
import { parseArgs } from 'node:util';

/** Specifications that take pictures, in the order of the tour: `trade` is test/app/trade.spec.ts. */
export const TOURED = [
  'trade',
  'instances',
  'custody',
  'money',
  'exits',
  'risk',
  'results',
  'palette',
  'hotkeys',
  'settings',
  'help',
  'fits',
  'account',
  'accounts',
  'alerts',
  'bookAndTape',
  'chart',
  'conditionals',
  'depth',
  'display',
  'drills',
  'equity',
  'event',
  'firstRun',
  'ladder',
  'market',
  'markets',
  'passkey',
  'ticket',
  'windows',
  'workspaces',
] as const;

/** The specification that shows every pane. */
const OF_PANES = 'fits';

export interface TourArguments {
  readonly specifications: readonly string[];
  /** Null for every pane. */
  readonly panes: readonly string[] | null;
}

/** Panes and specifications from the command line. Throws an Error for an unknown name or option. */
export function parseTourArguments(args: readonly string[]): TourArguments {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { pane: { type: 'string', multiple: true } },
  });
  const unknown = positionals.find((name) => !(TOURED as readonly string[]).includes(name));
  if (unknown !== undefined) throw new Error(`Expected one of ${TOURED.join(', ')}, found “${unknown}”`);
  const panes = values.pane ?? null;
  if (positionals.length > 0) return { specifications: positionals, panes };
  return { specifications: panes === null ? TOURED : [OF_PANES], panes };
}
