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
    <Dialog title="Dry run" onClose={closeDryRun}>
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
          title="A number is a day: the same number and start are the same day again"
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      <button type="submit" className="button" disabled={typed === null || isBusy}>
        Run
      </button>
      <button type="button" className="button" disabled={isBusy} onClick={() => void runDay(terms, seed + 1, start)}>
        Another day
      </button>
      <button
        type="button"
        className="button quiet"
        disabled={isBusy}
        title="Begins at the prices and books of now"
        onClick={() => void runDay(terms, seed, null)}
      >
        Start from now
      </button>
      {typed === null ? <span role="alert">Expected a whole number up to 4294967295</span> : null}
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
          No dry run: {phase.text}
        </p>
      );
    case 'cancelled':
      return <p role="status">Cancelled: Run starts the day again</p>;
    case 'report':
      return <Report report={phase.report} terms={terms} />;
  }
}

function Running(props: { readonly sinceMs: number }) {
  const seconds = Math.max(0, Math.floor((useNow(1_000) - props.sinceMs) / 1_000));
  return (
    <div className="dryrun-running">
      <p role="status">Simulating the day…</p>
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
      <ul className="dryrun-outcome" aria-label="What it would have done">
        {outcome.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <Chart report={report} terms={terms} />
      <Steps report={report} terms={terms} />
      <ul className="dryrun-notes" aria-label="What is not known">
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
        <canvas ref={surface.canvas} role="img" aria-label={`Price of ${terms.outcome.side} on the simulated day`} />
      </div>
      <figcaption>
        Middle price of {terms.outcome.side}. Dashed line: trigger. Vertical line: fired. Rings: orders. Dots: fills.
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
      <table className="details-steps" aria-label="Steps of the dry run">
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
