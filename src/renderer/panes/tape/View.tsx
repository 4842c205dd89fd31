/**
 * Public trades of the linked market, newest on top; only the rows in sight exist.
 *
 * Invariants  While the pointer is on it nothing moves: new trades are counted and come when it leaves.
 */
import { useEffect, useRef, useState } from 'react';
import { DEFAULT_TICK, tickDecimals } from '#shared/market/tickGrid.ts';
import { formatCoded } from '#shared/text/catalogue.ts';
import { formatContracts, formatTickPrice, formatWholeContracts } from '#shared/text/numbers.ts';
import { TAPE_GAP_TEXTS } from '#shared/text/tapeGaps.ts';
import { formatTime } from '#shared/text/times.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { useWatch } from '../../act/watch.ts';
import { evaluateStream, useTrust } from '../../domain/bookTrust.ts';
import { usePaneMarket, usePaneValue } from '../../domain/panes.ts';
import { useFeed, useFeedValue } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { Empty } from '../../ui/parts.tsx';
import { StaleOverlay } from '../../ui/StaleOverlay.tsx';
import { buildTapeRows, countWaiting, sliceOf, type TapeRow } from './model.ts';
import { minimumSize } from './state.ts';
import './tape.css';

const ROW_HEIGHT = 19;
const NO_TRADES: ReadonlySet<string> = new Set();

export function TapeView() {
  const market = usePaneMarket();
  if (market === null) return <Empty what="No market is chosen." how="Pick one in Markets to see its trades." />;
  return <Tape key={market} market={market} />;
}

function Tape(props: { readonly market: MarketId }) {
  const { market } = props;
  const [least] = usePaneValue(minimumSize);
  const trust = useTrust(market, evaluateStream);
  const decimals = useFeedValue([feedKey.catalogue], (mirror) =>
    tickDecimals(mirror.catalogue()?.tick ?? DEFAULT_TICK),
  );
  const tape = useFeed([feedKey.tape(market)], (mirror) => mirror.tape(market));
  const [held, setHeld] = useState<readonly TapeRow[] | null>(null);
  useWatch({ book: market, tape: market });

  const now = buildTapeRows(tape?.trades ?? [], tape?.gapsBefore ?? NO_TRADES, least * 1_000_000);
  // A filter chosen while the pointer rests here must show at once.
  const heldLeast = useRef(least);
  if (heldLeast.current !== least) {
    heldLeast.current = least;
    if (held) setHeld(now);
  }
  const rows = held ?? now;
  const waiting = held ? countWaiting(held, now) : 0;
  return (
    <section className="tape" data-testid="tape" aria-label="Trades">
      {tape?.gap ? (
        <span
          className="tape-incomplete"
          role="status"
          data-testid="tape-incomplete"
          title={formatCoded(TAPE_GAP_TEXTS, tape.gap)}
        >
          Some trades are missing
        </span>
      ) : null}
      <div className="tape-head" aria-hidden="true">
        <span>Time</span>
        <span title="What the taker bought">Taker</span>
        <span className="right" title="In terms of yes">
          Price
        </span>
        <span className="right">Size</span>
      </div>
      <div className="tape-body">
        <Rows rows={rows} decimals={decimals} onHold={() => setHeld(now)} onRelease={() => setHeld(null)} />
        {rows.length === 0 && trust.at === 'live' ? (
          <div className="tape-none">
            {tape && tape.trades.length > 0 ? (
              <Empty what={`No trade of ${least} or more.`} how="Choose a smaller size above." />
            ) : (
              <Empty what="No trades yet." how="They appear here as they happen." />
            )}
          </div>
        ) : null}
        {waiting > 0 ? (
          <span className="tape-waiting" data-testid="tape-waiting">
            {waiting} waiting while you point here
          </span>
        ) : null}
        <StaleOverlay trust={trust} what="trades" />
      </div>
    </section>
  );
}

function Rows(props: {
  readonly rows: readonly TapeRow[];
  readonly decimals: number;
  readonly onHold: () => void;
  readonly onRelease: () => void;
}) {
  const { rows } = props;
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 0 });
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const read = (): void => setView({ top: element.scrollTop, height: element.clientHeight });
    const observer = new ResizeObserver(read);
    observer.observe(element);
    element.addEventListener('scroll', read, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', read);
    };
  }, []);
  const { from, to } = sliceOf(rows.length, view.top, view.height, ROW_HEIGHT);
  return (
    <div
      ref={box}
      className="tape-rows scroll"
      data-testid="tape-rows"
      role="log"
      aria-label="Trades, newest first"
      aria-live="off"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      onFocus={props.onHold}
      onBlur={props.onRelease}
      onPointerEnter={props.onHold}
      onPointerLeave={props.onRelease}
    >
      <div style={{ height: rows.length * ROW_HEIGHT, position: 'relative' }}>
        <div style={{ position: 'absolute', top: from * ROW_HEIGHT, left: 0, right: 0 }}>
          {rows.slice(from, to).map((row) =>
            row.kind === 'gap' ? (
              <div key={row.id} className="tape-gap" data-testid="tape-gap">
                <span>trades lost here</span>
              </div>
            ) : (
              <TradeRow key={row.trade.id} row={row} decimals={props.decimals} />
            ),
          )}
        </div>
      </div>
    </div>
  );
}

function TradeRow(props: { readonly row: TapeRow & { kind: 'trade' }; readonly decimals: number }) {
  const { trade, isLarge } = props.row;
  const side = trade.takerSide;
  return (
    <div className={isLarge ? `tape-row large ${side ?? 'unsaid'}` : 'tape-row'} data-testid="tape-row">
      <span className="mono dim">{formatTime(trade.exchangeTimeMs)}</span>
      <span className={side ?? 'dim'} title={side ? `The taker bought ${side}` : 'The exchange did not say who took'}>
        {side ?? '–'}
      </span>
      <span className="mono right">{formatTickPrice(trade.price, props.decimals)}</span>
      <span className="mono right size" title={`${formatContracts(trade.shares)} contracts`}>
        {formatWholeContracts(trade.shares)}
      </span>
    </div>
  );
}
