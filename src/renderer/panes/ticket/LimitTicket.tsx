/** Limit order of the ticket: the draft, the reasons against placing it, and one button for the next step. */
import { type FormEvent, type ReactElement, useRef, useState } from 'react';
import { formatDuration } from '#shared/base/formatDuration.ts';
import { encodeMessage } from '#shared/ipc/codec.ts';
import type { OrderView } from '#shared/ipc/views.ts';
import { type Market, timeToClose } from '#shared/market/market.ts';
import { bookColumn, type Direction, otherSide, type Side } from '#shared/market/outcome.ts';
import { tickDecimals } from '#shared/market/tickGrid.ts';
import { isUnlocked } from '#shared/order/account/readiness.ts';
import { checkIntent } from '#shared/order/check.ts';
import { findFillSummary, summarizeFills } from '#shared/order/fillSummary.ts';
import type { OrderIntent } from '#shared/order/intent.ts';
import { dustAfter } from '#shared/order/risk/use.ts';
import { formatBridgeError } from '#shared/text/bridgeErrors.ts';
import { LABEL_PROBLEMS } from '#shared/text/markets/labelProblems.ts';
import { findDoubtfulStatus } from '#shared/text/markets/markets.ts';
import { formatExactContracts, formatTickPrice } from '#shared/text/numbers.ts';
import { TICKET_PANE_LABELS } from '#shared/text/orders/ticketPaneLabels.ts';
import { formatTime } from '#shared/text/times.ts';
import type { IntentId, MarketId } from '#shared/units/ids.ts';
import { mirrorPrice, type Price } from '#shared/units/price.ts';
import { type Shares, toShares } from '#shared/units/shares.ts';
import { act } from '../../act/bridge.ts';
import { findUnknownTwin } from '../../act/click.ts';
import { buildIntent, changeDraft, type Draft, draftPrice, useDraft } from '../../act/draft.ts';
import { useWatch } from '../../act/watch.ts';
import { describeAccount } from '../../domain/account/accountStatus.ts';
import { findOpenCost } from '../../domain/account/exposure.ts';
import { findDialog, readReadiness } from '../../domain/account/readiness.ts';
import { requestFlatten } from '../../domain/exits/exits.ts';
import { warnOfStandingSale } from '../../domain/exits/standingSales.ts';
import { useKeyLabel, withKey } from '../../domain/keys/hotkeys.ts';
import { findMarket } from '../../domain/markets/markets.ts';
import { labelOutcome } from '../../domain/markets/outcomes.ts';
import { DISARMED } from '../../domain/noticeFacts.ts';
import { readOrderBlock } from '../../domain/orders/orderBlock.ts';
import { formatOrder } from '../../domain/orders/orderFigures.ts';
import { readBest, readPreTradeContext } from '../../domain/orders/preTradeContext.ts';
import { usePane, usePaneMarket } from '../../domain/workspaces/panes.ts';
import { feed, useFeed, useFeedValue } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { useNow, useTimed } from '../../ui/clock.ts';
import { Banner, NoticeBanner } from '../../ui/marks/Banner.tsx';
import { useOverlay } from '../../ui/overlay/overlay.ts';
import { Segmented } from '../../ui/parts.tsx';
import { sendByButton, useFillFocus } from './focus.ts';
import { FoldedMessages, Reasons, SaleHelp, TwinWarning } from './Messages.tsx';
import { type Action, buildAction, describeListing, holdOf, listDenials } from './model.ts';
import { describeOutcome } from './outcome.ts';
import { Preview } from './Preview.tsx';
import { PriceField, useFreshPrice, usePriceText } from './PriceField.tsx';
import { SizeField, useSizeText } from './SizeField.tsx';
import { type Placed, usePlacing } from './usePlacing.ts';
import { useWholeLines } from './wholeLines.ts';

const NO_INTENT = 'preview-only' as IntentId;
const NOWHERE = '' as MarketId;
/** Stands for an empty field: checkIntent denies it. */
const NOT_TYPED = Number.NaN;

