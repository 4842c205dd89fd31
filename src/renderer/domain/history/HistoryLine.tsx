/** How far back the rows of a pane are read, and why not further. */
import { formatBridgeError } from '#shared/text/bridgeErrors.ts';
import { HISTORY_LABELS } from '#shared/text/orders/historyLabels.ts';
import { formatDayTime } from '#shared/text/times.ts';
import type { History } from './history.ts';

export function HistoryLine(props: {
  readonly history: Pick<History<unknown>, 'state' | 'reachedMs' | 'readMore'>;
  /** Sorted by a column, the rows are those that are read: scrolling reads no others. */
  readonly isSorted: boolean;
}) {
  const { state, reachedMs, readMore } = props.history;
  if (state.at === 'failed') {
    return (
      <span role="status">
        {HISTORY_LABELS.failed(formatBridgeError(state.error))}{' '}
        <button type="button" className="button small" onClick={readMore}>
          {HISTORY_LABELS.again}
        </button>
      </span>
    );
  }
  const isUnread = reachedMs === null || reachedMs === Number.POSITIVE_INFINITY;
  const time = isUnread ? null : formatDayTime(reachedMs);
  return (
    <span className="secondary" data-testid="history-line">
      {time === null
        ? HISTORY_LABELS.reading
        : props.isSorted
          ? HISTORY_LABELS.sortedTo(time)
          : HISTORY_LABELS.readTo(time)}
    </span>
  );
}
