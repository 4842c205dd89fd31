/**
 * Event pane: every outcome of an event side by side, as a table or as ladders, with sums and the cheapest ways.
 *
 * Invariants  A click on a price only fills the ticket, whose group then shows that outcome.
 */
import './event.css';
import { SlidersHorizontal } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Market } from '#shared/market/market.ts';
import { tickDecimals } from '#shared/market/tickGrid.ts';
import { DEFAULT_FEE_RATE } from '#shared/order/fees.ts';
import { listExposed, lossOfEvent, marketLoss } from '#shared/order/risk/use.ts';
import { formatCoded } from '#shared/text/catalogue.ts';
import { CATALOGUE_FAILURE_TEXTS } from '#shared/text/markets/catalogueFailures.ts';
import { EVENT_PANE_LABELS } from '#shared/text/markets/eventPaneLabels.ts';
import { formatContracts, formatTickPrice } from '#shared/text/numbers.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { sizeAt, useDraft } from '../../act/draft.ts';
import { useWatch } from '../../act/watch.ts';
import { isAccountKnown } from '../../domain/account/accountStatus.ts';
import { useExposures } from '../../domain/account/exposure.ts';
import { evaluateBook } from '../../domain/markets/bookTrust.ts';
import { findMarket, useTick } from '../../domain/markets/markets.ts';
import { readRiskState } from '../../domain/risk/risk.ts';
import { usePane, usePaneMarket, usePaneValue } from '../../domain/workspaces/panes.ts';
import { feed, useFeed } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { useNow } from '../../ui/clock.ts';
import { Banner } from '../../ui/marks/Banner.tsx';
import { MenuButton, MenuCheck, MenuSeparator } from '../../ui/overlay/Menu.tsx';
import { Empty, Segmented } from '../../ui/parts.tsx';
import { ColumnChecks } from '../../ui/table/ColumnChecks.tsx';
import { Ladders, LaddersBelow } from './Ladders.tsx';
import { MarkExclusive } from './MarkExclusive.tsx';
import {
  buildOutcomes,
  buildWays,
  type EventInput,
  explainSums,
  formatWorst,
  listEventMarkets,
  listFollowed,
  MOST_FOLLOWED,
  type OutcomeRow,
  sumPrices,
} from './model.ts';
import { type EventView, hiddenColumns, hintText, viewSetting, waysSetting } from './state.ts';
import { CHOOSABLE_COLUMNS, Table } from './Table.tsx';
import { Ways } from './Ways.tsx';

export function View() {
  const id = usePaneMarket();
  const catalogue = useFeed([feedKey.catalogue], (mirror) => mirror.catalogue());
  const market = findMarket(feed, id);
  if (id === null) return <Empty what={EVENT_PANE_LABELS.noMarketIsChosen} how={EVENT_PANE_LABELS.pickOneInMarkets} />;
  if (market !== null && catalogue !== null) return <Event market={market} markets={catalogue.markets} />;
  if (catalogue === null || catalogue.at === 'loading') return <Loading />;
  return <Empty what={EVENT_PANE_LABELS.exchangeDoesNotList(id)} how={EVENT_PANE_LABELS.itMayHaveLeftList} />;
}

function Event(props: { readonly market: Market; readonly markets: readonly Market[] }) {
  const { market } = props;
  const { linkKey } = usePane();
  const [view] = usePaneValue(viewSetting);
  const [showsWays] = usePaneValue(waysSetting);
  const [hint] = usePaneValue(hintText);
  const catalogue = useFeed([feedKey.catalogue], (mirror) => mirror.catalogue());
  const account = useFeed([feedKey.account], (mirror) => mirror.account());
  const tick = useTick();
  const draft = useDraft(linkKey);
  const nowMs = useNow(1_000);
  const exchangeTimeMs = nowMs + (feed.clockOffsetMs() ?? 0);
  const outcomes = listEventMarkets(props.markets, market);
  const followed = listFollowed(outcomes, exchangeTimeMs);
  useWatch({ books: followed });
  useBooks(followed);

  const exposures = useExposures((one) => one);
  const risk = readRiskState(feed, nowMs);
  const exposed = listExposed(risk);
  const isExclusive = market.eventId !== null && risk.exclusiveEvents.includes(market.eventId);
  const frameAtMs = feed.lastFrameAtMs();
  const input: EventInput = {
    outcomes,
    exchangeTimeMs,
    account,
    wanted: sizeAt(
      draft,
      'buy',
      market.yesPrice ?? market.lastPrice ?? HALF,
      account?.feeRateMicros ?? DEFAULT_FEE_RATE,
    ),
    isExclusive,
    feeRateMicros: account?.feeRateMicros ?? DEFAULT_FEE_RATE,
    book: (id) => feed.book(id),
    stateOf: (book) => evaluateBook(book, frameAtMs, Date.now()).at,
    exposureOf: (id) => exposures.of(id),
    lossOf: (id) => marketLoss(risk, exposed, id),
  };
  const rows = buildOutcomes(input);
  const decimals = tickDecimals(tick);
  const isAlone = outcomes.length === 1;
  return (
    <section className="event" aria-label="Event" data-testid="event">
      <header className="event-title">
        <h2 title={market.eventTitle ?? market.title}>{market.eventTitle ?? market.title}</h2>
        <span>{isAlone ? EVENT_PANE_LABELS.oneMarket : EVENT_PANE_LABELS.outcomeCount(outcomes.length)}</span>
        {isExclusive && !isAlone ? <span>{EVENT_PANE_LABELS.exclusiveAtMostOneWins}</span> : null}
        {isAlone || market.eventId === null ? null : (
          <MarkExclusive eventId={market.eventId} name={market.eventTitle ?? market.title} isExclusive={isExclusive} />
        )}
      </header>
      {catalogue?.at === 'stale' && catalogue.failure ? (
        <Banner tone="stale" text={`Stale. ${formatCoded(CATALOGUE_FAILURE_TEXTS, catalogue.failure)}.`} />
      ) : null}
      {outcomes.length > MOST_FOLLOWED ? (
        <Banner tone="note" text={`Books of the first ${MOST_FOLLOWED} of ${outcomes.length} outcomes are followed.`} />
      ) : null}
      {view === 'table' ? (
        <Table rows={rows} selected={market.id} decimals={decimals} />
      ) : (
        <Ladders rows={rows} selected={market.id} decimals={decimals} tick={tick} />
      )}
      <Sums rows={rows} isExclusive={isExclusive} decimals={decimals} />
      {showsWays ? (
        <Ways
          market={market}
          trades={rows.some((row) => row.market === market && row.phase === 'trading')}
          found={buildWays(input, market.id)}
          wanted={input.wanted}
          decimals={decimals}
        />
      ) : null}
      {view === 'table' && !isAlone ? (
        <LaddersBelow rows={rows} selected={market.id} decimals={decimals} tick={tick} />
      ) : null}
      <footer className="event-foot" data-testid="event-hint">
        {hint?.text ??
          (!isAccountKnown(account)
            ? EVENT_PANE_LABELS.worstCaseOfEvent
            : EVENT_PANE_LABELS.worstCaseWithOrders(
                formatWorst(
                  market.eventId === null
                    ? marketLoss(risk, exposed, market.id)
                    : lossOfEvent(risk, exposed, market.eventId),
                ),
              ))}
      </footer>
    </section>
  );
}