export function LimitTicket() {
  const { linkKey } = usePane();
  const form = useRef<HTMLFormElement>(null);
  useFillFocus(form);
  useWholeLines(form, '.ticket-form', ['.ticket-totals', '.ticket-foot']);
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
  useFeed([feedKey.account, feedKey.wallet], () => null);
  // Prices and volumes of the catalogue are in no part of the form.
  useFeedValue([feedKey.catalogue], (mirror) => describeListing(findMarket(mirror, market), mirror.catalogue()?.tick));
  // The whole book moves all the time; the form only cares for what is best and whether it may be believed.
  useFeedValue(market === null ? [] : [feedKey.book(market)], (mirror) => {
    if (market === null) return '';
    const best = readBest(mirror, market, 'yes');
    return `${best.bid} ${best.ask} ${mirror.book(market)?.health.at}`;
  });
  const now = Date.now();
  const context = readPreTradeContext(feed, market, draft.side, draft.direction, now);
  const best = market === null ? { bid: null, ask: null } : readBest(feed, market, draft.side);

  const priceText = usePriceText(draftedPrice, context.tick, (price) => setPrice(price, true));
  const size = useSizeText(draft, { ...context, direction: draft.direction, price: draftedPrice }, change);
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
  const isOver = denials.some(({ code }) => code === 'marketClosed');
  const dust =
    draft.shares === null ? 0 : dustAfter(intent, { positions: feed.account()?.positions ?? null }, context.tick);
  const summary =
    draftedPrice !== null && draft.shares !== null
      ? formatOrder(context.market, draft.side, draft.direction, draftedPrice, draft.shares)
      : null;
  // The market opens and closes, limits come into force and blocks end without a frame.
  useTimed(1_000, (nowMs) =>
    encodeMessage([
      checkIntent(intent, readPreTradeContext(feed, market, draft.side, draft.direction, nowMs)),
      readReadiness(feed),
      Math.ceil(readOrderBlock(feed, nowMs) / 1_000),
      describeClosing(context.market, nowMs + (feed.clockOffsetMs() ?? 0)),
    ]),
  );
  const armKey = useKeyLabel('trading.arm');
  const blockedMs = readOrderBlock(feed, now);
  const status = context.market && findDoubtfulStatus(context.market, context.exchangeTimeMs);
  const standing = warnOfStandingSale(feed, market, draft.side, draft.direction, now);
  const twin = findTwin(draft, market, draftedPrice);
  // An agreement is for one order: another size or price, and every placement, asks again.
  const twinKey = twin && `${twin.createdAtMs} ${summary}`;
  const [agreedTo, setAgreedTo] = useState<string | null>(null);
  const isAgreed = twinKey !== null && agreedTo === twinKey;
  const hold = holdOf(blockedMs, twin !== null && !isAgreed);
  const action = buildAction(context.readiness, denials, summary, placing.isBusy, hold);
  const reasons = listDenials(
    denials,
    priceText.hint !== null || priceText.text === '',
    size.hint !== null || size.text === '',
  );
  const position = draft.direction === 'sell' ? findOpenCost(feed, market, draft.side) : null;

  const press = (): void => {
    const { show } = useOverlay.getState();
    if (action.kind === 'disarmed') void arm();
    else if (action.kind !== 'place') show(findDialog(action.kind) ?? 'wizard');
    else if (action.enabled && market !== null && draftedPrice !== null && draft.shares !== null && summary !== null) {
      const { side, direction, postOnly, shares } = draft;
      const version = feed.book(market)?.version ?? null;
      setAgreedTo(null);
      void placing.place(
        summary,
        buildIntent(market, { side, direction, price: draftedPrice, shares, postOnly, ...typed }, version),
      );
    }
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    // What a form sends by itself never arms trading.
    if (action.kind !== 'disarmed') press();
  };
  const setSide = (side: Side): void => {
    if (side === draft.side) return;
    change({ side });
    setPrice(draftedPrice === null ? null : mirrorPrice(draftedPrice));
  };

  const listed = context.market;
  const blockedNowMs = isUnlocked(context.readiness) ? blockedMs : 0;
  const { placed } = placing;
  const isResultShown =
    placed !== null &&
    isUnlocked(context.readiness) &&
    concerns(placed, market) &&
    // The warning beside the same order says it too.
    twin?.intentId !== placed.intentId;
  const result = isResultShown ? <Result key="result" placed={placed} onDismiss={placing.dismiss} /> : null;
  const notice = describeAccount(feed.account(), 'Balance and positions may have changed since.');
  const warn = (key: string, text: string | null): ReactElement | null =>
    text === null ? null : <Banner key={key} tone="warn" text={text} />;
  // The first one is seen in the lowest pane too: what stops the order comes before what became of the last one.
  const messages = [
    twin === null ? null : (
      <TwinWarning
        key="twin"
        twin={twin}
        what={formatOrder(listed, twin.side, twin.direction ?? draft.direction, twin.price, twin.shares)}
        isConfirmed={isAgreed}
        onConfirm={(isConfirmed) => setAgreedTo(isConfirmed ? twinKey : null)}
      />
    ),
    placed !== null && isUnknown(placed) ? result : null,
    reasons.length === 0 && blockedNowMs === 0 ? null : (
      <div key="reasons" className="ticket-why">
        {market !== null && reasons.some(({ code }) => code === 'sellable') ? (
          <SaleHelp
            direction={draft.direction}
            sellable={context.sellable}
            all={context.sellable === null ? '' : formatExactContracts(context.sellable)}
            hasPosition={holds(market, draft.side)}
            instead={formatInstead(draft.side, draftedPrice, tickDecimals(context.tick))}
            onAll={() => change({ shares: context.sellable })}
            onClose={() => requestFlatten({ kind: 'position', market, side: draft.side })}
            onInstead={() => {
              change({ direction: 'buy' });
              setSide(otherSide(draft.side));
            }}
          />
        ) : null}
        <Reasons reasons={reasons} blockedMs={blockedNowMs} />
      </div>
    ),
    placed !== null && isUnknown(placed) ? null : result,
    warn('dust', dust > 0 ? `Leaves ${formatExactContracts(toShares(dust))} contracts that no order can sell.` : null),
    warn('status', status === null ? null : `The exchange says “${status}”: it may refuse orders.`),
    warn('closing', describeClosing(listed, context.exchangeTimeMs)),
    warn('standing', standing),
    notice === null ? null : <NoticeBanner key="account" notice={notice} />,
  ].filter((message) => message !== null);

  return (
    <form
      ref={form}
      className="ticket"
      aria-label={TICKET_PANE_LABELS.orderTicket}
      onSubmit={onSubmit}
      {...sendByButton}
    >
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
        <label className="ticket-post" title={TICKET_PANE_LABELS.refusedRatherThanTraded}>
          <span>{TICKET_PANE_LABELS.postOnly}</span>
          <input
            type="checkbox"
            role="switch"
            aria-checked={draft.postOnly}
            checked={draft.postOnly}
            onChange={(event) => change({ postOnly: event.target.checked })}
          />
          <span aria-hidden="true">{draft.postOnly ? 'On' : 'Off'}</span>
        </label>
        <Preview
          market={market}
          draft={{ ...draft, price: isOver ? null : draftedPrice }}
          position={position}
          feeRateMicros={context.feeRateMicros}
          decimals={tickDecimals(context.tick)}
        />
      </div>
      <div className="ticket-foot">
        <FoldedMessages messages={messages} />
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

/** In the last minute, else null. */
function describeClosing(market: Market | null, exchangeTimeMs: number): string | null {
  if (market?.closeAtMs == null || timeToClose(market, exchangeTimeMs) === null) return null;
  return `This market closes at ${formatTime(market.closeAtMs)}, in less than a minute.`;
}

/** An order like the draft whose answer is unknown. */
function findTwin(draft: Draft, market: MarketId | null, price: Price | null): OrderView | null {
  if (market === null || price === null) return null;
  const orders = feed.account()?.orders.filter((order) => order.market === market) ?? [];
  return findUnknownTwin(orders, { side: draft.side, direction: draft.direction, price });
}

function holds(market: MarketId, side: Side): boolean {
  const positions = feed.account()?.positions ?? [];
  return positions.some((one) => one.market === market && one.outcome === side && one.quantity > 0);
}

/** 'Buy no at 0.39 instead': without a position, the purchase that a sale stands for. */
function formatInstead(side: Side, price: Price | null, decimals: number): string {
  const at = price === null ? '' : ` at ${formatTickPrice(mirrorPrice(price), decimals)}`;
  return `Buy ${otherSide(side)}${at} instead`;
}

function toneOf(kind: Action['kind'], side: Side, direction: Direction): string {
  if (kind === 'disarmed') return 'ticket-arm';
  if (kind !== 'place') return 'primary';
  return bookColumn(side, direction) === 'bid' ? 'yes-button' : 'no-button';
}

/** True for the result of this market's order, and for a lost order of any market. */
function concerns(placed: Placed, market: MarketId | null): boolean {
  return placed.market === market || isUnknown(placed);
}

function isUnknown({ answer }: Placed): boolean {
  return answer.ok && answer.value.outcome === 'unknown';
}

async function arm(): Promise<void> {
  const result = await act('account.arm', { armed: true });
  if (!result.ok)
    useOverlay.getState().notify('bad', 'Trading was not armed', formatBridgeError(result.error), DISARMED);
}

/** Result of the latest order; an unknown one is loud and shows how long it has been unknown. */
function Result(props: { readonly placed: Placed; readonly onDismiss: () => void }) {
  const { summary, intentId, answer } = props.placed;
  const order = useFeed(
    [feedKey.account],
    (mirror) => mirror.account()?.orders.find((one) => one.intentId === intentId) ?? null,
  );
  const average = useFeed([feedKey.account], (mirror) => {
    if (!order?.orderId) return null;
    const fills = mirror.account()?.fills.filter((fill) => fill.orderId === order.orderId) ?? [];
    return findFillSummary(order, summarizeFills(fills))?.averagePrice ?? null;
  });
  const outcome = describeOutcome(summary, answer, order, average);
  const sinceMs = order?.life.at === 'unknown' ? order.life.sinceMs : null;
  const now = useNow(sinceMs === null ? null : 100);
  return (
    <div className={`ticket-result ${outcome.tone}`} role={outcome.tone === 'good' ? 'status' : 'alert'}>
      <div>
        <strong>
          {outcome.title}
          {sinceMs === null ? '' : ` · ${formatDuration(now - sinceMs, { tenths: true })}`}
        </strong>
        {outcome.detail ? <span title={outcome.detail}>{outcome.detail}</span> : null}
      </div>
      <button
        type="button"
        className="button quiet small"
        aria-label={TICKET_PANE_LABELS.dismissResult}
        onClick={props.onDismiss}
      >
        ×
      </button>
    </div>
  );
}
