/** Flatten dialog: both ways out of each position with their figures, the worst price, and what is cancelled first. */

import { useEffect, useRef, useState } from 'react';
import { otherSide } from '#shared/market/outcome.ts';
import { type Tick, tickDecimals } from '#shared/market/tickGrid.ts';
import type { FlattenScope, PlannedOrder } from '#shared/order/exits/flattenPlan.ts';
import type { FlattenPreview } from '#shared/order/exits/progress.ts';
import type { ExitQuote } from '#shared/order/exits/quote.ts';
import { resultOfExit } from '#shared/order/exposure/exposure.ts';
import { RESULT_NAMES, RESULT_TITLES } from '#shared/text/account/exposure.ts';
import { formatBridgeError } from '#shared/text/bridgeErrors.ts';
import { EXIT_DIALOG_LABELS } from '#shared/text/exits/exitDialogLabels.ts';
import { formatContracts, formatGain, formatMoney, formatTickPrice } from '#shared/text/numbers.ts';
import type { IntentId, MarketId } from '#shared/units/ids.ts';
import { toUsd, type Usd } from '#shared/units/usd.ts';
import { act } from '../../act/bridge.ts';
import { readBothLegs, useExposures } from '../../domain/account/exposure.ts';
import { requestFlatten } from '../../domain/exits/exits.ts';
import { marketName, NO_MARKETS, useTick } from '../../domain/markets/markets.ts';
import { mergeableSets, requestWalletForm } from '../../domain/wallet/walletRequests.ts';
import { feed, useFeed, useFeedValue } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import {
  buildLegState,
  buildRequest,
  describeBothLegs,
  type LegChoice,
  type LegState,
  NO_CHOICE,
  nameScope,
  withReadWays,
} from './model.ts';
import './exits.css';
import { useFirstFocus } from '../../ui/focus.ts';

const REFRESH_MS = 1_000;

export function FlattenDialog(props: { readonly scope: FlattenScope }) {
  const { scope } = props;
  const [cancelsOrders, setCancels] = useState(true);
  const [choices, setChoices] = useState<Readonly<Record<string, LegChoice>>>({});
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const preview = usePreview(scope, cancelsOrders, setError);
  const tick = useTick();
  const markets = useFeed([feedKey.catalogue], (mirror) => mirror.catalogue()?.markets ?? NO_MARKETS);
  const exposures = useExposures((one) => one);
  const states = (preview?.legs ?? []).map((leg) =>
    buildLegState(
      withReadWays(leg, exposures.of(leg.market), cancelsOrders, tick),
      choices[leg.market] ?? NO_CHOICE,
      tick,
    ),
  );
  const legs = buildRequest(states);
  const button = useRef<HTMLButtonElement>(null);
  // Once, when there is something to press: the key that opened the preview and Enter are the whole way.
  const [hasBeenReady, setReady] = useState(false);
  if (!hasBeenReady && legs.length > 0) setReady(true);
  useFirstFocus(button, hasBeenReady);
  const orders = states.flatMap(({ leg }) => leg.orders);
  const value = states.reduce((sum, { quote, problem }) => sum + (problem === null ? (quote?.value ?? 0n) : 0n), 0n);
  const start = async (): Promise<void> => {
    setBusy(true);
    const flattenId = crypto.randomUUID() as IntentId;
    const result = await act('exit.flatten', { flattenId, legs: [...legs], cancelsOrders });
    setBusy(false);
    if (!result.ok) setError(formatBridgeError(result.error));
    else if (result.value.outcome === 'running') setError('One of these markets is being flattened already');
    else requestFlatten(null);
  };
  return (
    <Dialog title={nameScope(scope)} busy={isBusy} onClose={() => requestFlatten(null)}>
      {preview === null ? <p>{EXIT_DIALOG_LABELS.readingBooks}</p> : null}
      {preview !== null && states.length === 0 ? <p>{EXIT_DIALOG_LABELS.nothingToExitByOrder}</p> : null}
      {scope.kind === 'market' || scope.kind === 'position' ? <Sets market={scope.market} /> : null}
      <div className="exits-legs">
        {states.map((state) => (
          <Leg
            key={state.leg.market}
            name={nameOf(state)}
            state={state}
            tick={tick}
            choice={choices[state.leg.market] ?? NO_CHOICE}
            onChange={(part) =>
              setChoices((all) => ({
                ...all,
                [state.leg.market]: { ...(all[state.leg.market] ?? NO_CHOICE), ...part },
              }))
            }
          />
        ))}
      </div>
      {orders.length > 0 ? (
        <label className="exits-cancel">
          <input type="checkbox" checked={cancelsOrders} onChange={(event) => setCancels(event.target.checked)} />
          <span>
            Cancel{' '}
            {orders.length === 1 ? EXIT_DIALOG_LABELS.theOpenOrder : EXIT_DIALOG_LABELS.theOpenOrders(orders.length)} of{' '}
            {states.length === 1 ? EXIT_DIALOG_LABELS.thisMarket : EXIT_DIALOG_LABELS.theseMarkets} first
            <span className="dim"> {orders.slice(0, 3).map(formatOrder).join(', ')}</span>
            {orders.length > 3 ? <span className="dim"> and {orders.length - 3} more</span> : null}
          </span>
        </label>
      ) : null}
      {error === null ? null : <p role="alert">{error}</p>}
      <footer>
        {legs.length > 1 ? (
          <span className="exits-total">
            Together <span className="mono">{formatMoney(toUsd(value))}</span>
          </span>
        ) : null}
        <button type="button" className="button" disabled={isBusy} onClick={() => requestFlatten(null)}>
          {EXIT_DIALOG_LABELS.notNow}
        </button>
        <button
          ref={button}
          type="button"
          className="button primary"
          disabled={isBusy || legs.length === 0}
          onClick={() => void start()}
        >
          {legs.length > 1
            ? EXIT_DIALOG_LABELS.flattenMarkets(legs.length)
            : scope.kind === 'position'
              ? EXIT_DIALOG_LABELS.closePosition
              : 'Flatten'}
        </button>
      </footer>
    </Dialog>
  );

  function nameOf({ leg }: LegState): string {
    const market = markets.find((one) => one.id === leg.market);
    return market ? marketName(market) : leg.market;
  }
}

