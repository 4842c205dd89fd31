/** Ladder of one market: head, canvas and foot; the controller handles pointer and keys. */
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import type { BookFrame } from '#shared/ipc/frame.ts';
import { DEFAULT_TICK, tickDecimals } from '#shared/market/tickGrid.ts';
import { formatTickPrice } from '#shared/text/numbers.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { useDraft } from '../../act/draft.ts';
import { useWatch } from '../../act/watch.ts';
import { useTrust } from '../../domain/bookTrust.ts';
import type { Pane } from '../../domain/panes.ts';
import { usePaneValue } from '../../domain/panes.ts';
import { useReadinessCode } from '../../domain/readiness.ts';
import { useFeedFrame, useFeedValue } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { readTheme, useSurface } from '../../ui/canvas.ts';
import { onLook } from '../../ui/look.ts';
import { Empty } from '../../ui/parts.tsx';
import { StaleOverlay } from '../../ui/StaleOverlay.tsx';
import { type LadderController, openLadder } from './controller.ts';
import { buildIdleHint, type Hint } from './hint.ts';
import { layoutColumns } from './layout.ts';
import { centreRequests, followsMiddle, sideSetting } from './state.ts';

/** Redraws without a frame, for ages and a silent feed. */
const REDRAW_EVERY_MS = 500;
const SUMMARY_EVERY_MS = 1_500;
/** Wheel pixels per row; one notch scrolls about three rows. */
const WHEEL_PIXELS_PER_ROW = 34;

