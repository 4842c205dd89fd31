/** Health pane: clock, streams, budgets, errors and schema drift. */
import type { ReactNode } from 'react';
import { formatDuration } from '#shared/base/formatDuration.ts';
import { MINUS } from '#shared/base/groupDigits.ts';
import type { HealthView } from '#shared/ipc/health.ts';
import { formatCoded } from '#shared/text/catalogue.ts';
import { BUDGET_NAMES, formatAllowance, STREAM_REASONS, STREAM_STATES } from '#shared/text/health.ts';
import { SCHEMA_DRIFT } from '#shared/text/schemaDrift.ts';
import { formatTime } from '#shared/text/times.ts';
import { useFeed } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { useNow } from '../../ui/clock.ts';
import { type Column, Dot, Empty, TableHead } from '../../ui/parts.tsx';
import './health.css';
import { groupErrors, toneOfBudget, toneOfStream, usedShare } from './model.ts';

const COLUMNS: readonly Column[] = [
  ['Stream'],
  ['State'],
  ['Age', 'right'],
  ['Gaps', 'right'],
  ['Reconnects', 'right'],
  ['Retry'],
];

export function View() {
  const health = useFeed([feedKey.health], (mirror) => mirror.health());
  const now = useNow(1_000);
  if (!health) return <Empty what="Waiting for the first health report" />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the section scrolls and has no focusable child
    <section className="health scroll" aria-label="State of the connection" tabIndex={0}>
      <Part title="Streams" wide>
        <Streams health={health} now={now} />
      </Part>
      <Part title="Clock">
        <Clock health={health} now={now} />
      </Part>
      <Part title="Budgets">
        <Budgets health={health} now={now} />
      </Part>
      <Part title="Last errors">
        <Errors health={health} />
      </Part>
      <Part title="Schema drift">
        {health.schemaDrift.length === 0 ? (
          <p className="dim">No response contradicts an assumption about the exchange.</p>
        ) : (
          <ul className="health-lines">
            {health.schemaDrift.map(({ atMs, note }) => {
              const text = formatCoded(SCHEMA_DRIFT, note);
              return (
                <li key={`${note.code}:${text}`}>
                  <span className="mono dim">{formatTime(atMs)}</span> <span className="mine">{note.code}</span> {text}
                </li>
              );
            })}
          </ul>
        )}
      </Part>
    </section>
  );
}

function Part(props: { readonly title: string; readonly wide?: boolean; readonly children: ReactNode }) {
  return (
    <section className={props.wide ? 'health-part wide' : 'health-part'} aria-label={props.title}>
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
      <dd className="mono">{clock ? `${clock.offsetMs < 0 ? MINUS : '+'}${Math.abs(clock.offsetMs)} ms` : '–'}</dd>
      <dt>Round trip</dt>
      <dd className="mono">{clock ? `${clock.roundTripMs} ms` : '–'}</dd>
      <dt>Measured</dt>
      <dd className="mono">
        {clock ? `${formatDuration(props.now - clock.measuredAtMs, { tenths: true })} ago` : 'not yet'}
      </dd>
      <dt>Frames skipped</dt>
      <dd className="mono">{framesSkipped}</dd>
    </dl>
  );
}

function Streams(props: { readonly health: HealthView; readonly now: number }) {
  if (props.health.streams.length === 0) return <p className="dim">No stream is open yet.</p>;
  return (
    <table className="grid">
      <TableHead columns={COLUMNS} />
      <tbody>
        {props.health.streams.map((stream) => {
          const tone = toneOfStream(stream, props.now);
          const reason = stream.reason === null ? '' : formatCoded(STREAM_REASONS, stream.reason);
          return (
            <tr key={stream.name}>
              <td className="health-name" title={stream.name}>
                {stream.name}
              </td>
              <td title={reason || undefined}>
                <Dot tone={tone} label={tone} /> {STREAM_STATES[stream.at]}
              </td>
              <td className={tone === 'warn' ? 'mono right mine' : 'mono right'}>
                {stream.lastMessageAtMs === null
                  ? '–'
                  : formatDuration(props.now - stream.lastMessageAtMs, { tenths: true })}
              </td>
              <td className="mono right">{stream.gaps}</td>
              <td className="mono right">{stream.reconnects}</td>
              <td className="health-reason" title={reason || undefined}>
                {stream.retryAtMs !== null && stream.retryAtMs > props.now
                  ? `in ${formatDuration(stream.retryAtMs - props.now, { tenths: true })} `
                  : ''}
                <span className="dim">{stream.at === 'open' ? '' : reason}</span>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function Budgets(props: { readonly health: HealthView; readonly now: number }) {
  if (props.health.budgets.length === 0) return <p className="dim">No budget is in use yet.</p>;
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
              aria-label={`${budget.used} of ${formatAllowance(budget)} used`}
            >
              <span style={{ width: `${usedShare(budget) * 100}%` }} />
            </span>
            {tone === 'bad' && budget.blockedUntilMs !== null ? (
              <span className="no health-blocked">
                blocked for {formatDuration(budget.blockedUntilMs - props.now, { tenths: true })}
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
  if (groups.length === 0) return <p className="dim">No errors since the start.</p>;
  return (
    <ul className="health-lines">
      {groups.map((group) => (
        <li key={group.label}>
          <span className="mono dim">{formatTime(group.lastAtMs)}</span> <span className="mono">{group.label}</span>
          {group.count > 1 ? <span className="dim"> ×{group.count}</span> : null}{' '}
          <span className="secondary">{group.text}</span>
        </li>
      ))}
    </ul>
  );
}
