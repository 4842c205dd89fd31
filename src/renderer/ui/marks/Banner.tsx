/** Banner: one line at the foot of a pane's rows, or above what it concerns; stale data has a hatch, not only a colour. */
import './banner.css';

export function Banner(props: { readonly tone: 'stale' | 'warn' | 'bad' | 'note'; readonly text: string }) {
  return (
    <div className={`banner ${props.tone}`} role="status" title={props.text}>
      {props.text}
    </div>
  );
}

/** A warning; nothing while there is no text. */
export function WarningBanner(props: { readonly text: string | null }) {
  return props.text === null ? null : <Banner tone="warn" text={props.text} />;
}

/** Nothing while there is nothing to say. */
export function NoticeBanner(props: {
  readonly notice: { readonly tone: 'stale' | 'warn'; readonly text: string } | null;
}) {
  return props.notice === null ? null : <Banner tone={props.notice.tone} text={props.notice.text} />;
}
