/**
 * Tape pane: public trades of one market, newest first; only visible rows are in the document.
 *
 * Invariants  Paused while the pointer or the focus is on the rows, and while they are scrolled: new trades are counted and
 *             shown afterwards.
 */

import { memo, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { Trade } from '#shared/market/tape.ts';
import { DEFAULT_TICK, tickDecimals } from '#shared/market/tickGrid.ts';
import { formatCoded } from '#shared/text/catalogue.ts';
import { TAPE_GAP_TEXTS } from '#shared/text/markets/tapeGaps.ts';
import { TAPE_PANE_LABELS } from '#shared/text/markets/tapePaneLabels.ts';
import { formatContracts, formatTickPrice, formatWholeContracts } from '#shared/text/numbers.ts';
import { formatTime } from '#shared/text/times.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { useWatch } from '../../act/watch.ts';
import { useTapeTrust } from '../../domain/markets/bookTrust.ts';
import { soundRequests } from '../../domain/sound.ts';
import { usePaneMarket, usePaneValue } from '../../domain/workspaces/panes.ts';
import { useFeed, useFeedValue } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { useTheme } from '../../ui/canvas.ts';
import { useLook } from '../../ui/look.ts';
import { StaleOverlay } from '../../ui/marks/StaleOverlay.tsx';
import { Empty } from '../../ui/parts.tsx';
import { Filters } from './Filters.tsx';
import {
  buildTapeRows,
  countWaiting,
  hasNewTrade,
  listSizes,
  type TapeFilter,
  type TapeRow,
  type TradeRow,
  visibleRange,
} from './model.ts';
import { groupsByOrder, largeSize, minimumSize, showsFilters, soundSize, takerFilter } from './state.ts';
import './tape.css';
import { ListFilter } from 'lucide-react';
import { onKeys } from '../../ui/keys.ts';
import { TrustMark } from '../../ui/marks/TrustMark.tsx';

const NO_TAPE: readonly Trade[] = [];
const NO_TRADES: ReadonlySet<string> = new Set();

export function TapeView() {
  const market = usePaneMarket();
  if (market === null)
    return <Empty what={TAPE_PANE_LABELS.noMarketIsChosen} how={TAPE_PANE_LABELS.pickOneInMarkets} />;
  return <Tape key={market} market={market} />;
}

function Tape(props: { readonly market: MarketId }) {
  const { market } = props;
  const [minimum] = usePaneValue(minimumSize);
  const [large] = usePaneValue(largeSize);
  const [taker] = usePaneValue(takerFilter);
  const [isGrouped] = usePaneValue(groupsByOrder);
  const [isOpen] = usePaneValue(showsFilters);
  const trust = useTapeTrust(market);
  const decimals = useFeedValue([feedKey.catalogue], (mirror) =>
    tickDecimals(mirror.catalogue()?.tick ?? DEFAULT_TICK),
  );
  const tape = useFeed([feedKey.tape(market)], (mirror) => mirror.tape(market));
  const [pausedRows, setPausedRows] = useState<readonly TapeRow[] | null>(null);
  const toNewest = useRef<() => void>(() => undefined);
  useTradeSound(tape?.trades ?? NO_TAPE, isGrouped);
  useWatch({ book: market, tape: market });

  const filter: TapeFilter = {
    minimumShares: minimum * 1_000_000,
    taker,
    largeShares: large === null ? null : large * 1_000_000,
    isGrouped,
  };
  const currentRows = buildTapeRows(tape?.trades ?? [], tape?.gapsBefore ?? NO_TRADES, filter);
  // A new filter applies to paused rows too.
  const filterText = JSON.stringify(filter);
  const applied = useRef(filterText);
  if (applied.current !== filterText) {
    applied.current = filterText;
    if (pausedRows) setPausedRows(currentRows);
  }
  const rows = pausedRows ?? currentRows;
  const waiting = pausedRows ? countWaiting(pausedRows, currentRows) : 0;
  return (
    <section className="tape" data-testid="tape" aria-label="Trades">
      {tape?.gap ? (
        <span
          className="tape-incomplete"
          role="status"
          data-testid="tape-incomplete"
          title={formatCoded(TAPE_GAP_TEXTS, tape.gap)}
        >
          {tape.gap.code !== 'missed'
            ? TAPE_PANE_LABELS.someTradesAreMissing
            : trust.at === 'incomplete'
              ? TAPE_PANE_LABELS.readingMissedTrades
              : TAPE_PANE_LABELS.tradesAreBeingMissed}
        </span>
      ) : null}
      {isOpen ? <Filters /> : null}
      <div className="tape-head" aria-hidden="true">
        <span>Time</span>
        <span title={TAPE_PANE_LABELS.whatTakerBought}>Taker</span>
        <span className="right" title={TAPE_PANE_LABELS.inTermsOfYes}>
          Price
        </span>
        <span className="right">Size</span>
      </div>
      <div className="tape-body stale-box">
        <Rows
          rows={rows}
          decimals={decimals}
          onPause={() => setPausedRows((paused) => paused ?? currentRows)}
          onResume={() => setPausedRows(null)}
          toNewest={toNewest}
        />
        {rows.length === 0 && (trust.at === 'live' || trust.at === 'incomplete') ? (
          <div className="tape-none">
            {tape && tape.trades.length > 0 ? (
              <Empty what={TAPE_PANE_LABELS.noTradePassesFilters} how={TAPE_PANE_LABELS.chooseSmallerSizeOrEvery} />
            ) : (
              <Empty what={TAPE_PANE_LABELS.noTradesYet} how={TAPE_PANE_LABELS.theyAppearHereAsThey} />
            )}
          </div>
        ) : null}
        {waiting > 0 ? (
          <button
            type="button"
            className="tape-waiting"
            data-testid="tape-waiting"
            title={TAPE_PANE_LABELS.showsNewestTrades}
            onClick={() => toNewest.current()}
          >
            {waiting} {TAPE_PANE_LABELS.newWhilePaused}
          </button>
        ) : null}
        <StaleOverlay trust={trust} what="trades" />
      </div>
    </section>
  );
}

/** A sound for a new trade of the size that the pane says, also while the tape stands still. */
function useTradeSound(trades: readonly Trade[], isGrouped: boolean): void {
  const [size] = usePaneValue(soundSize);
  const seen = useRef<string | null>(null);
  const newest = trades[0]?.id ?? null;
  useEffect(() => {
    if (size !== null && hasNewTrade(trades, seen.current, size * 1_000_000, isGrouped)) soundRequests.emit('alert');
    seen.current = newest;
    // The list is changed in place: its newest trade says that it changed.
  }, [newest, size, trades, isGrouped]);
}

/** Why the tape stands still. */
type PauseReason = 'pointer' | 'focus' | 'scrolled';

function Rows(props: {
  readonly rows: readonly TapeRow[];
  readonly decimals: number;
  readonly onPause: () => void;
  readonly onResume: () => void;
  /** Set to a function that scrolls to the newest row and resumes. */
  readonly toNewest: RefObject<() => void>;
}) {
  const { rows } = props;
  const reasons = useRef(new Set<PauseReason>());
  const latest = useRef(props);
  latest.current = props;
  const pause = useCallback((reason: PauseReason, isOn: boolean): void => {
    const before = reasons.current.size;
    if (isOn) reasons.current.add(reason);
    else reasons.current.delete(reason);
    if (before === 0 && reasons.current.size > 0) latest.current.onPause();
    if (before > 0 && reasons.current.size === 0) latest.current.onResume();
  }, []);
  const { rowHeight } = useTheme();
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 0 });
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const read = (): void => {
      setView({ top: element.scrollTop, height: element.clientHeight });
      pause('scrolled', element.scrollTop > rowHeight / 2);
    };
    latest.current.toNewest.current = () => {
      element.scrollTop = 0;
      reasons.current.clear();
      latest.current.onResume();
    };
    const observer = new ResizeObserver(read);
    observer.observe(element);
    element.addEventListener('scroll', read, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', read);
    };
  }, [pause, rowHeight]);
  const { from, to } = visibleRange(rows.length, view.top, view.height, rowHeight);
  return (
    <div
      ref={box}
      className="tape-rows scroll"
      data-testid="tape-rows"
      role="log"
      aria-label={TAPE_PANE_LABELS.tradesNewestFirst}
      aria-live="off"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region needs keyboard focus
      tabIndex={0}
      onFocus={() => pause('focus', true)}
      onBlur={() => pause('focus', false)}
      onPointerEnter={() => pause('pointer', true)}
      onPointerLeave={() => pause('pointer', false)}
      {...onKeys((event) => {
        // The other keys scroll, as everywhere.
        if (event.key === 'Escape') latest.current.toNewest.current();
      })}
    >
      <div style={{ height: rows.length * rowHeight, position: 'relative' }}>
        <div style={{ position: 'absolute', top: from * rowHeight, left: 0, right: 0 }}>
          {rows.slice(from, to).map((row) =>
            row.kind === 'gap' ? (
              <div key={row.id} className="tape-gap" data-testid="tape-gap">
                <span>{TAPE_PANE_LABELS.tradesMissing}</span>
              </div>
            ) : (
              <Row key={row.id} row={row} decimals={props.decimals} />
            ),
          )}
        </div>
      </div>
    </div>
  );
}

