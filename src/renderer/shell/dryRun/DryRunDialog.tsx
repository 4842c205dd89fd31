/**
 * Panel of a dry run: the day's chart, what the order would have done on it, its steps, and another day.
 *
 * Invariants  Says that it is a simulation. What it shows is of the terms in its head: a change of the day runs it again.
 */

import { type FormEvent, useEffect, useMemo, useState } from 'react';
import type { DryRunReport } from '#shared/ipc/conditionals/dryRun.ts';
import type { ConditionalTerms } from '#shared/order/conditional/terms.ts';
import { formatTerms } from '#shared/text/conditionals/conditionalTerms.ts';
import {
  DRY_RUN_LIMITS,
  DRY_RUN_STATEMENT,
  describeDryRunStep,
  describeOutcome,
  formatDryRunNote,
} from '#shared/text/conditionals/dryRun.ts';
import { DRY_RUN_DIALOG_LABELS } from '#shared/text/conditionals/dryRunDialogLabels.ts';
import { formatTickPrice } from '#shared/text/numbers.ts';
import { formatDayTime, formatTimeMs } from '#shared/text/times.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { nameMarket } from '../../domain/conditionals/conditionalNames.ts';
import {
  type CurrentDryRun,
  cancelDryRun,
  closeDryRun,
  parseSeed,
  runDay,
  useDryRun,
} from '../../domain/conditionals/dryRun.ts';
import { useSurface, useTheme } from '../../ui/canvas.ts';
import { useNow } from '../../ui/clock.ts';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { ScrollRegion } from '../../ui/ScrollRegion.tsx';
import { buildChart } from './chart.ts';
import { drawDryRun } from './draw.ts';
import '../../ui/details.css';
import './dryRun.css';

export function DryRunDialog() {
  const current = useDryRun((state) => state.current);
  if (current === null) return null;
  return (
    <Dialog title={DRY_RUN_DIALOG_LABELS.dryRun} onClose={closeDryRun}>
      <div className="dryrun" data-testid="dry-run">
        <p className="dryrun-terms">{formatTerms(current.terms, nameMarket)}</p>
        <p>{DRY_RUN_STATEMENT}.</p>
        <DayForm key={current.seed} current={current} />
        <Body current={current} />
      </div>
      <footer>
        <button type="button" className="button" onClick={closeDryRun}>
          Close
        </button>
      </footer>
    </Dialog>
  );
}

function DayForm({ current }: { readonly current: CurrentDryRun }) {
  const { terms, seed, start, phase } = current;
  const [text, setText] = useState(String(seed));
  const typed = parseSeed(text);
  const isBusy = phase.at === 'running';
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (typed !== null && !isBusy) void runDay(terms, typed, start);
  };
  return (
    <form className="dryrun-day" onSubmit={submit}>
      <label>
        Day
        <input
          className="mono"
          inputMode="numeric"
          value={text}
          aria-invalid={typed === null}
          title={DRY_RUN_DIALOG_LABELS.numberIsDaySameNumber}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      <button type="submit" className="button" disabled={typed === null || isBusy}>
        Run
      </button>
      <button type="button" className="button" disabled={isBusy} onClick={() => void runDay(terms, seed + 1, start)}>
        {DRY_RUN_DIALOG_LABELS.anotherDay}
      </button>
      <button
        type="button"
        className="button quiet"
        disabled={isBusy}
        title={DRY_RUN_DIALOG_LABELS.beginsAtPricesAndBooks}
        onClick={() => void runDay(terms, seed, null)}
      >
        {DRY_RUN_DIALOG_LABELS.startFromNow}
      </button>
      {typed === null ? <span role="alert">{DRY_RUN_DIALOG_LABELS.expectedWholeNumberUp}</span> : null}
      {start === null ? null : <span className="secondary">Begins {formatDayTime(start.startMs)}</span>}
    </form>
  );
}

function Body({ current }: { readonly current: CurrentDryRun }) {
  const { phase, terms } = current;
  switch (phase.at) {
    case 'running':
      return <Running sinceMs={phase.sinceMs} />;
    case 'refused':
      return (
        <p role="alert" className="dryrun-refused">
          {DRY_RUN_DIALOG_LABELS.noDryRun} {phase.text}
        </p>
      );
    case 'cancelled':
      return <p role="status">{DRY_RUN_DIALOG_LABELS.cancelledRunStartsDayAgain}</p>;
    case 'report':
      return <Report report={phase.report} terms={terms} />;
  }
}

function Running(props: { readonly sinceMs: number }) {
  const seconds = Math.max(0, Math.floor((useNow(1_000) - props.sinceMs) / 1_000));
  return (
    <div className="dryrun-running">
      <p role="status">{DRY_RUN_DIALOG_LABELS.simulatingDay}</p>
      <span className="mono secondary" aria-hidden="true">
        {seconds} s
      </span>
      <button type="button" className="button" onClick={cancelDryRun}>
        Cancel
      </button>
    </div>
  );
}

function Report({ report, terms }: { readonly report: DryRunReport; readonly terms: ConditionalTerms }) {
  const outcome = describeOutcome(report);
  return (
    <>
      <ul className="dryrun-outcome" aria-label={DRY_RUN_DIALOG_LABELS.whatItWouldHaveDone}>
        {outcome.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <Chart report={report} terms={terms} />
      <Steps report={report} terms={terms} />
      <ul className="dryrun-notes" aria-label={DRY_RUN_DIALOG_LABELS.whatIsNotKnown}>
        {[...report.notes.map(formatDryRunNote), DRY_RUN_LIMITS].map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </>
  );
}

function Chart({ report, terms }: { readonly report: DryRunReport; readonly terms: ConditionalTerms }) {
  const surface = useSurface();
  const theme = useTheme();
  const chart = useMemo(() => buildChart(report, terms), [report, terms]);
  const { width, height } = surface;
  useEffect(() => {
    const context = surface.context();
    if (context !== null && width > 0 && height > 0) drawDryRun(context, theme, chart, { width, height });
  });
  return (
    <figure className="dryrun-chart">
      <div>
        <canvas
          ref={surface.canvas}
          role="img"
          aria-label={DRY_RUN_DIALOG_LABELS.priceOfOnSimulatedDay(terms.outcome.side)}
        />
      </div>
      <figcaption>
        {DRY_RUN_DIALOG_LABELS.middlePriceOf} {terms.outcome.side}
        {DRY_RUN_DIALOG_LABELS.dashedLineTriggerVerticalLineFired}
      </figcaption>
    </figure>
  );
}

function Steps({ report, terms }: { readonly report: DryRunReport; readonly terms: ConditionalTerms }) {
  const price = (value: number | null): string => (value === null ? '–' : formatTickPrice(value));
  // The steps of a report never move: their number names them.
  const rows = report.steps.map((step, number) => ({ step, number }));
  return (
    <ScrollRegion className="dryrun-steps" label="Steps">
      <table className="details-steps" aria-label={DRY_RUN_DIALOG_LABELS.stepsOfDryRun}>
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col" className="right">
              Bid
            </th>
            <th scope="col" className="right">
              Ask
            </th>
            <th scope="col">Step</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ step, number }) => (
            <tr key={number}>
              <td className="mono">{formatTimeMs(step.atMs)}</td>
              <td className="mono right">{price(step.bid)}</td>
              <td className="mono right">{price(step.ask)}</td>
              <td>{describeDryRunStep(step, terms.outcome, (market) => nameMarket(market as MarketId))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
