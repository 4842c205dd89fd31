/** Outcomes of an event as compact ladders in a row: asks above, bids below, the best prices in the middle. */

import { type CSSProperties, type RefObject, useEffect, useRef, useState } from 'react';
import type { Tick } from '#shared/market/tickGrid.ts';
import { EVENT_PANE_LABELS } from '#shared/text/markets/eventPaneLabels.ts';
import { formatTickPrice, formatWholeContracts } from '#shared/text/numbers.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { type BookLevel, groupLevels, listOwnLevels } from '../../domain/markets/bookLevels.ts';
import { marketName, marketTitle } from '../../domain/markets/markets.ts';
import { followMarket } from '../../domain/workspaces/links.ts';
import { usePane } from '../../domain/workspaces/panes.ts';
import { feed } from '../../feed/feed.ts';
import { useTheme } from '../../ui/canvas.ts';
import { MarketLink } from '../../ui/parts.tsx';
import { ScrollRegion } from '../../ui/ScrollRegion.tsx';
import type { OutcomeRow } from './model.ts';
import { PriceButton } from './PriceButton.tsx';
import { type PriceClick, usePriceClick } from './usePriceClick.ts';

/** At scale 1: the name above the prices as in event.css, with the lines around and between them. */
const HEAD_PX = 44;

/** Prices on each side for which the room below a table is used. */
const LEAST_LEVELS = 2;

interface LaddersProps {
  readonly rows: readonly OutcomeRow[];
  readonly selected: MarketId;
  readonly decimals: number;
  readonly tick: Tick;
}

/** Ladders in the room that the table leaves; nothing where that is low. */
export function LaddersBelow(props: LaddersProps) {
  const box = useRef<HTMLDivElement>(null);
  const height = useHeight(box);
  const { rowHeight, scale } = useTheme();
  return (
    <div ref={box} className="event-rest">
      {height >= HEAD_PX * scale + 2 * LEAST_LEVELS * rowHeight ? <Ladders {...props} /> : null}
    </div>
  );
}

function useHeight(box: RefObject<HTMLElement | null>): number {
  const [height, setHeight] = useState(0);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setHeight(element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return height;
}

export function Ladders(props: LaddersProps) {
  const box = useRef<HTMLDivElement>(null);
  const height = useHeight(box);
  const actions = usePriceClick(props.decimals);
  const { rowHeight, scale } = useTheme();
  const limit = Math.max(1, Math.floor((height - HEAD_PX * scale) / rowHeight / 2));
  return (
    <ScrollRegion ref={box} className="event-ladders" label={EVENT_PANE_LABELS.laddersOfOutcomes}>
      {props.rows.map((row) => (
        <Ladder key={row.market.id} row={row} limit={limit} {...props} actions={actions} />
      ))}
    </ScrollRegion>
  );
}

function Ladder(props: {
  readonly row: OutcomeRow;
  readonly selected: MarketId;
  readonly limit: number;
  readonly decimals: number;
  readonly tick: Tick;
  readonly actions: PriceClick;
}) {
  const { row, limit, decimals } = props;
  const market = row.market.id;
  const { linkKey } = usePane();
  const book = feed.book(market);
  const own = listOwnLevels(feed.account()?.orders ?? [], market);
  const terms = { tick: props.tick, grouping: 1 as const, limit };
  const bids = book === null ? [] : groupLevels('bid', book.bids, own.bid, terms);
  const asks = book === null ? [] : groupLevels('ask', book.asks, own.ask, terms);
  const largest = [...bids, ...asks].reduce((most, { shares }) => Math.max(most, shares), 1);
  const isLive = row.phase === 'trading' && row.book === 'live';
  const classes = ['event-ladder'];
  if (market === props.selected) classes.push('selected');
  if (!isLive) classes.push('old');
  const name = marketName(row.market);
  const line = (column: 'bid' | 'ask', level: BookLevel | undefined, at: number) =>
    level === undefined ? (
      <div key={`${column}${at}`} className="event-level" />
    ) : (
      <div
        key={`${column}${at}`}
        className={`event-level ${column}`}
        style={{ '--event-bar': `${(100 * level.shares) / largest}%` } as CSSProperties}
      >
        <PriceButton
          market={market}
          column={column}
          price={level.price}
          label={`${name}: ${column} ${formatTickPrice(level.price, decimals)}, ${formatWholeContracts(level.shares)} contracts${level.own > 0 ? `, ${formatWholeContracts(level.own)} of them yours` : ''}`}
          tabIndex={at === 0 ? 0 : -1}
          actions={props.actions}
        >
          {formatTickPrice(level.price, decimals)}
        </PriceButton>
        <span className={level.own > 0 ? 'mono own' : 'mono'}>{formatWholeContracts(level.shares)}</span>
      </div>
    );
  const state = row.phase === 'trading' ? (row.book ?? 'waiting') : row.phase;
  return (
    <section className={classes.join(' ')} aria-label={name}>
      <header>
        <MarketLink name={name} title={marketTitle(row.market)} onFollow={() => followMarket(linkKey, market)} />
        <span className={isLive ? 'dim' : 'mine'}>
          {isLive ? `last ${row.last === null ? '–' : formatTickPrice(row.last, decimals)}` : state}
        </span>
      </header>
      {Array.from({ length: limit }, (_, at) => limit - 1 - at).map((at) => line('ask', asks[at], at))}
      <hr />
      {Array.from({ length: limit }, (_, at) => line('bid', bids[at], at))}
    </section>
  );
}
