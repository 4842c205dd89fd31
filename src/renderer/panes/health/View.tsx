/** Health pane: clock, streams, budgets, errors and schema drift. */
import './health.css';
import { Fragment, type ReactNode, useState } from 'react';
import { formatDuration } from '#shared/base/formatDuration.ts';
import { groupDigits } from '#shared/base/groupDigits.ts';
import type { Percentiles } from '#shared/base/sampleWindow.ts';
import type { DoctorReport } from '#shared/ipc/doctor.ts';
import type { HealthView } from '#shared/ipc/health.ts';
import { PREFERENCES } from '#shared/ipc/preferences.ts';
import type { CheckAnswer } from '#shared/ipc/shellChecks.ts';
import { formatCustodialProof, formatCustodialSign } from '#shared/text/account/custodial.ts';
import { formatCoded } from '#shared/text/catalogue.ts';
import { formatWarning, formatWarningTitle, listProtectionWarnings } from '#shared/text/custody/custody.ts';
import { summarizeDoctor } from '#shared/text/doctor.ts';
import { buildCheckRows, summarizeChecks } from '#shared/text/electronChecks.ts';
import { BUDGET_NAMES, formatAllowance, formatOrderSpeed } from '#shared/text/health.ts';
import { HEALTH_PANE_LABELS } from '#shared/text/healthPaneLabels.ts';
import { wordsOfCode } from '#shared/text/orders/exchangeErrors.ts';
import { formatRecording, formatSize, RECORDING_LABELS } from '#shared/text/recording.ts';
import { SCHEMA_DRIFT } from '#shared/text/schemaDrift.ts';
import { formatClockOffset, formatTime } from '#shared/text/times.ts';
import { useCommand } from '../../act/useCommand.ts';
import { buildDoctorRows } from '../../domain/doctor.ts';
import { feed, latency, useFeed } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { useNow } from '../../ui/clock.ts';
import { ErrorMessage } from '../../ui/ErrorMessage.tsx';
import { Findings } from '../../ui/Findings.tsx';
import { Banner } from '../../ui/marks/Banner.tsx';
import { Dot, Empty } from '../../ui/parts.tsx';
import { ScrollRegion } from '../../ui/ScrollRegion.tsx';
import { describeCounts, describeLostFeed, groupErrors, summarizeHealth, toneOfBudget, usedShare } from './model.ts';
import { Streams } from './Streams.tsx';

export function View() {
  const health = useFeed([feedKey.health], (mirror) => mirror.health());
  const now = useNow(1_000);
  if (!health)
    return (
      <Empty what={HEALTH_PANE_LABELS.waitingForFirstHealthReport} how={HEALTH_PANE_LABELS.mainSendsOneEverySecond} />
    );
  const lost = describeLostFeed(feed.lastFrameAtMs(), now);
  return (
    <ScrollRegion className="health" label={HEALTH_PANE_LABELS.stateOfConnection}>
      {lost === null ? null : <Banner tone="stale" text={lost} />}
      <Part title="Streams" wide>
        <Streams streams={health.streams} now={now} />
        {health.streams.length === 0 ? null : <p className="dim">{describeCounts(health.streams)}</p>}
      </Part>
      <div className="health-parts">
        <Part title="Clock">
          <Clock health={health} now={now} />
        </Part>
        <Part title={HEALTH_PANE_LABELS.eventToPixel}>
          <Times
            percentiles={latency.read()}
            about="From the arrival of a change in the main process until this window has drawn it"
          />
        </Part>
        <Part title="Budgets">
          <Budgets health={health} now={now} />
        </Part>
        <Part title={HEALTH_PANE_LABELS.lastErrors}>
          <Errors health={health} />
        </Part>
        <Part title={HEALTH_PANE_LABELS.limitsAndPins}>
          <Protection />
        </Part>
        <Part title={HEALTH_PANE_LABELS.timeOfOrder}>
          <p className="secondary">{formatOrderSpeed(health.orderSpeed)}</p>
        </Part>
        <Part title={PREFERENCES.recording.label}>
          <Recording health={health} now={now} />
        </Part>
        <Part title="Doctor" row>
          <Doctor />
        </Part>
        <Part title="Computer" row>
          <Computer />
        </Part>
        <Unconfirmed />
        <Part title={HEALTH_PANE_LABELS.schemaDrift}>
          {health.schemaDrift.length === 0 ? (
            <p className="dim">{HEALTH_PANE_LABELS.noResponseContradictsAssumptionAbout}</p>
          ) : (
            <ul className="health-lines">
              {health.schemaDrift.map(({ atMs, note }) => {
                const text = formatCoded(SCHEMA_DRIFT, note);
                return (
                  <li key={`${note.code}:${text}`}>
                    <span className="mono dim">{formatTime(atMs, 'machine')}</span>{' '}
                    <span className="mine">{wordsOfCode(note.code)}</span> {text}
                  </li>
                );
              })}
            </ul>
          )}
        </Part>
      </div>
    </ScrollRegion>
  );
}