/** Where a budget is converted while the market has no price. */
const HALF = 500_000 as NonNullable<Market['yesPrice']>;

function Sums(props: {
  readonly rows: readonly OutcomeRow[];
  readonly isExclusive: boolean;
  readonly decimals: number;
}) {
  const sums = sumPrices(props.rows);
  const { text, isNotable } = explainSums(sums, props.isExclusive);
  const side = (name: string, { sum, count }: { readonly sum: number; readonly count: number }) => (
    <span>
      {name} <b className="mono">{count === 0 ? '–' : formatTickPrice(sum, props.decimals)}</b>
      {count < sums.of ? EVENT_PANE_LABELS.of(formatContracts(count * 1_000_000), sums.of) : ''}
    </span>
  );
  return (
    <div className={isNotable ? 'event-sums notable' : 'event-sums'} data-testid="event-sums">
      <span>{EVENT_PANE_LABELS.sumOfYes}</span>
      {side('bids', sums.bids)}
      {side('asks', sums.asks)}
      <span className="event-sums-text" title={text}>
        {text}
      </span>
    </div>
  );
}

function Loading() {
  return (
    <div className="event-ghosts" role="status" aria-label={EVENT_PANE_LABELS.loadingEvent}>
      {[0, 1, 2, 3, 4].map((row) => (
        <span key={row} aria-hidden="true" />
      ))}
    </div>
  );
}

/** Ten times a second: prices of many outcomes are compared, not traded within a frame. */
const RENDER_EVERY_MS = 100;

/** Renders again when one of many books changes, at a bounded rate. */
function useBooks(markets: readonly MarketId[]): void {
  const [, setVersion] = useState(0);
  const joined = markets.join('\n');
  useEffect(() => {
    let timer: number | null = null;
    const render = (): void => {
      timer = null;
      setVersion((version) => version + 1);
    };
    const keys = joined === '' ? [] : joined.split('\n').map((market) => feedKey.book(market as MarketId));
    const stop = feed.clock.subscribe(keys, () => {
      timer ??= window.setTimeout(render, RENDER_EVERY_MS);
    });
    return () => {
      stop();
      if (timer !== null) window.clearTimeout(timer);
    };
  }, [joined]);
}

/** Table or ladders, and what the pane shows. */
export function Header() {
  const [view, setView] = usePaneValue(viewSetting);
  const [showsWays, setShowsWays] = usePaneValue(waysSetting);
  const [hidden, setHidden] = usePaneValue(hiddenColumns);
  return (
    <>
      <Segmented<EventView>
        label={EVENT_PANE_LABELS.outcomesAs}
        value={view}
        choices={[
          { value: 'table', label: 'Table' },
          { value: 'ladders', label: 'Ladders' },
        ]}
        onChange={setView}
      />
      <MenuButton
        className="button small quiet"
        label={EVENT_PANE_LABELS.columnsAndWays}
        title={EVENT_PANE_LABELS.columnsAndWays}
        face={<SlidersHorizontal size={13} aria-hidden="true" />}
      >
        <ColumnChecks columns={CHOOSABLE_COLUMNS} hidden={hidden} onChange={setHidden} />
        <MenuSeparator />
        <MenuCheck isOn={showsWays} onChange={setShowsWays}>
          {EVENT_PANE_LABELS.cheapestWays}
        </MenuCheck>
      </MenuButton>
    </>
  );
}