interface RowProps {
  readonly row: TradeRow;
  readonly decimals: number;
}

/** A new trade renders its own row. */
const Row = memo(AnyRow, (a, b) => {
  const [before, after] = [a.row, b.row];
  const isSame = before.trade === after.trade && before.count === after.count && before.isLarge === after.isLarge;
  return isSame && a.decimals === b.decimals;
});

function AnyRow(props: RowProps) {
  const { trade, shares, count, isLarge } = props.row;
  useLook();
  const side = trade.takerSide;
  return (
    <div className={isLarge ? `tape-row large ${side ?? 'unattributed'}` : 'tape-row'} data-testid="tape-row">
      <span className="mono dim">{formatTime(trade.exchangeTimeMs)}</span>
      <span
        className={side ?? 'dim'}
        title={side ? TAPE_PANE_LABELS.theTakerBought(side) : TAPE_PANE_LABELS.exchangeDoesNotStateTaker}
      >
        {side ?? '–'}
      </span>
      <span className="mono right">{formatTickPrice(trade.price, props.decimals)}</span>
      <span
        className="mono right size"
        title={`${formatContracts(shares)} contracts${count === 1 ? '' : ` in ${count} trades`}`}
      >
        {formatWholeContracts(shares)}
      </span>
    </div>
  );
}

