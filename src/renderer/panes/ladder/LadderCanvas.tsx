/** Ladder of one market: lines above, canvas and foot; the controller handles pointer and keys. */
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import type { BookFrame } from '#shared/ipc/frames/frame.ts';
import { isTrading } from '#shared/market/market.ts';
import { LADDER_PANE_LABELS } from '#shared/text/markets/ladderPaneLabels.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { type Draft, useDraft } from '../../act/draft.ts';
import { useWatch } from '../../act/watch.ts';
import { useReadinessCode } from '../../domain/account/readiness.ts';
import { useProtection } from '../../domain/conditionals/protection.ts';
import { useTrust } from '../../domain/markets/bookTrust.ts';
import { useMarket, useMarketTitle } from '../../domain/markets/markets.ts';
import { readOrderBlock } from '../../domain/orders/orderBlock.ts';
import { openPane } from '../../domain/workspaces/paneRequests.ts';
import { type Pane, usePaneValue } from '../../domain/workspaces/panes.ts';
import { feed, useFeedFrame, useFeedValue } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { onTime } from '../../feed/pageClock.ts';
import { readTheme, useSurface } from '../../ui/canvas.ts';
import { useNow, useTimed } from '../../ui/clock.ts';
import { onKeys } from '../../ui/keys.ts';
import { onLook } from '../../ui/look.ts';
import { ProtectionMark } from '../../ui/marks/ProtectionMark.tsx';
import { StaleOverlay } from '../../ui/marks/StaleOverlay.tsx';
import { ActsLine } from './ActsLine.tsx';
import type { Columns } from './canvas/layout.ts';
import { type LadderController, openLadder } from './controller.ts';
import { offerController } from './controllers.ts';
import { buildIdleHint, type Hint } from './hint.ts';
import { Head, MarketNotice, NameLine, Position } from './Lines.tsx';
import { Sizes } from './Sizes.tsx';
import { followsMiddle, hiddenColumns, sideSetting, volumeSetting } from './state.ts';

/** Redraws without a frame, for ages and a silent feed. */
const REDRAW_EVERY_MS = 500;
const SUMMARY_EVERY_MS = 2_000;
/** Wheel pixels per row; one notch scrolls about three rows. */
const WHEEL_PIXELS_PER_ROW = 34;

