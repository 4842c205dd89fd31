/** Trust mark: a dot with state and age: 'live · <1 s', 'unchecked · 2 s', 'quiet 4.0 s', 'stale 4.0 s'. */
import { formatDuration } from '#shared/base/formatDuration.ts';
import { Dot } from '../parts.tsx';
import './trustMark.css';

export interface ShownTrust {
  readonly at: string;
  readonly ageMs: number | null;
  /** Why the data is not live, or why live data is unchecked. */
  readonly reason: string | null;
}

export function formatTrust(trust: ShownTrust): string {
  if (trust.ageMs === null) return trust.at;
  if (trust.at !== 'live') return `${trust.at} ${formatDuration(trust.ageMs, { tenths: true })}`;
  // Tenths of live data would change the page all the time and say nothing.
  const age = trust.ageMs < 1_000 ? '<1 s' : formatDuration(trust.ageMs);
  return `${trust.reason === null ? 'live' : 'unchecked'} · ${age}`;
}

export function TrustMark(props: { readonly trust: ShownTrust }) {
  const { trust } = props;
  const tone = toneOf(trust);
  return (
    <span
      className={`trust ${tone}`}
      title={trust.reason ?? 'Age of the last message or check that proved the data'}
      data-testid="trust"
    >
      <Dot tone={tone} label={trust.at} />
      <span className="trust-text">{formatTrust(trust)}</span>
    </span>
  );
}

/** Unchecked or quiet data is neither good nor a problem yet. */
function toneOf({ at, reason }: ShownTrust): 'good' | 'idle' | 'warn' {
  if (at === 'live') return reason === null ? 'good' : 'idle';
  return at === 'waiting' || at === 'quiet' ? 'idle' : 'warn';
}