/** Size filter, switch of the other filters, trust mark. */
export function TapeHeader() {
  const [minimum, setMinimum] = usePaneValue(minimumSize);
  const [isOpen, setOpen] = usePaneValue(showsFilters);
  const [large] = usePaneValue(largeSize);
  const [taker] = usePaneValue(takerFilter);
  const trust = useTapeTrust(usePaneMarket());
  const sizes = listSizes(minimum);
  const isFiltered = large !== null || taker !== 'all';
  return (
    <>
      <select
        className="tape-minimum"
        aria-label={TAPE_PANE_LABELS.smallestTradeShown}
        title={TAPE_PANE_LABELS.smallestTradeShownInContracts}
        data-testid="tape-minimum"
        value={minimum}
        onChange={(event) => setMinimum(sizes[event.target.selectedIndex] ?? 0)}
      >
        {sizes.map((size) => (
          <option key={size} value={size}>
            ≥ {formatContracts(size * 1_000_000)}
          </option>
        ))}
      </select>
      <button
        type="button"
        className={isFiltered ? 'tape-filters-button on' : 'tape-filters-button'}
        aria-label={TAPE_PANE_LABELS.filtersOfTape}
        title={TAPE_PANE_LABELS.sizesOfYourOwnTaker}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <ListFilter size={12} aria-hidden="true" />
      </button>
      <TrustMark trust={trust} />
    </>
  );
}
