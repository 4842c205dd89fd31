/**
 * Conditional order of the ticket: its fields, what it does in words, its worst case, and one button that arms or changes it.
 *
 * Invariants  The button arms the plan that is on screen: main gets its terms, never the texts. Enter in a field goes to the
 *             button.
 */

import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { encodeMessage } from '#shared/ipc/codec.ts';
import type { Side } from '#shared/market/outcome.ts';
import type { ConditionalTerms } from '#shared/order/conditional/terms.ts';
import { describeWorst, WORST_CASE_ROWS } from '#shared/text/conditionals/conditionalTerms.ts';
import { formatGain, formatMoney } from '#shared/text/numbers.ts';
import { TICKET_PANE_LABELS } from '#shared/text/orders/ticketPaneLabels.ts';
import { useWatch } from '../../act/watch.ts';
import { describeAccount } from '../../domain/account/accountStatus.ts';
import { armConditional, changeConditional } from '../../domain/conditionals/conditionalActs.ts';
import { type ConditionalDraft, setConditionalDraft } from '../../domain/conditionals/conditionalDraft.ts';
import type { WorstCaseRow } from '../../domain/conditionals/conditionalFigures.ts';
import { type ConditionalForm, directionsOf, writeForm } from '../../domain/conditionals/conditionalForm.ts';
import {
  type ConditionalPlan,
  type ConditionalProblem,
  planConditional,
} from '../../domain/conditionals/conditionalPlan.ts';
import { openDryRun } from '../../domain/conditionals/dryRun.ts';
import { useProtection } from '../../domain/conditionals/protection.ts';
import { saveTemplate } from '../../domain/conditionals/templates.ts';
import { useListed, useListing } from '../../domain/markets/markets.ts';
import { labelOutcome } from '../../domain/markets/outcomes.ts';
import { listSymbols, underlyingOf } from '../../domain/markets/underlying.ts';
import type { Report } from '../../domain/noticeFacts.ts';
import { usePreferences } from '../../domain/preferences.ts';
import { askForHeight, openPane } from '../../domain/workspaces/paneRequests.ts';
import { usePane, usePaneId } from '../../domain/workspaces/panes.ts';
import { feed, useFeed } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { useTimed } from '../../ui/clock.ts';
import { NoticeBanner } from '../../ui/marks/Banner.tsx';
import { ProtectionMark } from '../../ui/marks/ProtectionMark.tsx';
import { useOverlay } from '../../ui/overlay/overlay.ts';
import { Segmented } from '../../ui/parts.tsx';
import { ConditionalFields } from './ConditionalFields.tsx';
import { sendByButton, useFillFocus } from './focus.ts';
import { Messages } from './Messages.tsx';
import { useWholeLines } from './wholeLines.ts';