/** The preview, read again every second while the dialog is open. */
function usePreview(
  scope: FlattenScope,
  cancelsOrders: boolean,
  onError: (text: string) => void,
): FlattenPreview | null {
  const [preview, setPreview] = useState<FlattenPreview | null>(null);
  useEffect(() => {
    let isOpen = true;
    let timer = 0;
    const read = async (): Promise<void> => {
      const result = await act('exit.previewFlatten', { scope, cancelsOrders });
      if (!isOpen) return;
      if (result.ok) setPreview(result.value);
      else onError(formatBridgeError(result.error));
      timer = window.setTimeout(() => void read(), REFRESH_MS);
    };
    void read();
    return () => {
      isOpen = false;
      window.clearTimeout(timer);
    };
  }, [scope, cancelsOrders, onError]);
  return preview;
}

/** Complete sets of the market: a merge frees a dollar each, selling both outcomes pays two fees. */
function Sets({ market }: { readonly market: MarketId }) {
  const exposure = useExposures((exposures) => exposures.of(market));
  const mergeable = useFeedValue([feedKey.account, feedKey.wallet], (mirror) => mergeableSets(mirror, market));
  if (exposure === null || exposure.sets === 0) return null;
  const legs = readBothLegs(feed, exposure);
  const merge = (): void => {
    requestFlatten(null);
    requestWalletForm(`merge ${market}`);
  };
  return (
    <div className="exits-sets" data-testid="exits-sets">
      <p>
        {formatContracts(exposure.sets)} {EXIT_DIALOG_LABELS.completeSetsAMergeFrees}{' '}
        <span className="mono">{formatMoney(toUsd(BigInt(exposure.sets)))}</span>
        {EXIT_DIALOG_LABELS.withoutATradeAndWithoutA}
        <span className="dim"> {describeBothLegs(exposure.sets, legs)}</span>
      </p>
      {mergeable === 0n ? null : (
        <button type="button" className="button small" onClick={merge}>
          Merge…
        </button>
      )}
    </div>
  );
}

