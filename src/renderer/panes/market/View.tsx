/** Market pane: rules, times, what decides it, trading terms and ids of one market. */

import { ChevronDown, ChevronRight } from 'lucide-react';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { type Market, phaseOf } from '#shared/market/market.ts';
import { DEFAULT_FEE_RATE } from '#shared/order/fees.ts';
import type { MarketIds } from '#shared/order/wallet/pins.ts';
import { formatCoded } from '#shared/text/catalogue.ts';
import { CATALOGUE_FAILURE_TEXTS } from '#shared/text/markets/catalogueFailures.ts';
import { MARKET_PANE_LABELS } from '#shared/text/markets/marketPaneLabels.ts';
import { NOT_KNOWN } from '#shared/text/markets/markets.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { act } from '../../act/bridge.ts';
import { useWatch } from '../../act/watch.ts';
import { useMarket, useTick } from '../../domain/markets/markets.ts';
import { usePaneMarket, usePaneValue } from '../../domain/workspaces/panes.ts';
import { feed, useFeed, useFeedValue } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { useNow } from '../../ui/clock.ts';
import { Copyable } from '../../ui/form/Copyable.tsx';
import { Banner } from '../../ui/marks/Banner.tsx';
import { Empty } from '../../ui/parts.tsx';
import { ScrollRegion } from '../../ui/ScrollRegion.tsx';
import './market.css';
import {
  type Fact,
  formatCountdown,
  listChangedIds,
  listIds,
  listJudged,
  listStatus,
  listTrading,
  SECTION_TITLES,
  type SectionName,
  type Timing,
} from './model.ts';
import { foldedSections, isFolded, toggleFolded } from './state.ts';

/** A market is pinned within a second of the first look at its book. */
const READ_IDS_EVERY_MS = 3_000;

export function View() {
  const id = usePaneMarket();
  const market = useMarket(id);
  const at = useFeedValue([feedKey.catalogue], (mirror) => mirror.catalogue()?.at ?? 'loading');
  if (id === null)
    return <Empty what={MARKET_PANE_LABELS.noMarketIsChosen} how={MARKET_PANE_LABELS.pickOneInMarkets} />;
  if (market === null && at === 'loading') return <Loading />;
  if (market === null) {
    return <Empty what={MARKET_PANE_LABELS.exchangeDoesNotList(id)} how={MARKET_PANE_LABELS.itMayHaveLeftList} />;
  }
  return <Facts market={market} />;
}

function Facts(props: { readonly market: Market }) {
  const { market } = props;
  useWatch({ book: market.id });
  const catalogue = useFeed([feedKey.catalogue], (mirror) => mirror.catalogue());
  const nowMs = useNow(1_000);
  const offsetMs = feed.clockOffsetMs();
  const phase = phaseOf(market, nowMs + (offsetMs ?? 0));
  const timing: Timing = { nowMs, exchangeTimeMs: offsetMs === null ? null : nowMs + offsetMs, phase };
  const tick = useTick();
  const feeRateMicros = useFeedValue(
    [feedKey.account],
    (mirror) => mirror.account()?.feeRateMicros ?? DEFAULT_FEE_RATE,
  );
  const isReserveKnown = useFeedValue([feedKey.account], (mirror) => mirror.account()?.isReserveKnown ?? false);
  const pinned = usePinnedIds(market.id);
  const countdown = formatCountdown(market, timing);
  return (
    <ScrollRegion className="market" label="Market" testId="market">
      {catalogue?.at === 'stale' && catalogue.failure ? (
        <Banner tone="stale" text={`Stale. ${formatCoded(CATALOGUE_FAILURE_TEXTS, catalogue.failure)}.`} />
      ) : null}
      <PinWarning market={market} />
      <header className="market-title">
        {market.eventTitle && market.eventTitle !== market.title ? <p>{market.eventTitle}</p> : null}
        <h2>{market.title === '' ? market.id : market.title}</h2>
        <p>
          <span className={`market-phase ${phase}`}>{PHASE_NAMES[phase]}</span>
          {countdown === null ? null : <span className="market-countdown">{countdown}</span>}
        </p>
      </header>
      <Section name="status">
        <List facts={listStatus(market, timing)} />
      </Section>
      <Section name="rules">
        <Prose text={market.rules} />
        <Prose label="Description" text={market.description} />
      </Section>
      <Section name="judged">
        <List facts={listJudged(market, timing)} />
      </Section>
      <Section name="trading">
        <List facts={listTrading(market, { tick, feeRateMicros, isReserveKnown })} />
      </Section>
      <Section name="ids">
        <List facts={listIds(market, pinned)} />
      </Section>
    </ScrollRegion>
  );
}