export function ConditionalTicket({ draft }: { readonly draft: ConditionalDraft }) {
  const { linkKey } = usePane();
  const box = useRef<HTMLFormElement>(null);
  useFillFocus(box);
  useFormHeight(box);
  useWholeLines(box, null, [':scope > .button']);
  const { market, form, changes } = draft;
  const listed = useListed(market);
  const symbols = listSymbols(useListing());
  const { standIn } = usePreferences();
  useWatch({ book: market, underlying: underlyingOf(listed) });
  useFeed([feedKey.account, feedKey.wallet], () => null);
  // Prices beside others and warnings follow the book; the form renders again only when one of them changes.
  useTimed(500, (nowMs) => encodeMessage([planConditional(feed, market, form, nowMs)].map(withoutTime)));
  const [isBusy, setBusy] = useState(false);
  const [isTried, setTried] = useState(false);
  const [report, setReport] = useState<Report | null>(null);
  const plan = planConditional(feed, market, form, Date.now());
  const change = (part: Partial<ConditionalForm>): void => {
    setReport(null);
    setConditionalDraft(linkKey, { ...draft, form: { ...form, ...part } });
  };
  const close = (): void => setConditionalDraft(linkKey, null);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setTried(true);
    if (plan.kind !== 'conditional' || isBusy) return;
    if (plan.step !== null) {
      useOverlay.getState().show(plan.step);
      return;
    }
    if (plan.blockedBy !== null) return;
    setBusy(true);
    const done = await (changes === null ? armConditional(plan.terms) : changeConditional(changes, plan.terms));
    setBusy(false);
    useOverlay.getState().report(done);
    // What is armed is in the pane: the same form must not arm it again by Enter.
    if (done.tone === 'good') close();
    else setReport(done);
  };
  const directions = directionsOf(form.kind);
  const side = plan.kind === 'conditional' ? plan.terms.outcome.side : (form.side ?? 'yes');
  const protection = useProtection(market, side);
  return (
    <form
      ref={box}
      className="ticket conditional scroll"
      aria-label={TICKET_PANE_LABELS.conditionalOrder}
      onSubmit={(event) => void submit(event)}
      {...sendByButton}
    >
      <div className="ticket-form">
        <div className="ticket-legs stacked">
          <Segmented<Side>
            label="Outcome"
            value={side}
            onChange={(next) => change({ side: next })}
            choices={[
              { value: 'yes', label: labelOutcome(listed, 'yes'), tone: 'yes' },
              { value: 'no', label: labelOutcome(listed, 'no'), tone: 'no' },
            ]}
          />
          {directions.length < 2 ? null : (
            <Segmented
              label="Direction"
              value={form.direction}
              onChange={(direction) => change({ direction })}
              choices={directions.map((value) => ({ value, label: value === 'buy' ? 'Buy' : 'Sell' }))}
            />
          )}
        </div>
        <ConditionalFields
          form={form}
          problem={plan.kind === 'conditional' ? null : plan}
          isTried={isTried}
          symbol={underlyingOf(listed)}
          standIn={standIn}
          symbols={symbols}
          onChange={change}
        />
        {plan.kind === 'conditional' ? <Preview plan={plan} /> : null}
        <Tools
          text={writeForm(form)}
          terms={plan.kind === 'conditional' ? plan.terms : null}
          onClose={close}
          isChange={changes !== null}
        />
      </div>
      <div className="ticket-foot">
        <Messages>
          {report === null ? null : <Outcome report={report} />}
          {plan.kind === 'conditional' ? <Worst plan={plan} /> : null}
          <Warnings plan={plan} isTried={isTried} />
          <ProtectionMark describe={protection} onOpen={() => openPane('conditionals')} />
          <NoticeBanner notice={describeAccount(feed.account(), 'Balance and positions may have changed since.')} />
        </Messages>
      </div>
      <button type="submit" className={`button large ${toneOf(plan)}`} disabled={isBusy || isRefused(plan)}>
        {labelOf(plan, isBusy, changes !== null)}
      </button>
    </form>
  );
}

/** Sentences name times of day; their change alone is no reason to render. */
function withoutTime(plan: ConditionalPlan | ConditionalProblem): unknown {
  if (plan.kind !== 'conditional') return plan;
  const { terms, warnings, blockedBy, step } = plan;
  return [{ ...terms, goodTillMs: terms.goodTillMs === null ? null : 0 }, warnings, blockedBy, step];
}

function isRefused(plan: ConditionalPlan | ConditionalProblem): boolean {
  return plan.kind === 'conditional' && plan.step === null && plan.blockedBy !== null;
}

function labelOf(plan: ConditionalPlan | ConditionalProblem, isBusy: boolean, isChange: boolean): string {
  const verb = isChange ? 'Change' : 'Arm';
  if (plan.kind !== 'conditional') return `${verb} it`;
  if (plan.step === 'wizard') return 'Set up a wallet';
  if (plan.step === 'unlock') return 'Unlock';
  const { summary } = plan;
  return isBusy ? `${isChange ? 'Changing' : 'Arming'} ${summary}…` : `${verb} ${summary}`;
}

function toneOf(plan: ConditionalPlan | ConditionalProblem): string {
  if (plan.kind !== 'conditional' || plan.step !== null) return 'primary';
  return plan.terms.direction === 'sell' ? 'no-button' : 'yes-button';
}

