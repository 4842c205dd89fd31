/**
 * Data of one ladder: reads the mirror and builds its view model, with the queue before the own orders.
 *
 * Units       Prices in millionths; times in ms of the exchange's clock.
 */
import type { OrderView } from '#shared/ipc/views.ts';
import { stakeOf } from '#shared/order/exposure/exposure.ts';
import { DEFAULT_FEE_RATE } from '#shared/order/fees.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { findHolding } from '../../domain/account/exposure.ts';
import { evaluateBook } from '../../domain/markets/bookTrust.ts';
import { feed } from '../../feed/feed.ts';
import { buildLadder, type Ladder, type LadderInput, levelAt } from './model.ts';
import { openQueueTracker, type QueueTracker } from './queue.ts';
import { openResultColumn } from './results.ts';
import { buildVolume, type VolumeWindow } from './volume.ts';

export interface LadderSource {
  build(view: Pick<LadderInput, 'side' | 'tick' | 'top' | 'rows'> & { readonly volume: VolumeWindow }): {
    readonly ladder: Ladder;
    /** From when on the traded volume is known; null where it is whole. */
    readonly knownSinceMs: number | null;
  };
  readonly queue: Pick<QueueTracker, 'atLeast' | 'atMost'>;
}

export function openSource(market: MarketId, orders: () => readonly OrderView[]): LadderSource {
  const queue = openQueueTracker();
  const readResults = openResultColumn();

  function updateQueue(exchangeTimeMs: number): void {
    const [book, tape] = [feed.book(market), feed.tape(market)];
    queue.update(orders(), {
      exchangeTimeMs,
      localTimeMs: Date.now(),
      isLive: evaluateBook(book, feed.lastFrameAtMs(), Date.now()).at === 'live',
      bookTimeMs: book?.exchangeTimeMs ?? null,
      level: (price) => levelAt(book, price),
      trades: tape?.trades ?? [],
      tradeCount: tape?.nextSeq ?? 0,
    });
  }

  return {
    build({ volume, ...view }) {
      const account = feed.account();
      const book = feed.book(market);
      const holding = findHolding(feed, market);
      const nowMs = Date.now() + (feed.clockOffsetMs() ?? 0);
      updateQueue(nowMs);
      const { levels, knownSinceMs } = buildVolume(
        volume,
        book?.traded ?? null,
        feed.tape(market)?.trades ?? [],
        nowMs,
      );
      const ladder = buildLadder({
        ...view,
        book,
        traded: levels,
        queue,
        orders: orders(),
        holding,
        gains: readResults(holding && stakeOf(holding), account?.feeRateMicros ?? DEFAULT_FEE_RATE, view),
      });
      return { ladder, knownSinceMs };
    },
    queue,
  };
}
