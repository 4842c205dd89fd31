/** Equity pane: what the account was worth and its P&L over time, the result of each day, drawdown; a table of the same. */
import './equity.css';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { WalletView } from '#shared/ipc/views.ts';
import type { EquityDay, EquityReport } from '#shared/order/account/equity.ts';
import { EQUITY_PANE_LABELS } from '#shared/text/account/equityPaneLabels.ts';
import { formatAsOf } from '#shared/text/account/exposure.ts';
import { formatBridgeError } from '#shared/text/bridgeErrors.ts';
import { formatGain } from '#shared/text/numbers.ts';
import { formatDayTime, formatUtcDay } from '#shared/text/times.ts';
import { act } from '../../act/bridge.ts';
import { useAbsence } from '../../domain/account/accountStatus.ts';
import { currentExposures, useExposures } from '../../domain/account/exposure.ts';
import { usePaneValue } from '../../domain/workspaces/panes.ts';
import { feed, useFeedValue } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { useTimed } from '../../ui/clock.ts';
import { WarningBanner } from '../../ui/marks/Banner.tsx';
import { MissingData } from '../../ui/marks/MissingData.tsx';
import { Empty, Segmented } from '../../ui/parts.tsx';
import { DataTable, type TableColumn } from '../../ui/table/DataTable.tsx';
import {
  buildLive,
  type EquityFigures,
  findPeriodStart,
  findReadEveryMs,
  type LiveEquity,
  readFigures,
} from './model.ts';
import { type EquityForm, type EquityPeriod, formSetting, periodSetting } from './state.ts';

/** The plotting library is as large as a fifth of the page: it is loaded when a plot is first drawn. */
const EquityPlot = lazy(() => import('./EquityPlot.tsx'));

const PLOT_EVERY_MS = 10_000;

export function EquityView() {
  const [period] = usePaneValue(periodSetting);
  const [form] = usePaneValue(formSetting);
  const isLocked = useFeedValue([feedKey.wallet], (mirror) => mirror.wallet()?.vault === 'locked');
  const account = useFeedValue([feedKey.wallet], (mirror) => nameAccount(mirror.wallet()));
  const { report, hasAnswer, problem } = useEquity(period, account, isLocked);
  const live = useExposures(({ sum }) => buildLive(feed.account(), sum, Date.now()), isSameLive);
  // A plot that is drawn with every figure would cost more than it says.
  const plotted = useTimed(
    PLOT_EVERY_MS,
    (nowMs) => buildLive(feed.account(), currentExposures().sum, nowMs),
    isSameLive,
  );
  const absence = useAbsence('results');
  if (absence !== null && (isLocked || account === null)) return <MissingData {...absence} />;
  if (account === null) return <Empty what={EQUITY_PANE_LABELS.accountIsNotReadYet} />;
  if (!hasAnswer) {
    return problem === null ? (
      <Empty what={EQUITY_PANE_LABELS.readingStoredEquity} />
    ) : (
      <Empty what={EQUITY_PANE_LABELS.equityCouldNotBeRead} how={problem} />
    );
  }
  const figures = report === null ? null : readFigures(report, live);
  if (report === null || figures === null) {
    return <Empty what={EQUITY_PANE_LABELS.noEquityStoredIn} how={EQUITY_PANE_LABELS.oneRowIsStoredMinute} />;
  }
  return (
    <section className="equity" data-testid="equity" aria-label="Equity">
      <WarningBanner text={warnAbout(report, problem)} />
      <Figures figures={figures} />
      {form === 'table' ? (
        <Days report={report} />
      ) : (
        <figure className="equity-plot" data-testid="equity-plot" aria-label={describePlot(form, figures)}>
          <Suspense fallback={<Empty what={EQUITY_PANE_LABELS.loadingPlot} />}>
            <EquityPlot report={report} live={plotted} form={form} period={period} />
          </Suspense>
        </figure>
      )}
    </section>
  );
}

/** Only money counts: the time of a reading without a change says nothing new. */
function isSameLive(a: LiveEquity | null, b: LiveEquity | null): boolean {
  if (a === null || b === null) return a === b;
  return a.equity === b.equity && a.pnl === b.pnl && a.asOfMs === b.asOfMs;
}

/** Whose equity is stored: an account with a wallet, or one whose funds the exchange holds; null until it is read. */
function nameAccount(wallet: WalletView | null): string | null {
  if (wallet === null || (wallet.setup === null && wallet.custodial === null)) return null;
  return `${wallet.account} ${wallet.setup?.safe ?? ''}`;
}

function describePlot(form: string, { equity, pnl, change }: EquityFigures): string {
  const what = form === 'equity' ? 'Equity over time' : form === 'pnl' ? 'P&L over time' : 'Result of each day';
  return `${what}. Now equity ${equity}, P&L ${pnl}, change in the period ${formatGain(change)}. The table has every day.`;
}