export function LadderCanvas(props: { readonly market: MarketId; readonly pane: Pane }) {
  const { market, pane } = props;
  const [side] = usePaneValue(sideSetting);
  const [isFollowing] = usePaneValue(followsMiddle);
  const [requests] = usePaneValue(centreRequests);
  const centredAt = useRef(requests);
  const keysId = useId();
  const draft = useDraft(pane.linkKey);
  const trust = useTrust(market);
  const tick = useFeedValue([feedKey.catalogue], (mirror) => mirror.catalogue()?.tick ?? DEFAULT_TICK);
  const title = useFeedValue(
    [feedKey.catalogue],
    (mirror) => mirror.catalogue()?.markets.find((one) => one.market === market)?.title ?? market,
  );
  const readiness = useReadinessCode();
  const isAccountLive = useFeedValue([feedKey.account], (mirror) => mirror.account()?.at === 'live');
  const isEmpty = useFeedValue([feedKey.book(market)], (mirror) => isBookEmpty(mirror.book(market)));
  const surface = useSurface();
  const [hint, setHint] = useState<Hint | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const spread = useRef<HTMLSpanElement>(null);
  const controller = useRef<LadderController | null>(null);
  controller.current ??= openLadder(market, pane, {
    onHint: (next) => setHint((old) => (old?.text === next?.text && old?.tone === next?.tone ? old : next)),
    onSpread: (text) => {
      if (spread.current && spread.current.textContent !== text) spread.current.textContent = text;
    },
    onAnnounce: setAnnouncement,
  });
  const ladder = controller.current;

  useWatch({ book: market, tape: market });
  useFeedFrame(
    [feedKey.book(market), feedKey.account, feedKey.wallet, feedKey.catalogue],
    () => ladder.draw(surface, side, isFollowing),
    [surface.width, surface.height, side, isFollowing, draft, trust.at],
  );
  useEffect(() => {
    if (requests === centredAt.current) return;
    centredAt.current = requests;
    ladder.centre();
  }, [requests, ladder]);
  useEffect(() => {
    const timer = window.setInterval(() => ladder.redraw(), REDRAW_EVERY_MS);
    void document.fonts.load(readTheme().numberFont).then(() => ladder.onFont());
    return () => window.clearInterval(timer);
  }, [ladder]);
  useEffect(() => onLook(() => ladder.onFont()), [ladder]);
  useWheel(surface.canvas, (rows) => ladder.scroll(rows));

  const columns = layoutColumns(surface.width);
  const visibleHint = hint ?? buildIdleHint(readiness, trust.at === 'live', draft, isAccountLive);
  const at = (left: number, right: number) => ({ left, width: Math.max(0, right - left) });
  return (
    <section className={readiness === 'armed' ? 'ladder armed' : 'ladder'} data-testid="ladder">
      <div className="ladder-head" aria-hidden="true">
        {columns.ownBid > 0 ? (
          <span
            style={at(0, columns.ownBid)}
            title="Gain after fees if all positions closed with a limit order at this price"
          >
            P&amp;L
          </span>
        ) : null}
        <span style={at(columns.ownBid, columns.price)}>Bid</span>
        <span className="centre" style={at(columns.price, columns.ask)}>
          Price
        </span>
        <span style={at(columns.ask, columns.ask + 53)}>Ask</span>
        {columns.traded < columns.right ? (
          <span
            style={at(columns.traded, columns.right)}
            title="Traded at this price since the market was first watched"
          >
            Vol
          </span>
        ) : null}
      </div>
      <div className="ladder-rows">
        {/* biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: a canvas with its own keys */}
        <canvas
          ref={surface.canvas}
          role="application"
          tabIndex={0}
          aria-label={`Price ladder of ${title}, outcome ${side}`}
          aria-describedby={keysId}
          data-testid="ladder-canvas"
          onPointerMove={(event) => ladder.point(event.nativeEvent.offsetX, event.nativeEvent.offsetY)}
          onPointerLeave={() => ladder.leave()}
          onPointerDown={(event) => {
            ladder.point(event.nativeEvent.offsetX, event.nativeEvent.offsetY);
            if (event.button === 0) ladder.press();
          }}
          onClick={() => void ladder.release()}
          onContextMenu={(event) => {
            event.preventDefault();
            void ladder.cancelPointed();
          }}
          onDoubleClick={() => ladder.centreUnlessTrading()}
          onBlur={() => ladder.blur()}
          onKeyDown={(event) => {
            if (event.ctrlKey || event.metaKey) return;
            if (event.altKey) {
              const ticks = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
              if (ticks === 0) return;
              event.preventDefault();
              if (!event.repeat) void ladder.nudge(ticks);
              return;
            }
            if (ladder.key(event.key, event.shiftKey, event.repeat)) event.preventDefault();
          }}
        />
        {isEmpty && trust.at === 'live' ? (
          <div className="ladder-none">
            <Empty what="This book is empty." how="Click a price to place the first order." />
          </div>
        ) : null}
        <StaleOverlay trust={trust} what="the book" />
        {announcement ? (
          <span className="unseen" role="status" data-testid="ladder-cursor">
            {announcement}
          </span>
        ) : null}
        <Summary ladder={ladder} />
        <span id={keysId} className="unseen">
          Arrow keys move, Enter is a click on the bid side, Shift Enter on the ask side, Delete cancels at the price,
          Shift Delete cancels every order of this market, Alt arrow keys move the own orders at the price by one tick,
          C centres.
        </span>
      </div>
      <div className="ladder-foot">
        <span className={`does ${visibleHint.tone}`} title={visibleHint.text} data-testid="ladder-hint">
          {visibleHint.text}
        </span>
        <span className="mono" ref={spread} title="Best ask minus best bid" />
        <span className="dim">tick {formatTickPrice(tick, tickDecimals(tick))}</span>
      </div>
    </section>
  );
}

function isBookEmpty(book: BookFrame | null): boolean {
  return book !== null && book.bids.length === 0 && book.asks.length === 0;
}

/** Best prices as text for screen readers, updated slowly. */
function Summary(props: { readonly ladder: LadderController }) {
  const [text, setText] = useState('');
  useEffect(() => {
    const read = (): void => setText(props.ladder.summary());
    read();
    const timer = window.setInterval(read, SUMMARY_EVERY_MS);
    return () => window.clearInterval(timer);
  }, [props.ladder]);
  return (
    <span className="unseen" aria-live="polite" data-testid="ladder-summary">
      {text}
    </span>
  );
}

/** Wheel scrolling by whole rows; a native listener, because React's is passive and cannot prevent page scrolling. */
function useWheel(canvas: RefObject<HTMLCanvasElement | null>, scroll: (rows: number) => void): void {
  const latest = useRef(scroll);
  latest.current = scroll;
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    let remainder = 0;
    const onWheel = (event: WheelEvent): void => {
      event.preventDefault();
      remainder += event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY : event.deltaY / WHEEL_PIXELS_PER_ROW;
      const rows = Math.trunc(remainder);
      remainder -= rows;
      if (rows !== 0) latest.current(rows);
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [canvas]);
}