/** What the account relies on and the exchange has not borne out yet; nothing for an account with a wallet. */
function Unconfirmed() {
  const custodial = useFeed([feedKey.wallet], (mirror) => mirror.wallet()?.custodial ?? null);
  if (custodial === null) return null;
  const { proof, sign } = custodial;
  return (
    <Part title={HEALTH_PANE_LABELS.accountWithoutWallet}>
      <ul className="health-lines">
        <li>
          <span className={proof.at === 'confirmed' ? 'secondary' : 'mine'}>custodial-direction</span>{' '}
          <span className="secondary">{formatCustodialProof(proof)}.</span>
        </li>
        <li>
          <span className={custodial.agreedAtMs === null ? 'mine' : 'secondary'}>custodial-signs</span>{' '}
          <span className="secondary">
            {HEALTH_PANE_LABELS.askedForTheWalletTheExchange(
              formatCustodialSign(sign),
              custodial.agreedAtMs === null
                ? HEALTH_PANE_LABELS.nobodyHasConfirmedThatItHolds
                : HEALTH_PANE_LABELS.youConfirmedThatItHoldsThe,
            )}
          </span>
        </li>
      </ul>
    </Part>
  );
}

/** Lost protected settings and changed markets; the Wallet pane has what to do. */
function Protection() {
  const wallet = useFeed([feedKey.wallet], (mirror) => mirror.wallet());
  if (wallet === null || wallet.vault !== 'unlocked')
    return <p className="dim">{HEALTH_PANE_LABELS.unlockWalletToCheckThem}</p>;
  const warnings = listProtectionWarnings(wallet.custody);
  if (warnings.length === 0) return <p className="dim">{HEALTH_PANE_LABELS.theyAreAsTheyWere}</p>;
  return (
    <ul className="health-lines">
      {warnings.map((warning) => (
        <li key={warning.code}>
          <span className="mine">{formatWarningTitle(warning)}</span>{' '}
          <span className="secondary">{formatWarning(warning)}</span>
        </li>
      ))}
    </ul>
  );
}

function Part(props: {
  readonly title: string;
  /** Without padding, for a table. */
  readonly wide?: boolean;
  /** Over all columns. */
  readonly row?: boolean;
  readonly children: ReactNode;
}) {
  const names = ['health-part', ...(props.wide ? ['wide'] : []), ...(props.row ? ['row'] : [])];
  return (
    <section className={names.join(' ')} aria-label={props.title}>
      <h3>{props.title}</h3>
      {props.children}
    </section>
  );
}

function Clock(props: { readonly health: HealthView; readonly now: number }) {
  const { clock, framesSkipped } = props.health;
  return (
    <dl className="health-clock">
      <dt>Offset</dt>
      <dd className="mono">{clock ? formatClockOffset(clock.offsetMs) : '–'}</dd>
      <dt>{HEALTH_PANE_LABELS.roundTrip}</dt>
      <dd className="mono">{clock ? HEALTH_PANE_LABELS.ms(clock.roundTripMs) : '–'}</dd>
      <dt>Measured</dt>
      <dd className="mono">
        {clock
          ? HEALTH_PANE_LABELS.ago(formatDuration(props.now - clock.measuredAtMs, { tenths: true }))
          : HEALTH_PANE_LABELS.notYet}
      </dd>
      <dt>{HEALTH_PANE_LABELS.framesSkipped}</dt>
      <dd className="mono">{framesSkipped}</dd>
    </dl>
  );
}

/** What the recorder does and uses. */
function Recording(props: { readonly health: HealthView; readonly now: number }) {
  const { recording } = props.health;
  if (recording === null) return <p className="dim">{RECORDING_LABELS.noRecorder}</p>;
  const { at, bytes, days, todayBytes, records, gaps, writtenAtMs } = recording;
  const written =
    writtenAtMs === null
      ? 'not yet'
      : HEALTH_PANE_LABELS.ago(formatDuration(props.now - writtenAtMs, { tenths: true }));
  return (
    <>
      <p className={at === 'stopped' ? 'mine' : 'secondary'}>{formatRecording(recording)}</p>
      <dl className="health-clock">
        <dt>{RECORDING_LABELS.onDisk}</dt>
        <dd className="mono">{`${formatSize(bytes)}, ${RECORDING_LABELS.daysUnit(days)}`}</dd>
        <dt>{RECORDING_LABELS.today}</dt>
        <dd className="mono">{formatSize(todayBytes)}</dd>
        <dt>{RECORDING_LABELS.lastWritten}</dt>
        <dd className="mono">{written}</dd>
        <dt>{RECORDING_LABELS.records}</dt>
        <dd className="mono">{groupDigits(String(records))}</dd>
        <dt>{RECORDING_LABELS.notRecorded}</dt>
        <dd className="mono">{gaps}</dd>
      </dl>
    </>
  );
}

