/** Order ticket: the draft, the reasons against placing it, and one button for the next step. */

import { type FormEvent, useEffect, useRef } from 'react';
import { bookColumn, type Direction, type Side } from '#shared/market/outcome.ts';
import { tickDecimals } from '#shared/market/tickGrid.ts';
import { checkIntent, type Denial } from '#shared/order/check.ts';
import type { OrderIntent } from '#shared/order/intent.ts';
import { isUnlocked } from '#shared/order/readiness.ts';
import { dustAfter } from '#shared/order/risk/dust.ts';
import { formatBridgeError } from '#shared/text/bridgeErrors.ts';
import { formatDenial } from '#shared/text/denials.ts';
import { LABEL_PROBLEMS } from '#shared/text/labelProblems.ts';
import { formatExactContracts } from '#shared/text/numbers.ts';
import type { IntentId, MarketId } from '#shared/units/ids.ts';
import { mirrorPrice, type Price } from '#shared/units/price.ts';
import { type Shares, toShares } from '#shared/units/shares.ts';
import { act } from '../../act/bridge.ts';
import { buildIntent, changeDraft, type Draft, draftPrice, useDraft } from '../../act/draft.ts';
import { useWatch } from '../../act/watch.ts';
import { describeAccount } from '../../domain/accountStatus.ts';
import { requestFlatten } from '../../domain/exits.ts';
import { useKeyLabel, withKey } from '../../domain/hotkeys.ts';
import { formatOrder } from '../../domain/orderFigures.ts';
import { labelOutcome } from '../../domain/outcomes.ts';
import { usePane, usePaneMarket } from '../../domain/panes.ts';
import { readBest, readPreTradeContext } from '../../domain/preTradeContext.ts';
import { findDialog } from '../../domain/readiness.ts';
import { feed, useFeed, useFeedValue } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { Banner, NoticeBanner } from '../../ui/Banner.tsx';
import { useNow } from '../../ui/clock.ts';
import { useOverlay } from '../../ui/overlay.ts';
import { Segmented } from '../../ui/parts.tsx';
import { type Action, buildAction, listDenials } from './model.ts';
import { Preview } from './Preview.tsx';
import { PriceField, usePriceText } from './PriceField.tsx';
import { Result } from './Result.tsx';
import { SizeField, useSizeText } from './SizeField.tsx';
import './ticket.css';
import { type Placed, usePlacing } from './usePlacing.ts';

/** The first are the most important; the others follow from them. */
const MAX_REASONS = 4;
const NO_INTENT = 'preview-only' as IntentId;
const NOWHERE = '' as MarketId;
/** Stands for an empty field: checkIntent denies it. */
const NOT_TYPED = Number.NaN;

