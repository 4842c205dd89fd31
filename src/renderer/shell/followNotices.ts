/** Notices that follow the feed: new fills, what unknown orders turned out to be, and the ends of facts. */
import { useEffect } from 'react';
import { followPanic, useExits } from '../domain/exits/exits.ts';
import { followReport } from '../domain/noticeFacts.ts';
import { describeNewFills, watchNewFills } from '../domain/orders/fillNotices.ts';
import { feed } from '../feed/feed.ts';
import { feedKey } from '../feed/mirror.ts';
import { useOverlay } from '../ui/overlay/overlay.ts';

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
