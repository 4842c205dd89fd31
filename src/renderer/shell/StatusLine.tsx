/** Status line at the foot of the window: exits, notices, order budget, clock offset and the time that all panes show. */
import type { HealthView } from '#shared/ipc/health.ts';
import { BARS_LABELS } from '#shared/text/barsLabels.ts';
import { formatClockOffset, formatTime, timeZoneLabel } from '#shared/text/times.ts';
import { useAbsence } from '../domain/account/accountStatus.ts';
import { useStrip } from '../domain/account/positionStrip.ts';
import { findShownGroup } from '../domain/exits/tradedGroup.ts';
import { useActions } from '../domain/keys/actions.ts';
import { marketName, marketTitle, useListed } from '../domain/markets/markets.ts';
import { useLinks } from '../domain/workspaces/links.ts';
import { openPane } from '../domain/workspaces/paneRequests.ts';
import { useFeedValue } from '../feed/feed.ts';
import { feedKey } from '../feed/mirror.ts';
import { useNow } from '../ui/clock.ts';
import { PositionStrip } from '../ui/marks/PositionStrip.tsx';
import { ExitReports } from './exits/ExitReports.tsx';
import { Notices } from './Notices.tsx';
import { TourOffer } from './tour/Tour.tsx';

export function StatusLine() {
  const health = [feedKey.health];
  const orders = useFeedValue(health, (mirror) => formatOrdersLeft(mirror.health()));
  const offset = useFeedValue(health, (mirror) => mirror.health()?.clock?.offsetMs ?? null);
  const roundTripMs = useFeedValue(health, (mirror) => mirror.health()?.clock?.roundTripMs ?? null);
  return (
    <footer className="status-line">
      <ExitReports />
      <Notices />
      <TourOffer />
      {orders === null ? null : (
        <span className="secondary" title={BARS_LABELS.orderPlacementsLeftIn}>
          orders <span className="mono status-orders">{orders}</span>
        </span>
      )}
      {offset === null ? null : (
        <span className="secondary" title={BARS_LABELS.clockDifference(roundTripMs)}>
          clock <span className="mono status-clock">{formatClockOffset(offset)}</span>
        </span>
      )}
      <Time />
    </footer>
  );
}

/** '118/120'; null before the budget is known. */
function formatOrdersLeft(health: HealthView | null): string | null {
  const orders = health?.budgets.find(({ name }) => name === 'orders');
  return orders ? `${orders.allowance - orders.used}/${orders.allowance}` : null;
}

function Time() {
  const now = useNow(1_000);
  const zone = timeZoneLabel();
  return (
    <span
      className="secondary status-time"
      title={zone === 'UTC' ? BARS_LABELS.exchangeTimeUTCByExchanges : BARS_LABELS.localTime}
    >
      <span className="mono">{formatTime(now, 'machine')}</span> {zone}
    </span>
  );
}

/** Line under the top bar: the position in the market in front, its named results and what watches it. */
export function PositionLine() {
  const key = useActions(({ marketPaneId }) => findShownGroup(marketPaneId));
  const market = useLinks(({ markets }) => markets[key] ?? null);
  const listed = useListed(market);
  const strip = useStrip(market);
  const absence = useAbsence('positions');
  return (
    <div className="position-line">
      {strip === null || market === null ? null : (
        <PositionStrip strip={strip} form="line" absence={absence} onOpen={() => openPane('conditionals')}>
          <strong className="position-market" title={listed === null ? market : marketTitle(listed)}>
            {listed === null ? market : marketName(listed)}
          </strong>
        </PositionStrip>
      )}
    </div>
  );
}