export function View() {
  const { linkKey } = usePane();
  const market = usePaneMarket();
  useWatch({ book: market });
  const draft = useDraft(linkKey);
  const draftedPrice = draftPrice(draft, market);
  const change = (part: Partial<Omit<Draft, 'price'>>): void => changeDraft(linkKey, part);
  const setPrice = (price: Price | null, isTyped = false): void => {
    const typed = isTyped ? ({ isTyped: true } as const) : {};
    changeDraft(linkKey, { price: price === null || market === null ? null : { market, value: price, ...typed } });
  };
  const typed = draftedPrice !== null && draft.price?.isTyped ? ({ isPriceTyped: true } as const) : {};
  useFeed([feedKey.catalogue, feedKey.account, feedKey.wallet], () => null);
  // The whole book moves all the time; the form only cares for what is best and whether it may be believed.
  useFeedValue(market === null ? [] : [feedKey.book(market)], (mirror) => {
    if (market === null) return '';
    const best = readBest(mirror, market, 'yes');
    return `${best.bid} ${best.ask} ${mirror.book(market)?.health.at}`;
  });
  const now = useNow(1_000);
  const context = readPreTradeContext(feed, market, draft.side, draft.direction, now);
  const best = market === null ? { bid: null, ask: null } : readBest(feed, market, draft.side);

  const priceText = usePriceText(draftedPrice, context.tick, (price) => setPrice(price, true));
  const size = useSizeText(draft.shares, { ...context, direction: draft.direction, price: draftedPrice }, change);
  const placing = usePlacing();
  useFreshPrice({
    market,
    price: draftedPrice,
    best: draft.direction === 'buy' ? best.ask : best.bid,
    text: priceText.text,
    clear: priceText.clear,
    setPrice,
  });

  const intent: OrderIntent = {
    intentId: NO_INTENT,
    market: market ?? NOWHERE,
    side: draft.side,
    direction: draft.direction,
    price: draftedPrice ?? (NOT_TYPED as Price),
    shares: draft.shares ?? (NOT_TYPED as Shares),
    postOnly: draft.postOnly,
    ...typed,
    bookVersion: null,
  };
  const denials = checkIntent(intent, context);
  const dust =
    draft.shares === null ? 0 : dustAfter(intent, { positions: feed.account()?.positions ?? null }, context.tick);
  const summary =
    draftedPrice !== null && draft.shares !== null
      ? formatOrder(context.market, draft.side, draft.direction, draftedPrice, draft.shares)
      : null;
  const armKey = useKeyLabel('trading.arm');
  const action = buildAction(context.readiness, denials, summary, placing.isBusy);
  const reasons = listDenials(
    denials,
    priceText.hint !== null || priceText.text === '',
    size.hint !== null || size.text === '',
  );
  const lines = draft.direction === 'sell' ? feed.account()?.ledger.positions : undefined;
  const position = lines?.find((one) => one.market === market && one.side === draft.side) ?? null;

  const press = (): void => {
    const { show } = useOverlay.getState();
    if (action.kind === 'disarmed') void arm();
    else if (action.kind !== 'place') show(findDialog(action.kind) ?? 'wizard');
    else if (action.enabled && market !== null && draftedPrice !== null && draft.shares !== null && summary !== null) {
      const { side, direction, postOnly, shares } = draft;
      const version = feed.book(market)?.version ?? null;
      void placing.place(
        summary,
        buildIntent(market, { side, direction, price: draftedPrice, shares, postOnly, ...typed }, version),
      );
    }
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    // Enter in a field never arms trading.
    if (action.kind !== 'disarmed') press();
  };
  const setSide = (side: Side): void => {
    if (side === draft.side) return;
    change({ side });
    setPrice(draftedPrice === null ? null : mirrorPrice(draftedPrice));
  };

  return (
    <form className="ticket" aria-label="Order ticket" onSubmit={onSubmit}>
      <div className="ticket-form scroll">
        <div className="ticket-legs">
          <Segmented
            label="Outcome"
            value={draft.side}
            onChange={setSide}
            choices={[
              { value: 'yes', label: labelOutcome(context.market, 'yes'), tone: 'yes' },
              { value: 'no', label: labelOutcome(context.market, 'no'), tone: 'no' },
            ]}
          />
          <Segmented
            label="Direction"
            value={draft.direction}
            onChange={(direction) => change({ direction })}
            choices={[
              { value: 'buy', label: 'Buy' },
              { value: 'sell', label: 'Sell' },
            ]}
          />
        </div>
        {context.market?.labelProblem == null ? null : (
          <Banner tone="warn" text={`${LABEL_PROBLEMS[context.market.labelProblem]}.`} />
        )}
        <PriceField
          text={priceText.text}
          hint={priceText.hint}
          price={draftedPrice}
          bid={best.bid}
          ask={best.ask}
          buying={draft.direction === 'buy'}
          tick={context.tick}
          onType={priceText.type}
          onPrice={setPrice}
        />
        <SizeField size={size} direction={draft.direction} sellable={context.sellable} />
        <label className="ticket-post" title="Refused rather than traded at once">
          <span>Post only</span>
          <input
            type="checkbox"
            role="switch"
            aria-checked={draft.postOnly}
            checked={draft.postOnly}
            onChange={(event) => change({ postOnly: event.target.checked })}
          />
          <span className="mono" aria-hidden="true">
            {draft.postOnly ? 'On' : 'Off'}
          </span>
        </label>
        <Preview
          market={market}
          draft={{ ...draft, price: draftedPrice }}
          position={position}
          feeRateMicros={context.feeRateMicros}
          decimals={tickDecimals(context.tick)}
        />
      </div>
      <div className="ticket-foot">
        {dust > 0 ? (
          <Banner
            tone="warn"
            text={`Leaves ${formatExactContracts(toShares(dust))} contracts that no order can sell.`}
          />
        ) : null}
        <NoticeBanner notice={describeAccount(feed.account(), 'Balance and positions may have changed since.')} />
        {reasons.length > 0 ? (
          <ul className="ticket-reasons" aria-label="Why it can't be sent">
            {reasons.slice(0, MAX_REASONS).map((reason) => (
              <li key={keyOfReason(reason)}>{formatDenial(reason)}</li>
            ))}
            {reasons.length > MAX_REASONS ? <li>{reasons.length - MAX_REASONS} more limits refuse it</li> : null}
          </ul>
        ) : null}
        {market !== null && reasons.some(({ code }) => code === 'sellable') ? (
          <button
            type="button"
            className="button small"
            onClick={() => requestFlatten({ kind: 'position', market, side: draft.side })}
          >
            Close position…
          </button>
        ) : null}
        {placing.placed && isUnlocked(context.readiness) && concerns(placing.placed, market) ? (
          <Result placed={placing.placed} onDismiss={placing.dismiss} />
        ) : null}
        <button
          type={action.kind === 'disarmed' ? 'button' : 'submit'}
          className={`button large ${toneOf(action.kind, draft.side, draft.direction)}`}
          disabled={!action.enabled}
          onClick={action.kind === 'disarmed' ? press : undefined}
        >
          {action.kind === 'disarmed' ? withKey(action.label, armKey) : action.label}
        </button>
      </div>
    </form>
  );
}

