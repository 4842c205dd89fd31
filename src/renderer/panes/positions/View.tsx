/** Positions pane: positions by market and outcome, valued at the live book. */

import { useMemo } from 'react';
import type { Market } from '#shared/market/market.ts';
import { isLastKnown, type UnreadableRows } from '#shared/order/account/unreadableRows.ts';
import { middleOfOutcome } from '#shared/order/exposure/exposure.ts';
import { POSITIONS_PANE_LABELS } from '#shared/text/account/positionsPaneLabels.ts';
import { formatUnreadableRows } from '#shared/text/account/unreadableRows.ts';
import { useAbsence } from '../../domain/account/accountStatus.ts';
import { currentExposures } from '../../domain/account/exposure.ts';
import { type PositionLine, readLines } from '../../domain/account/positions.ts';
import { NO_MARKETS, useTick } from '../../domain/markets/markets.ts';
import { followMarket } from '../../domain/workspaces/links.ts';
import { usePane } from '../../domain/workspaces/panes.ts';
import { useFeed } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { AccountNotices, ReadOnlyNotice } from '../../tablePane/AccountNotices.tsx';
import { useNow } from '../../ui/clock.ts';
import { WarningBanner } from '../../ui/marks/Banner.tsx';
import { Empty } from '../../ui/parts.tsx';
import { buildColumns, hasCompleteSets } from './columns.tsx';
import type { PositionRow } from './model.ts';
import { positionsTable } from './table.ts';
import './positions.css';

/** Sorted by gains, rows move at this pace. */
const SORT_EVERY_MS = 1_000;

export function View() {
  const account = useFeed([feedKey.account], (mirror) => mirror.account());
  const lines = useFeed([feedKey.account, feedKey.listing], (mirror) => readLines(mirror));
  const absence = useAbsence('positions');
  const markets = useFeed([feedKey.catalogue], (mirror) => mirror.catalogue()?.markets ?? NO_MARKETS);
  const tick = useTick();
  const { linkKey } = usePane();
  const sort = positionsTable.useSort();
  const sortedAt = useNow(sort?.column === 'atMiddle' ? SORT_EVERY_MS : null);
  const unreadable = account?.unreadableRows ?? null;
  const rows = useMemo(() => buildRows(lines, markets, unreadable, sortedAt), [lines, markets, unreadable, sortedAt]);
  const hasSets = hasCompleteSets(account?.positions ?? []);
  const columns = useMemo(() => buildColumns(linkKey, tick, hasSets), [linkKey, tick, hasSets]);
  return (
    <div className="positions">
      <positionsTable.View
        columns={columns}
        rows={rows}
        onOpen={({ position }) => followMarket(linkKey, position.market)}
        notices={
          <>
            <AccountNotices effect="Positions may have changed since." />
            <ReadOnlyNotice />
            <WarningBanner text={formatUnreadableRows(account?.unreadableRows, 'positions')} />
          </>
        }
        absence={absence}
        nothing={<Empty what={POSITIONS_PANE_LABELS.noPositions} how={POSITIONS_PANE_LABELS.whatYouBuyShowsHere} />}
      />
    </div>
  );
}

function buildRows(
  lines: readonly PositionLine[],
  markets: readonly Market[],
  unreadable: UnreadableRows | null,
  _sortedAtMs: number,
): readonly PositionRow[] {
  const exposures = currentExposures();
  return lines.map((line) => {
    const { position } = line;
    const market = markets.find((one) => one.id === position.market) ?? null;
    const exposure = line.holding === null ? null : exposures.of(position.market);
    const isOld = isLastKnown(unreadable, position);
    return { line, position, market, isOld, gain: exposure && middleOfOutcome(exposure, position.outcome) };
  });
}
