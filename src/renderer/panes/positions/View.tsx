/** What is held by market and outcome, marked to the book as it moves. */

import type { Market } from '#shared/market/market.ts';
import { DEFAULT_TICK, tickDecimals } from '#shared/market/tickGrid.ts';
import type { Position } from '#shared/order/account.ts';
import { unrealizedPnl } from '#shared/order/pnl.ts';
import { formatAccountReason } from '#shared/text/account.ts';
import { formatContracts, formatGain, formatTickPrice } from '#shared/text/numbers.ts';
import type { Usd } from '#shared/units/usd.ts';
import { useWatch } from '../../act/watch.ts';
import { followMarket } from '../../domain/links.ts';
import { usePane } from '../../domain/panes.ts';
import { listPositions, type Mark, markOf, sellPriceOf } from '../../domain/positions.ts';
import { fillTicket, NO_TICKET } from '../../domain/ticket.ts';
import { feed, useFeed, useFeedValue } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { Banner } from '../../ui/Banner.tsx';
import { useOverlay } from '../../ui/overlay.ts';
import { Empty } from '../../ui/parts.tsx';
import './positions.css';

const COLUMNS = ['Quantity', 'Locked', 'Sellable', 'Average', 'Mark', 'Unrealised', 'Realised'] as const;

export function View() {
  const account = useFeed([feedKey.account], (mirror) => mirror.account());
  const isLocked = useFeed([feedKey.wallet], (mirror) => mirror.wallet()?.vault === 'locked');
  const markets = useFeed([feedKey.catalogue], (mirror) => mirror.catalogue()?.markets ?? []);
  const positions = listPositions(account?.positions ?? []);
  return (
    <div className="positions scroll">
      {account?.at === 'stale' ? (
        <Banner
          tone="stale"
          text={`Stale: ${account.reason === null ? 'the position stream is silent' : formatAccountReason(account.reason)}. Holdings may have changed since.`}
        />
      ) : null}
      {positions.length === 0 ? (
        isLocked ? (
          <Empty what="The vault is locked" how="Your positions show when it is open." />
        ) : (
          <Empty what="No positions" how="What you buy shows here once it is matched." />
        )
      ) : (
        <table className="grid">
          <thead>
            <tr>
              <th scope="col">Market</th>
              <th scope="col">Outcome</th>
              {COLUMNS.map((column) => (
                <th key={column} scope="col" className="right">
                  {column}
                </th>
              ))}
              <td />
              <td className="positions-rest" />
            </tr>
          </thead>
          <tbody>
            {positions.map((position) => (
              <Row
                key={`${position.market}:${position.outcome}:${position.custody}`}
                position={position}
                market={markets.find((one) => one.market === position.market) ?? null}
              />
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

function Row(props: { readonly position: Position; readonly market: Market | null }) {
  const { position, market } = props;
  const { linkKey } = usePane();
  useWatch({ book: position.market });
  // Only what changes the row's words wakes it, not every level of the book.
  const key = useFeedValue([feedKey.book(position.market)], (mirror) => {
    const mark = markOf(position.outcome, market, mirror.book(position.market));
    return mark ? `${mark.price} ${mark.from} ${mark.isOld}` : '';
  });
  const mark = key === '' ? null : markOf(position.outcome, market, feed.book(position.market));
  const decimals = tickDecimals(feed.catalogue()?.tick ?? DEFAULT_TICK);
  const name = market?.groupItemTitle ?? market?.title ?? position.market;
  const label = market?.outcomeLabels[position.outcome === 'yes' ? 0 : 1] ?? '';
  const follow = (): void => followMarket(linkKey, position.market);
  const sell = (): void => {
    const tick = feed.catalogue()?.tick ?? DEFAULT_TICK;
    const price = sellPriceOf(position.outcome, feed.book(position.market), tick);
    const isFilled = fillTicket(linkKey, {
      side: position.outcome,
      direction: 'sell',
      shares: position.sellable,
      price: price === null ? null : { market: position.market, value: price },
    });
    if (!isFilled) useOverlay.getState().notify('warn', NO_TICKET.title, NO_TICKET.detail);
    follow();
  };
  return (
    <tr className={position.quantity === 0 ? 'over' : undefined}>
      <td className="positions-market">
        <button
          type="button"
          className="positions-link"
          title={market?.eventTitle ? `${market.eventTitle} · ${market.title}` : name}
          onClick={follow}
        >
          {name}
        </button>
      </td>
      <td className={position.outcome}>
        {position.outcome === 'yes' ? 'Yes' : 'No'}
        {label.toLowerCase() === position.outcome || label === '' ? null : <span className="dim"> {label}</span>}
      </td>
      <td className="mono right">{formatContracts(position.quantity)}</td>
      <td className="mono right">{formatContracts(position.locked)}</td>
      <td className="mono right">{formatContracts(position.sellable)}</td>
      <td className="mono right">
        {position.averagePrice === null ? '–' : formatTickPrice(position.averagePrice, decimals + 2)}
      </td>
      <td className={mark?.isOld ? 'mono right dim' : 'mono right'} title={mark ? MARK_WORDS[mark.from] : 'No mark'}>
        {tellMark(mark, decimals)}
      </td>
      <Amount amount={position.quantity === 0 ? null : unrealizedPnl(position, mark?.price ?? null)} />
      <Amount amount={position.realizedPnl} />
      <td>
        {position.quantity > 0 && market?.result == null ? (
          <button
            type="button"
            className="button small"
            aria-label={`Sell ${position.outcome} of ${name}`}
            disabled={position.sellable === 0}
            title={
              position.sellable === 0
                ? 'All of it is committed to resting sells'
                : 'Fills the ticket with all that can be sold, at the best bid'
            }
            onClick={sell}
          >
            Sell…
          </button>
        ) : null}
      </td>
      <td className="positions-rest" />
    </tr>
  );
}

const MARK_WORDS: Readonly<Record<Mark['from'], string>> = {
  mid: 'Middle of the book',
  last: 'Last trade: one side of the book is empty',
  catalogue: 'Listed price: the book is not here yet',
  result: 'Determined: worth a dollar or nothing',
};

function tellMark(mark: Mark | null, decimals: number): string {
  if (!mark) return '–';
  if (mark.from === 'result') return mark.price > 500_000 ? '1' : '0';
  return formatTickPrice(mark.price, decimals + 1);
}

function Amount(props: { readonly amount: Usd | null }) {
  const { amount } = props;
  const tone = amount === null || amount === 0n ? '' : amount > 0n ? ' yes' : ' no';
  return <td className={`mono right${tone}`}>{amount === null ? '–' : formatGain(amount)}</td>;
}