/** Every limit has a denial of its own. */
function keyOfReason({ code, parameters }: Denial): string {
  return code === 'limit' ? `limit ${parameters.limit}` : code;
}

function toneOf(kind: Action['kind'], side: Side, direction: Direction): string {
  if (kind === 'disarmed') return 'ticket-arm';
  if (kind !== 'place') return 'primary';
  return bookColumn(side, direction) === 'bid' ? 'yes-button' : 'no-button';
}

/** True for the result of this market's order, and for a lost order of any market. */
function concerns(placed: Placed, market: MarketId | null): boolean {
  return placed.market === market || (placed.answer.ok && placed.answer.value.outcome === 'unknown');
}

async function arm(): Promise<void> {
  const result = await act('account.arm', { armed: true });
  if (!result.ok) useOverlay.getState().notify('bad', 'Trading was not armed', formatBridgeError(result.error));
}

/** Empties the price field for a new market, then fills it with the best price of that market's book. */
function useFreshPrice(field: {
  readonly market: MarketId | null;
  readonly price: Price | null;
  readonly best: Price | null;
  readonly text: string;
  readonly clear: () => void;
  readonly setPrice: (price: Price) => void;
}): void {
  const shownMarket = useRef(field.market);
  const awaitsBest = useRef(true);
  useEffect(() => {
    const { market, price, best, text } = field;
    if (market !== shownMarket.current) {
      shownMarket.current = market;
      awaitsBest.current = true;
      // A price that came together with the market ("Sell…" of a position) stays.
      if (price === null) field.clear();
    } else if (awaitsBest.current && best !== null) {
      awaitsBest.current = false;
      if (text === '') field.setPrice(best);
    }
  });
}