function Leg(props: {
  readonly name: string;
  readonly state: LegState;
  readonly tick: Tick;
  readonly choice: LegChoice;
  readonly onChange: (part: Partial<LegChoice>) => void;
}) {
  const { state, name, choice, onChange } = props;
  const { leg, route, isBookLive, problem } = state;
  const decimals = tickDecimals(props.tick);
  const exposure = useExposures((exposures) => exposures.of(leg.market));
  const resultOf = (quote: ExitQuote | null) =>
    exposure === null || quote === null ? null : resultOfExit(exposure, quote);
  const locked = leg.toExit - Math.min(leg.toExit, leg.sellable);
  return (
    <fieldset className="exits-leg">
      <legend>
        {name} <span className={leg.side}>{leg.side}</span> <span className="mono">{formatContracts(leg.toExit)}</span>
      </legend>
      {leg.paired > 0 ? (
        <p className="dim">
          {formatContracts(leg.paired)} {EXIT_DIALOG_LABELS.moreArePairedWith} {otherSide(leg.side)}
          {EXIT_DIALOG_LABELS.completeSetsWorth} {formatMoney(toUsd(BigInt(leg.paired)))}
          {EXIT_DIALOG_LABELS.stay}
        </p>
      ) : null}
      {locked > 0 ? (
        <p className="dim">
          {locked >= leg.toExit ? 'All' : formatContracts(locked)} {EXIT_DIALOG_LABELS.ofThemAreLockedByOpen}
        </p>
      ) : null}
      <div className="exits-ways" role="radiogroup" aria-label={EXIT_DIALOG_LABELS.wayOutOf(name)}>
        <Way
          label={EXIT_DIALOG_LABELS.sell(leg.side)}
          quote={leg.sell}
          result={resultOf(leg.sell)}
          amount="Proceeds"
          isChosen={route === 'sell'}
          isBest={leg.route === 'sell'}
          decimals={decimals}
          none={locked >= leg.toExit ? 'Locked by open sells' : 'Nobody bids'}
          onChoose={() => onChange({ route: 'sell', worstText: null, isConfirmed: false })}
        />
        <Way
          label={EXIT_DIALOG_LABELS.buy(otherSide(leg.side))}
          quote={leg.buyOther}
          result={resultOf(leg.buyOther)}
          amount="Cost"
          isChosen={route === 'buyOther'}
          isBest={leg.route === 'buyOther'}
          decimals={decimals}
          none="Nobody offers"
          onChoose={() => onChange({ route: 'buyOther', worstText: null, isConfirmed: false })}
        />
      </div>
      <div className="exits-worst">
        <label>
          {route === 'sell' ? EXIT_DIALOG_LABELS.sellAtNoLessThan : EXIT_DIALOG_LABELS.buyAtNoMoreThan}
          <input
            className="mono"
            inputMode="decimal"
            autoComplete="off"
            aria-label={EXIT_DIALOG_LABELS.worstPriceOf(name)}
            value={state.worstText}
            aria-invalid={state.worst === null}
            onChange={(event) => onChange({ worstText: event.target.value })}
          />
        </label>
        {isBookLive ? null : (
          <label className="warn">
            <input
              type="checkbox"
              checked={choice.isConfirmed}
              onChange={(event) => onChange({ isConfirmed: event.target.checked })}
            />
            {EXIT_DIALOG_LABELS.theBookIs} {leg.book}
            {EXIT_DIALOG_LABELS.iChooseThisPrice}
          </label>
        )}
        {problem === null ? null : (
          <span className="exits-problem" role="status">
            {problem}
          </span>
        )}
      </div>
    </fieldset>
  );
}

function Way(props: {
  readonly label: string;
  readonly quote: ExitQuote | null;
  /** Of the market's whole position, if this way is taken now. */
  readonly result: Usd | null;
  readonly amount: 'Proceeds' | 'Cost';
  readonly isChosen: boolean;
  readonly isBest: boolean;
  readonly decimals: number;
  readonly none: string;
  readonly onChoose: () => void;
}) {
  const { quote, label } = props;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a radio drawn as a card with its figures
    <button
      type="button"
      role="radio"
      aria-checked={props.isChosen}
      className="exits-way"
      disabled={quote === null}
      onClick={props.onChoose}
    >
      <strong>
        {label}
        {props.isBest ? <span className="exits-best"> proposed</span> : null}
      </strong>
      {quote === null ? (
        <span className="dim">{props.none}</span>
      ) : (
        <dl>
          <dt>{props.amount}</dt>
          <dd className="mono">{formatMoney(quote.amount, 2, props.amount === 'Cost' ? 'up' : 'down')}</dd>
          <dt>{EXIT_DIALOG_LABELS.feeAtMost}</dt>
          <dd className="mono">{formatMoney(quote.fee, 2, 'up')}</dd>
          {props.amount === 'Cost' ? (
            <>
              <dt>{EXIT_DIALOG_LABELS.completeSetsLocked}</dt>
              <dd className="mono">{formatMoney(toUsd(BigInt(quote.shares)))}</dd>
            </>
          ) : null}
          <dt>{EXIT_DIALOG_LABELS.worthAfterFees}</dt>
          <dd className="mono">{formatMoney(quote.value, 2, 'down')}</dd>
          <dt title={RESULT_TITLES.closedNow}>{RESULT_NAMES.closedNow}</dt>
          <dd className="mono strong">{props.result === null ? '–' : formatGain(props.result)}</dd>
          <dt>{props.amount === 'Cost' ? EXIT_DIALOG_LABELS.upTo : EXIT_DIALOG_LABELS.downTo}</dt>
          <dd className="mono">
            {formatContracts(quote.shares)} at {formatTickPrice(quote.limit, props.decimals)}
          </dd>
        </dl>
      )}
    </button>
  );
}

function formatOrder({ side, direction, price, remaining }: PlannedOrder): string {
  return `${direction ?? 'order'} ${formatContracts(remaining)} ${side} at ${formatTickPrice(price)}`;
}
