/** Status line at the foot of the window: notices, order budget, clock offset and the time that all panes show. */
import { formatClockOffset, formatTime, timeZoneLabel } from '#shared/text/times.ts';
import { useFeed } from '../feed/feed.ts';
import { feedKey } from '../feed/mirror.ts';
import { useNow } from '../ui/clock.ts';
import { Notices } from './Notices.tsx';
import { TourOffer } from './tour/Tour.tsx';

export function StatusLine() {
  const health = useFeed([feedKey.health], (mirror) => mirror.health());
  const orders = health?.budgets.find((budget) => budget.name === 'orders');
  return (
    <footer className="status-line">
      <Notices />
      <TourOffer />
      {orders ? (
        <span className="secondary" title="Order placements left in this minute">
          orders{' '}
          <span className="mono status-orders">
            {orders.allowance - orders.used}/{orders.allowance}
          </span>
        </span>
      ) : null}
      {health?.clock ? (
        <span
          className="secondary"
          title={`The exchange’s clock less this machine’s, measured over ${health.clock.roundTripMs} ms of round trip`}
        >
          clock <span className="mono status-clock">{formatClockOffset(health.clock.offsetMs)}</span>
        </span>
      ) : null}
      <Time />
    </footer>
  );
}

function Time() {
  const now = useNow(1_000);
  const zone = timeZoneLabel();
  return (
    <span
      className="secondary status-time"
      title={zone === 'UTC' ? 'Exchange time: UTC by the exchange’s clock' : 'Local time'}
    >
      <span className="mono">{formatTime(now, 'machine')}</span> {zone}
    </span>
  );
}