function Budgets(props: { readonly health: HealthView; readonly now: number }) {
  if (props.health.budgets.length === 0) return <p className="dim">{HEALTH_PANE_LABELS.noBudgetIsInUse}</p>;
  return (
    <ul className="health-budgets">
      {props.health.budgets.map((budget) => {
        const tone = toneOfBudget(budget, props.now);
        return (
          <li key={budget.name}>
            <span>{BUDGET_NAMES[budget.name]}</span>
            <span className="mono right" title={formatAllowance(budget)}>
              {budget.used}/{budget.allowance}
            </span>
            <span
              className={`health-bar ${tone}`}
              role="img"
              aria-label={HEALTH_PANE_LABELS.ofUsed(budget.used, formatAllowance(budget))}
            >
              <span style={{ width: `${usedShare(budget) * 100}%` }} />
            </span>
            {tone === 'bad' && budget.blockedUntilMs !== null ? (
              <span className="no health-blocked">
                {HEALTH_PANE_LABELS.blockedFor} {formatDuration(budget.blockedUntilMs - props.now, { tenths: true })}
              </span>
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}

function Errors(props: { readonly health: HealthView }) {
  const groups = groupErrors(props.health.errors);
  if (groups.length === 0) return <p className="dim">{HEALTH_PANE_LABELS.noRefusedOrUnreadableAnswer}</p>;
  return (
    <ul className="health-lines">
      {groups.map((group) => (
        <li key={group.label}>
          <span className="mono dim">{formatTime(group.lastAtMs, 'machine')}</span>{' '}
          <span className="mono">{group.label}</span>
          {group.count > 1 ? <span className="dim"> ×{group.count}</span> : null}{' '}
          <span className="secondary">{group.text}</span>
        </li>
      ))}
    </ul>
  );
}

/** Computer section of the health pane: checks what the program assumes of this computer, on request. */
function Computer() {
  const [answer, setAnswer] = useState<CheckAnswer | null>(null);
  const command = useCommand(false);
  const run = async (): Promise<void> => {
    const result = await command.run('computer.check', {});
    if (result?.ok) setAnswer(result.value);
  };
  return (
    <>
      <p className="health-doctor-head">
        <button type="button" className="button small" disabled={command.isBusy} onClick={() => void run()}>
          {command.isBusy ? 'Checking…' : HEALTH_PANE_LABELS.checkThisComputer}
        </button>
        {answer === null ? (
          <span className="dim">{HEALTH_PANE_LABELS.comparesCryptographyDatabaseAndSystem}</span>
        ) : (
          <span role="status">
            {summarizeChecks(answer.lines)} <span className="dim">at {formatTime(answer.atMs, 'machine')}</span>
          </span>
        )}
      </p>
      {command.error === null ? null : <ErrorMessage error={command.error} />}
      {answer === null ? null : (
        <Findings label={HEALTH_PANE_LABELS.checksOfThisComputer} findings={buildCheckRows(answer.lines)} />
      )}
    </>
  );
}

/** Doctor section of the health pane: examines the account on request, and lists what to do. */
function Doctor() {
  const canRun = useFeed([feedKey.wallet], (mirror) => {
    const wallet = mirror.wallet();
    return wallet?.vault === 'unlocked' && wallet.hasApiKey;
  });
  const [report, setReport] = useState<DoctorReport | null>(null);
  const command = useCommand(false);
  if (!canRun) return <p className="dim">{HEALTH_PANE_LABELS.unlockVaultWithAccount}</p>;
  const run = async (): Promise<void> => {
    const result = await command.run('doctor.run', {});
    if (result?.ok) setReport(result.value);
  };
  return (
    <>
      <p className="health-doctor-head">
        <button type="button" className="button small" disabled={command.isBusy} onClick={() => void run()}>
          {command.isBusy ? 'Examining…' : HEALTH_PANE_LABELS.runDoctor}
        </button>
        {report === null ? (
          <span className="dim">{HEALTH_PANE_LABELS.comparesKeyWalletContracts}</span>
        ) : (
          <span role="status">
            {summarizeDoctor(report.lines)} <span className="dim">at {formatTime(report.atMs, 'machine')}</span>
          </span>
        )}
      </p>
      {command.error === null ? null : <ErrorMessage error={command.error} />}
      {report === null ? null : (
        <Findings label={HEALTH_PANE_LABELS.reportOfDoctor} findings={buildDoctorRows(report)} />
      )}
    </>
  );
}

/** `about`: from when until when it is measured. */
function Times(props: { readonly percentiles: Percentiles | null; readonly about: string }) {
  const { percentiles, about } = props;
  const rows = [
    ['50 %', percentiles?.p50],
    ['95 %', percentiles?.p95],
    ['99 %', percentiles?.p99],
    ['Slowest', percentiles?.max],
  ] as const;
  return (
    <dl className="health-clock" title={HEALTH_PANE_LABELS.aboutNewest(about, percentiles?.count ?? 0)}>
      {rows.map(([name, ms]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd className="mono">{ms === undefined ? '–' : HEALTH_PANE_LABELS.milliseconds(Math.round(ms))}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

/** The overall status. */
export function Header() {
  const health = useFeed([feedKey.health], (mirror) => mirror.health());
  const status = summarizeHealth(health, useNow(1_000));
  return (
    <span className="dim">
      <Dot tone={status.tone} label={status.text} /> {status.text}
    </span>
  );
}