function Preview({ plan }: { readonly plan: ConditionalPlan }) {
  return (
    <ul className="ticket-sentences" aria-label={TICKET_PANE_LABELS.whatItDoes}>
      {[...plan.sentences, describeWorst(plan.terms)].map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}

function Worst({ plan }: { readonly plan: ConditionalPlan }) {
  return (
    <dl className="ticket-rows" aria-label={TICKET_PANE_LABELS.worstCase}>
      {plan.worstCase.map((row) => (
        <Row key={row.what} row={row} />
      ))}
    </dl>
  );
}

function Row({ row }: { readonly row: WorstCaseRow }) {
  const isGain = row.what === 'gain' || row.what === 'gainAtTarget';
  const tone = !isGain || row.amount === 0n ? '' : row.amount > 0n ? ' yes' : ' no';
  const amount = isGain ? formatGain(row.amount) : formatMoney(row.amount, 2, row.what === 'proceeds' ? 'down' : 'up');
  return (
    <>
      <dt title={WORST_CASE_ROWS[row.what]}>{WORST_CASE_ROWS[row.what]}</dt>
      <dd className={`mono${tone}`}>{amount}</dd>
    </>
  );
}

function Warnings(props: { readonly plan: ConditionalPlan | ConditionalProblem; readonly isTried: boolean }) {
  const { plan, isTried } = props;
  const texts =
    plan.kind === 'conditional'
      ? [...(plan.blockedBy !== null && plan.step === null ? [plan.blockedBy] : []), ...plan.warnings]
      : isTried && (plan.field === 'size' || plan.field === 'side')
        ? [plan.text]
        : [];
  if (texts.length === 0) return null;
  return (
    <ul className="ticket-reasons" aria-label={TICKET_PANE_LABELS.beforeItIsArmed}>
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}

function Outcome({ report }: { readonly report: Report }) {
  return (
    <div className={`ticket-result ${report.tone}`} role="status">
      <strong>{report.title}</strong>
      {report.detail === null ? null : <span>{report.detail}</span>}
    </div>
  );
}

async function keepTemplate(text: string): Promise<void> {
  const done = await saveTemplate(text);
  useOverlay.getState().report(done);
}

/** The command that types the same, as a template for a key; and back to a limit order. */
function Tools(props: {
  readonly text: string;
  /** Null while the form has none. */
  readonly terms: ConditionalTerms | null;
  readonly isChange: boolean;
  readonly onClose: () => void;
}) {
  const { terms } = props;
  return (
    <div className="ticket-tools">
      <button
        type="button"
        className="button quiet small"
        title={TICKET_PANE_LABELS.keepsForThePaletteSettingsGives(props.text)}
        onClick={() => void keepTemplate(props.text)}
      >
        {TICKET_PANE_LABELS.saveAsTemplate}
      </button>
      <button
        type="button"
        className="button quiet small"
        disabled={terms === null}
        title={TICKET_PANE_LABELS.whatItWouldDoOnA}
        onClick={() => terms !== null && openDryRun(terms)}
      >
        {TICKET_PANE_LABELS.dryRun}
      </button>
      <button type="button" className="button quiet small" onClick={props.onClose}>
        {props.isChange ? TICKET_PANE_LABELS.leaveItAsItIs : TICKET_PANE_LABELS.limitOrder}
      </button>
    </div>
  );
}

/** Asks for the height that `form` has no room for. */
function useFormHeight(form: RefObject<HTMLElement | null>): void {
  const id = usePaneId();
  useEffect(() => {
    const element = form.current;
    if (element === null) return;
    const ask = (): void => {
      const missing = element.scrollHeight - element.clientHeight;
      const group = element.closest('.dv-groupview');
      if (missing > 0 && group !== null) askForHeight(id, group.clientHeight + missing);
    };
    ask();
    const observer = new ResizeObserver(ask);
    for (const part of element.children) observer.observe(part);
    return () => observer.disconnect();
  }, [form, id]);
  useEffect(() => () => askForHeight(id, null), [id]);
}
