/** Preview of the order: cost, fee reserve and results. */

import { formatContracts, formatGain, formatMoney, formatTickPrice } from '#shared/text/numbers.ts';
import type { MarketId } from '#shared/units/ids.ts';
import type { Toward } from '#shared/units/micros.ts';
import type { Price } from '#shared/units/price.ts';
import type { Usd } from '#shared/units/usd.ts';
import type { Draft } from '../../act/draft.ts';
import { useFeed } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { buildFigures, oppositeColumn, type Walk, walkBook } from './model.ts';

export function Preview(props: {
  readonly market: MarketId | null;
  readonly draft: Omit<Draft, 'price'> & { readonly price: Price | null };
  readonly average: Price | null;
  readonly feeRateMicros: number;
  readonly decimals: number;
}) {
  const { draft, market } = props;
  const { price, shares, side, direction } = draft;
  const book = useFeed(market === null ? [] : [feedKey.book(market)], (mirror) =>
    market === null ? null : mirror.book(market),
  );
  const whole = price !== null && shares !== null ? { price, shares } : null;
  const figures = whole
    ? buildFigures(side, direction, whole.price, whole.shares, props.average, props.feeRateMicros)
    : null;
  const walk =
    whole && book ? walkBook(book[oppositeColumn(side, direction)], side, direction, whole.price, whole.shares) : null;
  const buying = direction === 'buy';
  const usd = (amount: Usd | undefined, toward: Toward): string =>
    amount === undefined ? '–' : formatMoney(amount, 2, toward);
  return (
    <dl className="ticket-rows">
      <Row label="Trades at once" value={formatWalk(walk, draft.postOnly, props.decimals)} />
      <Row label={buying ? 'Stake' : 'Proceeds, at least'} value={usd(figures?.stake, buying ? 'up' : 'down')} />
      <Row label="Fee reserve, max" value={usd(figures?.fee, 'up')} />
      {buying ? (
        <Row label="Locked in total" value={usd(figures?.locked, 'up')} strong />
      ) : (
        <Row label="Locked in total" value={shares === null ? '–' : `${formatContracts(shares)} contracts`} strong />
      )}
      {buying || props.average === null ? (
        <>
          <Row label={buying ? 'If yes' : 'If yes, against keeping'} amount={figures?.ifYes ?? null} />
          <Row label={buying ? 'If no' : 'If no, against keeping'} amount={figures?.ifNo ?? null} />
        </>
      ) : (
        <>
          <Row label="Average paid" value={formatTickPrice(props.average, props.decimals + 2)} />
          <Row label="Gain, before fees" amount={figures?.ifYes ?? null} />
        </>
      )}
    </dl>
  );
}

/** 'all at 0.6081', '320 at 0.6100' (the others rest), 'nothing, rests'. */
function formatWalk(walk: Walk | null, postOnly: boolean, decimals: number): string {
  if (walk === null) return '–';
  if (walk.average === null) return 'nothing, rests';
  if (postOnly) return 'would be refused';
  const average = formatTickPrice(walk.average, decimals + 2);
  return walk.rests === 0 ? `all at ${average}` : `${formatContracts(walk.traded)} at ${average}`;
}

function Row(props: {
  readonly label: string;
  readonly value?: string;
  readonly amount?: Usd | null;
  readonly strong?: boolean;
}) {
  const amount = props.amount ?? null;
  const tone = amount === null || amount === 0n ? '' : amount > 0n ? ' yes' : ' no';
  return (
    <>
      <dt>{props.label}</dt>
      <dd className={`mono${tone}${props.strong ? ' strong' : ''}`}>
        {props.value ?? (amount === null ? '–' : formatGain(amount))}
      </dd>
    </>
  );
}
