/** The age and trust of what a pane shows, in words beside a dot: 'live · 0.2 s', 'live · 0.2 s · unchecked', 'stale 4.0 s'. */
import { showSpan } from './numbers.ts';
import { Dot } from './parts.tsx';
import './trustMark.css';

export interface TrustWords {
  readonly at: string;
  readonly ageMs: number | null;
  readonly why: string | null;
}

export function showTrust(trust: TrustWords): string {
  if (trust.ageMs === null) return trust.at;
  if (trust.at !== 'live') return `${trust.at} ${showSpan(trust.ageMs)}`;
  return `live · ${showSpan(trust.ageMs)}${trust.why === null ? '' : ' · unchecked'}`;
}

export function TrustMark(props: { readonly trust: TrustWords }) {
  const { trust } = props;
  const tone = trust.at === 'live' ? 'good' : trust.at === 'waiting' ? 'idle' : 'warn';
  return (
    <span className={`trust ${tone}`} title={trust.why ?? 'Age of the newest data'} data-testid="trust">
      <Dot tone={tone} label={trust.at} />
      {showTrust(trust)}
    </span>
  );
}
