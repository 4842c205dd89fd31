/**
 * Preview of the order: cost, fee reserve and results.
 *
 * Invariants  What is locked, the largest loss and the gain stay in sight at every height; the other rows scroll with the fields.
 */

import { memo } from 'react';
import type { OpenCost } from '#shared/order/account/ledger.ts';
import { formatExactContracts, formatGain, formatMoney, formatTickPrice } from '#shared/text/numbers.ts';
import { TICKET_PANE_LABELS } from '#shared/text/orders/ticketPaneLabels.ts';
import type { MarketId } from '#shared/units/ids.ts';
import type { Toward } from '#shared/units/micros.ts';
import type { Price } from '#shared/units/price.ts';
import type { Usd } from '#shared/units/usd.ts';
import type { Draft } from '../../act/draft.ts';
import { buildOrderPreview, formatWalk } from '../../domain/orders/orderFigures.ts';
import { useFeed } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { useLook } from '../../ui/look.ts';

export function Preview(props: {
  readonly market: MarketId | null;
  readonly draft: Omit<Draft, 'price'> & { readonly price: Price | null };
  /** What is sold cost, by the fills; null for a buy and where it is not known. */
  readonly position: OpenCost | null;
  readonly feeRateMicros: number;
  readonly decimals: number;
}) {
  const { draft, market } = props;
  const { price, shares, side, direction } = draft;
  const book = useFeed(market === null ? [] : [feedKey.book(market)], (mirror) =>
    market === null ? null : mirror.book(market),
  );
  const isReserveKnown = useFeed([feedKey.account], (mirror) => mirror.account()?.isReserveKnown ?? false);
  const order = price !== null && shares !== null ? { side, direction, price, shares } : null;
  const preview = order
    ? buildOrderPreview({ ...order, postOnly: draft.postOnly }, book, props.position, props.feeRateMicros)
    : null;
  const { figures = null, walk = null, average = null, crosses = false } = preview ?? {};
  const buying = direction === 'buy';
  const usd = (amount: Usd | undefined, toward: Toward): string =>
    amount === undefined ? '–' : formatMoney(amount, 2, toward);
  return (
    <>
      <dl className="ticket-rows">
        <Row
          label={TICKET_PANE_LABELS.tradesNow}
          value={draft.postOnly && crosses ? 'would be refused' : formatWalk(walk, props.decimals)}
          isText
        />
        <Row label={buying ? 'Stake' : 'Proceeds'} value={usd(figures?.stake, buying ? 'up' : 'down')} />
        <Row
          label={buying ? TICKET_PANE_LABELS.feeReserve : 'Fee'}
          value={buying ? `${usd(figures?.fee, 'up')} / ${usd(figures?.feeReserve, 'up')}` : usd(figures?.fee, 'up')}
        />
      </dl>
      <dl className="ticket-rows ticket-totals">
        {buying ? (
          <Row
            label={isReserveKnown ? TICKET_PANE_LABELS.lockedInTotal : TICKET_PANE_LABELS.lockedAtMost}
            value={usd(figures?.locked, 'up')}
            strong
          />
        ) : (
          <Row
            label={TICKET_PANE_LABELS.contractsLocked}
            value={shares === null ? '–' : formatExactContracts(shares)}
            strong
          />
        )}
        {buying || average === null ? (
          <>
            <Row
              label={buying ? TICKET_PANE_LABELS.ifYesAfterFees : TICKET_PANE_LABELS.ifYesVsKeeping}
              amount={figures?.ifYes ?? null}
            />
            <Row
              label={buying ? TICKET_PANE_LABELS.ifNoAfterFees : TICKET_PANE_LABELS.ifNoVsKeeping}
              amount={figures?.ifNo ?? null}
            />
          </>
        ) : (
          <>
            <Row label={TICKET_PANE_LABELS.averagePaid} value={formatTickPrice(average, props.decimals + 2)} />
            <Row label={TICKET_PANE_LABELS.gainAfterFees} amount={figures?.ifYes ?? null} />
          </>
        )}
      </dl>
    </>
  );
}

/** Renders only for what it shows and for another look: most changes of the book change none of it. */
const Row = memo(function PreviewRow(props: {
  readonly label: string;
  readonly value?: string;
  readonly amount?: Usd | null;
  readonly strong?: boolean;
  /** Words, maybe with a number. */
  readonly isText?: boolean;
}) {
  useLook();
  const amount = props.amount ?? null;
  const tone = amount === null || amount === 0n ? '' : amount > 0n ? ' yes' : ' no';
  return (
    <>
      <dt title={props.label}>{props.label}</dt>
      <dd className={`${props.isText ? 'text' : 'mono'}${tone}${props.strong ? ' strong' : ''}`}>
        {props.value ?? (amount === null ? '–' : formatGain(amount))}
      </dd>
    </>
  );
});
