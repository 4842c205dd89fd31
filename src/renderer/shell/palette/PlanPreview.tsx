/** Preview of a typed command: what Enter will do, what an order costs, and every reason against it. */
import { type Tick, tickDecimals } from '#shared/market/tickGrid.ts';
import { describeWorst, WORST_CASE_ROWS } from '#shared/text/conditionals/conditionalTerms.ts';
import { formatExactContracts, formatGain, formatMoney, formatTickPrice } from '#shared/text/numbers.ts';
import { formatDenial } from '#shared/text/orders/denials.ts';
import { PALETTE_LABELS } from '#shared/text/palette/paletteLabels.ts';
import type { Usd } from '#shared/units/usd.ts';
import type { ConditionalPlan } from '../../domain/conditionals/conditionalPlan.ts';
import { formatWalk } from '../../domain/orders/orderFigures.ts';
import type { Plan } from './commandPlan.ts';
import type { OrderPlan } from './orderPlan.ts';

const STEPS: Readonly<Record<OrderPlan['step'], string>> = {
  place: 'Enter places',
  fill: 'Enter fills the ticket with',
  wizard: 'Enter opens the wallet setup; in the ticket',
  unlock: 'Enter asks for the password; in the ticket',
  refused: 'Refused',
};

export function PlanPreview(props: {
  readonly plan: Plan;
  readonly tick: Tick;
  readonly marketTitle: string;
  readonly isOfMarket: boolean;
}) {
  const { plan } = props;
  if (plan.kind === 'problem') {
    return (
      <p className="palette-problem" role="status">
        {plan.text}
      </p>
    );
  }
  if (plan.kind === 'act') {
    return (
      <div className="palette-plan" role="status" data-testid="palette-plan">
        <strong>{plan.title}</strong>
        {props.isOfMarket ? <p className="palette-market">{props.marketTitle}</p> : null}
        {plan.detail === null ? null : <p>{plan.detail}</p>}
        {plan.blockedBy === null ? null : <p className="palette-reason">{plan.blockedBy}</p>}
      </div>
    );
  }
  if (plan.kind === 'conditional') return <ConditionalPreview plan={plan} marketTitle={props.marketTitle} />;
  const { order, step, summary, denials } = plan;
  const others = denials.filter(({ code }) => code !== plan.context.readiness.code);
  return (
    <div className="palette-plan" role="status" data-testid="palette-plan">
      <strong className={step === 'refused' ? 'palette-reason' : ''}>
        {STEPS[step]}: {summary}
        {order.postOnly ? PALETTE_LABELS.postOnly : ''}
      </strong>
      <p className="palette-market">{props.marketTitle}</p>
      <OrderRows plan={plan} decimals={tickDecimals(props.tick)} />
      {order.isPriceTyped ? null : (
        <p>
          {PALETTE_LABELS.thePriceIsTheBest} {order.direction === 'buy' ? 'ask' : 'bid'} now:{' '}
          <span className="mono">{formatTickPrice(order.price, tickDecimals(props.tick))}</span>{' '}
          {PALETTE_LABELS.isTheLimit}
        </p>
      )}
      {others.length === 0 ? null : (
        <ul className="palette-reasons" aria-label={PALETTE_LABELS.whyItCantBeSent}>
          {others.map((denial) => (
            <li key={`${denial.code} ${JSON.stringify(denial.parameters, bigintText)}`}>{formatDenial(denial)}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

function bigintText(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}

function OrderRows({ plan, decimals }: { readonly plan: OrderPlan; readonly decimals: number }) {
  const { order, preview } = plan;
  const { figures, walk, average, crosses } = preview;
  const isBuy = order.direction === 'buy';
  return (
    <dl className="palette-rows">
      <Row label="Contracts" value={formatExactContracts(order.shares)} />
      <Row label="Price" value={formatTickPrice(order.price, decimals)} />
      <Row
        label={PALETTE_LABELS.tradesAtOnce}
        value={order.postOnly && crosses ? 'would be refused' : formatWalk(walk, decimals)}
      />
      <Row label={isBuy ? 'Stake' : 'Proceeds'} value={formatMoney(figures.stake, 2, isBuy ? 'up' : 'down')} />
      <Row label={PALETTE_LABELS.feeAtMost} value={formatMoney(figures.feeReserve, 2, 'up')} />
      <Row
        label="Locked"
        value={isBuy ? formatMoney(figures.locked, 2, 'up') : `${formatExactContracts(order.shares)} contracts`}
      />
      {isBuy || average === null ? (
        <>
          <Row label={isBuy ? PALETTE_LABELS.ifYes : PALETTE_LABELS.ifYesAgainstKeeping} amount={figures.ifYes} />
          <Row label={isBuy ? PALETTE_LABELS.ifNo : PALETTE_LABELS.ifNoAgainstKeeping} amount={figures.ifNo} />
        </>
      ) : (
        <>
          <Row label={PALETTE_LABELS.averagePaid} value={formatTickPrice(average, decimals + 2)} />
          <Row label={PALETTE_LABELS.gainAfterFees} amount={figures.ifYes} />
        </>
      )}
    </dl>
  );
}

function Row(props: { readonly label: string; readonly value?: string; readonly amount?: Usd }) {
  const { amount } = props;
  const tone = amount === undefined || amount === 0n ? '' : amount > 0n ? ' yes' : ' no';
  return (
    <div>
      <dt>{props.label}</dt>
      <dd className={`mono${tone}`}>{props.value ?? (amount === undefined ? '–' : formatGain(amount))}</dd>
    </div>
  );
}

const CONDITIONAL_STEPS = {
  wizard: 'Enter opens the wallet setup',
  unlock: 'Enter asks for the password',
} as const;

/** Preview of a typed conditional order: what it will do, its worst case, and what stands against it. */
function ConditionalPreview(props: { readonly plan: ConditionalPlan; readonly marketTitle: string }) {
  const { plan } = props;
  const { step, blockedBy, summary, sentences, worstCase, warnings } = plan;
  const act = step !== null ? CONDITIONAL_STEPS[step] : blockedBy === null ? 'Enter arms' : 'Refused';
  return (
    <div className="palette-plan" role="status" data-testid="palette-plan">
      <strong className={step === null && blockedBy !== null ? 'palette-reason' : ''}>
        {act}: {summary}
      </strong>
      <p className="palette-market">{props.marketTitle}</p>
      {[...sentences, describeWorst(plan.terms)].map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <dl className="palette-rows">
        {worstCase.map(({ what, amount }) => {
          const isGain = what === 'gain' || what === 'gainAtTarget';
          const tone = !isGain || amount === 0n ? '' : amount > 0n ? ' yes' : ' no';
          return (
            <div key={what}>
              <dt>{WORST_CASE_ROWS[what]}</dt>
              <dd className={`mono${tone}`}>
                {isGain ? formatGain(amount) : formatMoney(amount, 2, what === 'proceeds' ? 'down' : 'up')}
              </dd>
            </div>
          );
        })}
      </dl>
      {warnings.length === 0 && blockedBy === null ? null : (
        <ul className="palette-reasons" aria-label={PALETTE_LABELS.beforeItIsArmed}>
          {[...(blockedBy === null ? [] : [blockedBy]), ...warnings].map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