export function LadderCanvas(props: { readonly market: MarketId; readonly pane: Pane }) {
  const { market, pane } = props;
  const [side] = usePaneValue(sideSetting);
  const [isFollowing] = usePaneValue(followsMiddle);
  const keysId = useId();
  const draft = useDraft(pane.linkKey);
  const trust = useTrust(market);
  const protection = useProtection(market, side);
  const title = useMarketTitle(market);
  const readiness = useReadinessCode();
  const isEmpty = useFeedValue([feedKey.book(market)], (mirror) => isBookEmpty(mirror.book(market)));
  const surface = useSurface('opaque');
  const [hint, setHint] = useState<Hint | null>(null);
  const [columns, setColumns] = useState<Columns | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const [spread, setSpread] = useState('');
  const [volume] = usePaneValue(volumeSetting);
  const [hidden] = usePaneValue(hiddenColumns);
  const [volumeSinceMs, setVolumeSinceMs] = useState<number | null>(null);
  const controller = useRef<LadderController | null>(null);
  controller.current ??= openLadder(market, pane, {
    onHint: (next) => setHint((old) => (JSON.stringify(old) === JSON.stringify(next) ? old : next)),
    onSpread: setSpread,
    onVolume: setVolumeSinceMs,
    onAnnounce: setAnnouncement,
    onColumns: setColumns,
  });
  const ladder = controller.current;

  useWatch({ book: market, tape: market });
  useEffect(() => offerController(pane.id, ladder), [pane.id, ladder]);
  useFeedFrame(
    [
      feedKey.book(market),
      feedKey.tape(market),
      feedKey.account,
      feedKey.conditionals,
      feedKey.wallet,
      feedKey.catalogue,
      feedKey.health,
    ],
    () => ladder.draw(surface, side, isFollowing, volume),
    [surface.width, surface.height, side, isFollowing, volume, hidden, draft, trust.at],
  );
  useEffect(() => {
    const stop = onTime(REDRAW_EVERY_MS, () => ladder.redraw());
    void document.fonts.load(readTheme().numberFont).then(() => ladder.onLook());
    return stop;
  }, [ladder]);
  useEffect(() => onLook(() => ladder.onLook()), [ladder]);
  useWheel(surface.canvas, (rows) => ladder.scroll(rows));

  return (
    <section className={readiness === 'armed' ? 'ladder armed' : 'ladder'} data-testid="ladder">
      <NameLine market={market} side={side} spread={spread} trust={trust} />
      <Position market={market} />
      <Sizes pane={pane} draft={draft}>
        <ProtectionMark describe={protection} onOpen={() => openPane('conditionals')} isShort />
      </Sizes>
      <ActsLine market={market} side={side} />
      <Head columns={columns} volumeSinceMs={volumeSinceMs} />
      <div className="ladder-rows stale-box">
        {/* biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: a canvas with its own keys */}
        <canvas
          ref={surface.canvas}
          role="application"
          tabIndex={0}
          aria-label={LADDER_PANE_LABELS.priceLadderOfOutcome(title, side)}
          aria-describedby={keysId}
          data-testid="ladder-canvas"
          onPointerMove={(event) => ladder.point(event.nativeEvent.offsetX, event.nativeEvent.offsetY)}
          onPointerLeave={() => ladder.leave()}
          onPointerDown={(event) => {
            ladder.point(event.nativeEvent.offsetX, event.nativeEvent.offsetY);
            if (event.button === 0) ladder.press();
          }}
          onClick={(event) => {
            ladder.point(event.nativeEvent.offsetX, event.nativeEvent.offsetY);
            void ladder.release();
          }}
          onContextMenu={(event) => {
            event.preventDefault();
            void ladder.cancelPointed();
          }}
          onDoubleClick={() => ladder.centreUnlessTrading()}
          onBlur={() => ladder.blur()}
          {...onKeys((event) => {
            if (event.ctrlKey || event.metaKey) return;
            if (event.altKey) {
              const ticks = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
              if (ticks === 0) return;
              event.preventDefault();
              if (!event.repeat) void ladder.nudge(ticks);
              return;
            }
            if (ladder.key(event.key, event.shiftKey, event.repeat)) event.preventDefault();
          })}
        />
        <MarketNotice market={market} isEmpty={isEmpty && trust.at === 'live'} />
        <StaleOverlay trust={trust} what={LADDER_PANE_LABELS.theBook} />
        {announcement ? (
          <span className="unseen" role="status" data-testid="ladder-cursor">
            {announcement}
          </span>
        ) : null}
        <Summary ladder={ladder} />
        <span id={keysId} className="unseen">
          {LADDER_PANE_LABELS.arrowKeysMoveEnter}
        </span>
      </div>
      <Foot market={market} hint={hint} draft={draft} isLive={trust.at === 'live'} />
    </section>
  );
}

function isBookEmpty(book: BookFrame | null): boolean {
  return book !== null && book.bids.length === 0 && book.asks.length === 0;
}

/** Best prices as text for screen readers, updated slowly. */
function Summary(props: { readonly ladder: LadderController }) {
  const text = useTimed(SUMMARY_EVERY_MS, () => props.ladder.summary());
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

/** Foot of a ladder: what a click does and what else can be done at the price, in full at every width. */
function Foot(props: {
  readonly market: MarketId;
  readonly hint: Hint | null;
  readonly draft: Draft;
  readonly isLive: boolean;
}) {
  const market = useMarket(props.market);
  const isOpen = useTimed(1_000, (nowMs) => market === null || isTrading(market, nowMs + (feed.clockOffsetMs() ?? 0)));
  const readiness = useReadinessCode();
  const isAccountLive = useFeedValue([feedKey.account], (mirror) => mirror.account()?.at === 'live');
  const isBlocked = useFeedValue([feedKey.health], (mirror) => readOrderBlock(mirror, Date.now()) > 0);
  const now = useNow(isBlocked ? 500 : null);
  const blockedMs = isBlocked ? readOrderBlock(feed, now) : 0;
  const obstacles = { isTrading: isOpen, isLive: props.isLive, isAccountLive, blockedMs };
  const { text, more, tone } = props.hint ?? buildIdleHint(readiness, obstacles, props.draft);
  return (
    <div className={`ladder-foot ${tone}`} data-testid="ladder-hint" title={more === null ? text : `${text}\n${more}`}>
      <span className="does">{text}</span>
      {more === null ? null : <span className="more">{more}</span>}
    </div>
  );
}