const PHASE_NAMES = {
  notOpen: 'Not open yet',
  trading: 'Trading',
  closed: 'Closed',
  resolved: 'Resolved',
  voided: 'Voided',
} as const;

/** The pinned ids: undefined while the vault is locked, null while there is no pin. */
function usePinnedIds(market: MarketId): MarketIds | null | undefined {
  const vault = useFeedValue([feedKey.wallet], (mirror) => mirror.wallet()?.vault ?? null);
  const [read, setRead] = useState<{ readonly market: MarketId; readonly ids: MarketIds | null } | null>(null);
  useEffect(() => {
    if (vault !== 'unlocked') return setRead(null);
    let timer: number | null = null;
    let isOver = false;
    const ask = async (): Promise<void> => {
      const answer = await act('wallet.readMarketIds', { market });
      if (isOver) return;
      const ids = answer.ok ? answer.value.pinned : null;
      setRead({ market, ids });
      if (ids === null) timer = window.setTimeout(() => void ask(), READ_IDS_EVERY_MS);
    };
    void ask();
    return () => {
      isOver = true;
      if (timer !== null) window.clearTimeout(timer);
    };
  }, [market, vault]);
  if (vault !== 'unlocked') return undefined;
  return read?.market === market ? read.ids : null;
}

function PinWarning(props: { readonly market: Market }) {
  const change = useFeed(
    [feedKey.wallet],
    (mirror) => mirror.wallet()?.custody.changedMarkets.find(({ market }) => market === props.market.id) ?? null,
  );
  if (change === null) return null;
  return (
    <div className="market-changed" role="alert">
      <strong>{MARKET_PANE_LABELS.idsOfThisMarketChanged}</strong> {MARKET_PANE_LABELS.noOrderOfItIsSigned}
      <List facts={listChangedIds(change)} />
    </div>
  );
}

function Section(props: { readonly name: SectionName; readonly children: ReactNode }) {
  const [folded, setFolded] = usePaneValue(foldedSections);
  const { name } = props;
  const isClosed = isFolded(folded, name);
  const bodyId = useId();
  const Arrow = isClosed ? ChevronRight : ChevronDown;
  return (
    <section className="market-section" aria-label={SECTION_TITLES[name]}>
      <h3>
        <button
          type="button"
          aria-expanded={!isClosed}
          aria-controls={bodyId}
          onClick={() => setFolded(toggleFolded(folded, name))}
        >
          <Arrow size={11} aria-hidden="true" />
          {SECTION_TITLES[name]}
        </button>
      </h3>
      <div id={bodyId} hidden={isClosed}>
        {isClosed ? null : props.children}
      </div>
    </section>
  );
}

function List(props: { readonly facts: readonly Fact[] }) {
  return (
    <dl className="market-facts">
      {props.facts.map(({ label, value, note, isId, tone }) => (
        <div key={label} className={tone}>
          <dt>{label}</dt>
          <dd>
            {value === null ? (
              <span className="unknown">{NOT_KNOWN}</span>
            ) : isId ? (
              <Copyable what={label.toLowerCase()} text={value} />
            ) : (
              <span>{value}</span>
            )}
            {note === undefined ? null : <small>{note}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Text of several lines that the exchange wrote. */
function Prose(props: { readonly label?: string; readonly text: string }) {
  const text = props.text.trim();
  return (
    <div className="market-prose">
      {props.label === undefined ? null : <h4>{props.label}</h4>}
      {text === '' ? <p className="unknown">{NOT_KNOWN}</p> : <p>{text}</p>}
    </div>
  );
}

function Loading() {
  return (
    <div className="market-ghosts" role="status" aria-label={MARKET_PANE_LABELS.loadingMarket}>
      {[70, 40, 90, 85, 60].map((width) => (
        <span key={width} style={{ width: `${width}%` }} aria-hidden="true" />
      ))}
    </div>
  );
}