function warnAbout({ rows, unpricedRows }: EquityReport, problem: string | null): string | null {
  if (problem !== null) return `Not updated: ${problem}`;
  if (unpricedRows === 0) return null;
  return `In ${unpricedRows} of ${rows} minutes a position had no price: it counts as nothing there.`;
}

function Figures({ figures }: { readonly figures: EquityFigures }) {
  const tone = figures.change > 0n ? 'yes' : figures.change < 0n ? 'no' : '';
  return (
    <dl className="equity-figures">
      <div>
        <dt>Equity</dt>
        <dd className="mono">{figures.equity}</dd>
        <dd className="dim">{formatAsOf(figures.asOfMs)}</dd>
      </div>
      <div title={EQUITY_PANE_LABELS.sinceFirstFillRealised}>
        <dt>P&amp;L</dt>
        <dd className="mono">{figures.pnl}</dd>
      </div>
      <div title={EQUITY_PANE_LABELS.changeOfPL}>
        <dt>{EQUITY_PANE_LABELS.inPeriod}</dt>
        <dd className={`mono ${tone}`}>{formatGain(figures.change)}</dd>
      </div>
      <div title={figures.drawdownTitle}>
        <dt>{EQUITY_PANE_LABELS.largestDrawdown}</dt>
        <dd className="mono">{figures.drawdown}</dd>
      </div>
    </dl>
  );
}

const COLUMNS: readonly TableColumn<EquityDay>[] = [
  { id: 'day', header: 'Day (UTC)', width: 130, cell: ({ startMs }) => formatUtcDay(startMs) },
  {
    id: 'result',
    header: 'Result',
    width: 120,
    align: 'right',
    className: 'mono',
    cell: ({ result }) => <span className={result > 0n ? 'yes' : result < 0n ? 'no' : ''}>{formatGain(result)}</span>,
  },
  {
    id: 'since',
    header: 'Counts from',
    width: 180,
    cell: ({ sinceMs, isWhole }) => (isWhole ? 'start of the day' : formatDayTime(sinceMs)),
  },
  { id: 'rest', header: '', isHeaderHidden: true, width: 0, takesRest: true, cell: () => null },
];

function Days({ report }: { readonly report: EquityReport }) {
  return (
    <DataTable
      label={EQUITY_PANE_LABELS.resultOfEachDay}
      columns={COLUMNS}
      rows={report.days.toReversed()}
      keyOf={({ startMs }) => String(startMs)}
      empty={<Empty what={EQUITY_PANE_LABELS.noDayInThisPeriod} />}
    />
  );
}

/** Reads the stored equity of a period again and again; the newest answer stays while the next one is read. */
interface EquityReading {
  /** Null before the first answer, and without an account. */
  readonly report: EquityReport | null;
  readonly hasAnswer: boolean;
  readonly problem: string | null;
}

const NOTHING: EquityReading = { report: null, hasAnswer: false, problem: null };

/** Reads nothing while `isPaused`. A change of the account drops the reading. */
function useEquity(period: EquityPeriod, account: string | null, isPaused: boolean): EquityReading {
  const key = `${period} ${account}`;
  const [reading, setReading] = useState({ key, ...NOTHING });
  useEffect(() => {
    if (isPaused || account === null) return;
    let isEnded = false;
    const read = async (): Promise<void> => {
      const answer = await act('equity.read', { fromMs: findPeriodStart(period, Date.now()) });
      if (isEnded) return;
      setReading((old) =>
        answer.ok
          ? { key, report: answer.value, hasAnswer: true, problem: null }
          : { ...(old.key === key ? old : { key, ...NOTHING }), problem: formatBridgeError(answer.error) },
      );
    };
    void read();
    const timer = window.setInterval(() => void read(), findReadEveryMs(period));
    return () => {
      isEnded = true;
      window.clearInterval(timer);
    };
  }, [period, account, isPaused, key]);
  return reading.key === key ? reading : NOTHING;
}

/** Period and form. */
export function EquityHeader() {
  const [period, setPeriod] = usePaneValue(periodSetting);
  const [form, setForm] = usePaneValue(formSetting);
  return (
    <>
      <Segmented<EquityForm>
        label={EQUITY_PANE_LABELS.equityAs}
        value={form}
        onChange={setForm}
        choices={[
          { value: 'pnl', label: 'P&L' },
          { value: 'equity', label: 'Equity' },
          { value: 'days', label: 'Days' },
          { value: 'table', label: 'Table' },
        ]}
      />
      <Segmented<EquityPeriod>
        label="Period"
        value={period}
        onChange={setPeriod}
        choices={[
          { value: 'day', label: 'Day' },
          { value: 'week', label: 'Week' },
          { value: 'month', label: 'Month' },
          { value: 'all', label: 'All' },
        ]}
      />
    </>
  );
}
