/** The age and trust of what a pane shows, in words beside a dot: 'live · 0.2 s', 'unchecked · 0.2 s', 'stale 4.0 s'. */
import { formatDuration } from '#shared/base/formatDuration.ts';
import { Dot } from './parts.tsx';
import './trustMark.css';

export interface TrustWords {
  readonly at: string;
  readonly ageMs: number | null;
  readonly why: string | null;
}

export function showTrust(trust: TrustWords): string {
  if (trust.ageMs === null) return trust.at;
  if (trust.at !== 'live') return `${trust.at} ${formatDuration(trust.ageMs, { tenths: true })}`;
  return `${trust.why === null ? 'live' : 'unchecked'} · ${formatDuration(trust.ageMs, { tenths: true })}`;
}

export function TrustMark(props: { readonly trust: TrustWords }) {
  const { trust } = props;
  const tone = toneOf(trust);
  return (
    <span className={`trust ${tone}`} title={trust.why ?? 'Age of the newest data'} data-testid="trust">
      <Dot tone={tone} label={trust.at} />
      {showTrust(trust)}
    </span>
  );
}

/** Live and unchecked is no trouble, and no promise either. */
function toneOf({ at, why }: TrustWords): 'good' | 'idle' | 'warn' {
  if (at === 'live') return why === null ? 'good' : 'idle';
  return at === 'waiting' ? 'idle' : 'warn';
}
