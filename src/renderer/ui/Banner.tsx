/** Banner: one line above a pane's rows; stale data has a hatch, not only a colour. */
import './banner.css';

export function Banner(props: { readonly tone: 'stale' | 'warn' | 'bad' | 'note'; readonly text: string }) {
  return (
    <div className={`banner ${props.tone}`} role="status">
      {props.text}
    </div>
  );
}
