/** Preview of a typed conditional order: what it will do, its worst case, and what stands against it. */
import { describeWorst, WORST_CASE_ROWS } from '#shared/text/conditionals/conditionalTerms.ts';
import { formatGain, formatMoney } from '#shared/text/numbers.ts';
import type { ConditionalPlan } from '../../domain/conditionals/conditionalPlan.ts';

const STEPS = {
  wizard: 'Enter opens the wallet setup',
  unlock: 'Enter asks for the password',
} as const;

export function ConditionalPreview(props: { readonly plan: ConditionalPlan; readonly marketTitle: string }) {
  const { plan } = props;
  const { step, blockedBy, summary, sentences, worstCase, warnings } = plan;
  const act = step !== null ? STEPS[step] : blockedBy === null ? 'Enter arms' : 'Refused';
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
        <ul className="palette-reasons" aria-label="Before it is armed">
          {[...(blockedBy === null ? [] : [blockedBy]), ...warnings].map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
