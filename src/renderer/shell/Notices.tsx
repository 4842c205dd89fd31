/**
 * Notices in the status line: the newest in a place of its own, the others counted, all of them in a history.
 *
 * Invariants  Lies over no pane and moves none: the place has one size. Each notice is announced once to screen readers.
 */

import { useEffect } from 'react';
import { BARS_LABELS } from '#shared/text/barsLabels.ts';
import { formatTime } from '#shared/text/times.ts';
import { followPanic, useExits } from '../domain/exits/exits.ts';
import { followReport } from '../domain/noticeFacts.ts';
import { describeNewFills, watchNewFills } from '../domain/orders/fillNotices.ts';
import { feed } from '../feed/feed.ts';
import { feedKey } from '../feed/mirror.ts';
import { Dialog } from '../ui/overlay/Dialog.tsx';
import { currentNotice, type Notice, type NoticeTone } from '../ui/overlay/notices.ts';
import { useOverlay } from '../ui/overlay/overlay.ts';
import './notices.css';

const MARKS: Readonly<Record<NoticeTone, string>> = { good: '✓', warn: '!', bad: '✕' };
const TONES: Readonly<Record<NoticeTone, string>> = { good: 'Done', warn: 'Note', bad: 'Problem' };

export function Notices() {
  const { notices, dismiss, dismissAll, show } = useOverlay();
  const { notice, waiting } = currentNotice(notices);
  return (
    <section className="notices" aria-label="Notices" data-testid="notices">
      {notice ? (
        <>
          <span className={`notice ${notice.tone}`} title={formatNotice(notice)}>
            <span className="notice-mark" aria-hidden="true">
              {MARKS[notice.tone]}
            </span>
            <strong>{notice.title}</strong>
            {notice.detail === null ? null : <span className="notice-detail">{notice.detail}</span>}
          </span>
          {notice.count > 1 ? <span className="mono notice-count">×{notice.count}</span> : null}
          <button
            type="button"
            className="button quiet small"
            title={waiting === 0 ? undefined : BARS_LABELS.dismissesThisAndMore(waiting)}
            onClick={() => (waiting === 0 ? dismiss(notice.id) : dismissAll())}
          >
            {waiting === 0 ? 'Dismiss' : BARS_LABELS.dismiss(waiting + 1)}
          </button>
        </>
      ) : null}
      {notices.length > 0 ? (
        <button type="button" className="button quiet small" onClick={() => show('notices')}>
          Notices
        </button>
      ) : null}
      <Announcement notice={notice} />
    </section>
  );
}

/** Two regions that always exist, because a region that appears with its text is not read out. */
function Announcement({ notice }: { readonly notice: Notice | null }) {
  const text = notice === null ? '' : formatNotice(notice);
  return (
    <>
      <span className="unseen" role="status">
        {notice?.tone === 'bad' ? '' : text}
      </span>
      <span className="unseen" role="alert">
        {notice?.tone === 'bad' ? text : ''}
      </span>
    </>
  );
}

function formatNotice({ title, detail, count }: Notice): string {
  return `${title}${detail === null ? '' : `: ${detail}`}${count > 1 ? ` (${count} times)` : ''}`;
}

export function NoticeHistory({ onClose }: { readonly onClose: () => void }) {
  const notices = useOverlay((state) => state.notices);
  return (
    <Dialog title="Notices" onClose={onClose}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region needs keyboard focus */}
      <ul className="notice-history scroll" tabIndex={0} aria-label={BARS_LABELS.newestFirst}>
        {notices.toReversed().map((notice) => (
          <li key={notice.id} className={notice.tone}>
            <span className="mono dim">{formatTime(notice.atMs, 'machine')}</span>
            <span className="notice-tone">{TONES[notice.tone]}</span>
            <span>
              {notice.title}
              {notice.count > 1 ? <span className="mono dim"> ×{notice.count}</span> : null}
              {notice.detail === null ? null : <span className="secondary notice-more">{notice.detail}</span>}
            </span>
          </li>
        ))}
      </ul>
      <footer>
        <button type="button" className="button" data-first-focus="" onClick={onClose}>
          Close
        </button>
      </footer>
    </Dialog>
  );
}

/** Notices that follow the feed: new fills, what unknown orders turned out to be, and the ends of facts. */
export function useNoticesOfFeed(): void {
  useEffect(() => {
    const follow = (): void => {
      useOverlay.getState().follow((report) => followReport(report, feed));
      const { panic } = useExits.getState();
      const followed = followPanic(panic, feed);
      if (followed !== panic) useExits.setState({ panic: followed });
    };
    const stops = [
      feed.clock.subscribe([feedKey.account, feedKey.wallet, feedKey.conditionals, feedKey.health], follow),
      // A receipt may come after the frame that shows what became of the order.
      useOverlay.subscribe((state, before) => {
        if (state.notices.length !== before.notices.length) follow();
      }),
      watchNewFills(feed, (fills) => {
        const { notices, report } = useOverlay.getState();
        const current = notices.filter(({ isDismissed }) => !isDismissed);
        for (const one of describeNewFills(fills, current, feed)) report(one);
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
}
