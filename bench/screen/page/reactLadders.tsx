/**
 * The peer of the ladder: rows as React components with `memo`, as a careful author would write them, so that only rows that
 * change are rendered. It has the numbers and bars of our ladder, and neither own orders, gains, pointer nor keys.
 */
import { memo, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { formatCellPrice, formatSize } from '../../../src/renderer/panes/ladder/canvas/texts.ts';
import { roundUp } from '../../../src/renderer/panes/ladder/model.ts';
import type { BookFrame } from '../../../src/shared/ipc/frames/frame.ts';
import { type BookPlan, openBooks } from './books.ts';
import type { readView } from './ownLadders.tsx';
import './reactLadders.css';
import type { Stage } from './stage.ts';

const TICK = 10_000;
/** In millionths: the traded volume of these books does not change. */
const FULL_TRADED_BAR = 1_000_000_000;

interface View extends ReturnType<typeof readView> {
  readonly hasTraded: boolean;
}

interface RowProps {
  readonly price: number;
  readonly bid: number;
  readonly ask: number;
  /** Null without the column. */
  readonly traded: number | null;
  readonly fullBar: number;
  readonly isLast: boolean;
  readonly isInside: boolean;
}

function Size(props: { readonly className: string; readonly shares: number; readonly fullBar: number }) {
  const { className, shares, fullBar } = props;
  return (
    <span className={className}>
      {shares > 0 ? <i style={{ width: `${(100 * shares) / fullBar}%` }} /> : null}
      {shares > 0 ? <b>{formatSize(shares, false)}</b> : null}
    </span>
  );
}

const Row = memo(function Row({ price, bid, ask, traded, fullBar, isLast, isInside }: RowProps) {
  return (
    <div className="peer-row">
      <Size className="peer-bid" shares={bid} fullBar={fullBar} />
      <span className={isLast ? 'peer-price last' : isInside ? 'peer-price inside' : 'peer-price'}>
        {formatCellPrice(price, 2)}
      </span>
      <Size className="peer-ask" shares={ask} fullBar={fullBar} />
      {traded === null ? null : <Size className="peer-traded" shares={traded} fullBar={FULL_TRADED_BAR} />}
    </div>
  );
});

function readLevels(levels: Float64Array): ReadonlyMap<number, number> {
  const byPrice = new Map<number, number>();
  for (let at = 0; at < levels.length; at += 2) byPrice.set(levels[at]!, levels[at + 1]!);
  return byPrice;
}

function Ladder({ book, view }: { readonly book: BookFrame; readonly view: View }) {
  const [bids, asks, traded] = [readLevels(book.bids), readLevels(book.asks), readLevels(book.traded)];
  const [bestBid, bestAsk] = [book.bids[0]!, book.asks[0]!];
  const fullBar = roundUp(Math.max(...bids.values(), ...asks.values()));
  const prices = Array.from({ length: view.rows }, (_, row) => view.top - row * TICK);
  return (
    <div className="peer-ladder">
      {prices.map((price) => (
        <Row
          key={price}
          price={price}
          bid={bids.get(price) ?? 0}
          ask={asks.get(price) ?? 0}
          traded={view.hasTraded ? (traded.get(price) ?? 0) : null}
          fullBar={fullBar}
          isLast={price === book.lastPrice}
          isInside={price > bestBid && price < bestAsk}
        />
      ))}
    </div>
  );
}

export function openReactLadders(container: HTMLElement, plan: BookPlan, view: View): Stage {
  const books = openBooks(plan);
  let current = new Map(books.next().map((book) => [book.market, book]));
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  function Connected({ market }: { readonly market: BookFrame['market'] }) {
    const book = useSyncExternalStore(subscribe, () => current.get(market)!);
    return <Ladder book={book} view={view} />;
  }
  container.style.setProperty('--peer-row', `${view.rowHeight}px`);
  const root = createRoot(container);
  root.render(
    books.markets.map((market) => (
      <div key={market} className="bench-pane">
        <Connected market={market} />
      </div>
    )),
  );
  return {
    change() {
      current = new Map(books.next().map((book) => [book.market, book]));
      for (const listener of listeners) listener();
    },
    close: () => root.unmount(),
  };
}

/** Rows of texts from left to right, as `noteTexts` has them. */
export function readTexts(): readonly string[][] {
  return [...document.querySelectorAll('.peer-row')].map((row) =>
    [...row.children].map((cell) => cell.textContent).filter((text) => text !== ''),
  );
}
