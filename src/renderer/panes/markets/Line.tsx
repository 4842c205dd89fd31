/** One row of the market list: a heading or a market with its star. */
import { Star } from 'lucide-react';
import { memo } from 'react';
import type { Market } from '#shared/market/market.ts';
import { MARKETS_PANE_LABELS } from '#shared/text/markets/marketsPaneLabels.ts';
import { formatContracts, formatTickPrice } from '#shared/text/numbers.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { dragMarket } from '../../domain/workspaces/links.ts';
import { feed } from '../../feed/feed.ts';
import { useTimed } from '../../ui/clock.ts';
import { useLook } from '../../ui/look.ts';
import { type Closing, formatClosing, formatResult, type Row, updateIntervalOf } from './model.ts';
import '../../ui/dragLabel.css';

export interface LineProps {
  readonly id: string | undefined;
  readonly row: Row;
  /** Name of the market; empty for a heading. */
  readonly name: string;
  readonly top: number;
  readonly decimals: number;
  readonly isSelected: boolean;
  readonly isActive: boolean;
  /** Names of the watchlists that have the market. */
  readonly lists: readonly string[];
  /** The list that the star changes. */
  readonly list: string;
  readonly onChoose: (market: MarketId) => void;
  readonly onStar: (market: MarketId) => void;
}

/** Renders only for what it shows: most rows of a list stay as they are when one price changes, or a second passes. */
export const Line = memo(AnyLine, isSameLine);

function AnyLine(props: LineProps) {
  const { row, top } = props;
  if (row.kind === 'market') return <MarketLine {...props} row={row} />;
  return (
    <div className="markets-heading" role="presentation" style={{ top }} title={row.text}>
      <span>{row.text}</span>
      {row.note ? <span> · {row.note}</span> : null}
    </div>
  );
}

/** When the market closes, as it is shown: renders again only when that text changes. */
function useClosing(market: Market, isShort: boolean): Closing | null {
  const readTime = (nowMs: number): number => nowMs + (feed.clockOffsetMs() ?? 0);
  return useTimed(
    updateIntervalOf([market], readTime(Date.now())),
    (nowMs) => formatClosing(market, readTime(nowMs), isShort),
    (a, b) => a?.text === b?.text && a?.isSoon === b?.isSoon,
  );
}

function MarketLine(props: LineProps & { readonly row: Extract<Row, { kind: 'market' }> }) {
  const { row, name } = props;
  useLook();
  const { market, trades, event } = row;
  const closing = useClosing(market, !props.isSelected);
  const isStarred = props.lists.includes(props.list);
  const classes = ['markets-row'];
  if (props.isSelected) classes.push('selected');
  if (props.isActive) classes.push('active');
  if (!trades) classes.push('over');
  const starred = props.lists.length === 0 ? null : `starred in ${props.lists.join(', ')}`;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the listbox handles the keys
    <div
      id={props.id}
      className={classes.join(' ')}
      role="option"
      tabIndex={-1}
      data-market={market.id}
      aria-selected={props.isSelected}
      aria-label={[name, event, formatPrice(market, props.decimals), closing?.text, starred].filter(Boolean).join(', ')}
      title={describe(market)}
      style={{ top: props.top }}
      draggable
      onDragStart={(event) => {
        dragMarket(event.dataTransfer, market.id);
        showDragLabel(event.dataTransfer, name);
      }}
      onClick={() => props.onChoose(market.id)}
    >
      {/* The star key does the same; a control inside an option would not be reachable anyway. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: see above */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: see above */}
      <span
        className={
          isStarred ? 'markets-star starred' : props.lists.length > 0 ? 'markets-star elsewhere' : 'markets-star'
        }
        title={isStarred ? MARKETS_PANE_LABELS.removeFrom(props.list) : MARKETS_PANE_LABELS.addTo(props.list)}
        data-testid="markets-star"
        onClick={(click) => {
          click.stopPropagation();
          props.onStar(market.id);
        }}
      >
        <Star size={12} aria-hidden="true" />
      </span>
      <span className="markets-name">{name}</span>
      <span className="mono markets-price">{formatPrice(market, props.decimals)}</span>
      <span className="markets-volume">
        {MARKETS_PANE_LABELS.lastDay}{' '}
        <span className="mono">{market.volume24h === null ? '–' : formatContracts(wholeOf(market.volume24h))}</span>
        {event === null ? null : ` · ${event}`}
      </span>
      <span className={closing?.isSoon ? 'markets-closing mine' : 'markets-closing'}>{closing?.text ?? ''}</span>
    </div>
  );
}

function formatPrice(market: Market, decimals: number): string {
  const price = market.yesPrice ?? market.lastPrice;
  return price === null ? '–' : formatTickPrice(price, decimals);
}

/** Without the fraction, which does not matter in a volume. */
function wholeOf(micros: number): number {
  return micros - (micros % 1_000_000);
}

function describe(market: Market): string {
  const event = market.eventTitle && market.eventTitle !== market.title ? `${market.eventTitle}\n` : '';
  const result = formatResult(market);
  return `${event}${market.title}${result ? `\n${result}` : ''}`;
}

function isSameLine(a: LineProps, b: LineProps): boolean {
  const { row: rowA, ...restA } = a;
  const { row: rowB, ...restB } = b;
  return hasSameValues(rowA, rowB) && hasSameValues(restA, restB);
}

function hasSameValues<T extends object>(a: T, b: T): boolean {
  return (Object.keys(a) as (keyof T)[]).every((name) => Object.is(a[name], b[name]));
}

/** Pixels between the pointer and the label, so that the pointer covers no text. */
const BESIDE = 14;

/**
 * Called while `dragstart` is handled.
 *
 * Invariants  The label is part of no pane: the browser keeps the element of the last drag, and all around it, until the next drag.
 */
function showDragLabel(transfer: Pick<DataTransfer, 'setDragImage'>, text: string): void {
  const label = document.createElement('div');
  label.className = 'drag-label';
  label.textContent = text;
  document.body.append(label);
  transfer.setDragImage(label, -BESIDE, 0);
  // The browser has drawn it when the event is over.
  setTimeout(() => label.remove(), 0);
}
